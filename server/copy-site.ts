import { isDeepStrictEqual } from 'node:util'
import { isPictureFormat } from './catalog/rules/document-files.ts'
import { LIST_KINDS } from './catalog/store/catalog-lists.ts'
import type { CatalogReader } from './catalog/store/catalog-reader.ts'
import type { CatalogWriter } from './catalog/store/catalog-writer.ts'
import { NEUTRAL_SITE } from './catalog/rules/neutral-site.ts'
import { DatabaseError } from './platform/database-error.ts'
import { type Stores, openStores } from './site.ts'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FILE_EXISTS, ImportError } from './import/import-error.ts'
import type { DatabaseSettings } from './platform/settings/database-settings.ts'
import { checkComplete, translateSqliteError } from './catalog/store/sqlite/open-database.ts'
import { findDamage, Queries } from './catalog/store/sqlite/queries.ts'

interface CopiedSite {
  readonly products: number
  readonly categories: number
  readonly pictures: number
  readonly enquiries: number
}

interface CopyOptions {
  /** Whether to replace the catalogue of a target that is not empty. Its enquiries are always kept. */
  readonly force: boolean
  readonly onProgress?: (products: number, total: number) => void
}

const FORCE_ADVICE = 'Use --force to replace its catalogue and to add the enquiries to the existing ones.'

/**
 * Copies a whole site in small batches: first the catalogue, in one transaction per store, then the enquiries with their mails.
 * @throws DatabaseError if the target has more than the demo, unless `force` is set; HttpError 503 if a database is
 * unavailable
 */
export async function copySite(from: Stores, to: Stores, { force, onProgress }: CopyOptions): Promise<CopiedSite> {
  const { done: hasNoEnquiries } = await to.enquiries.scanRecords().next()
  if (!force && !hasNoEnquiries)
    throw new DatabaseError(`The target database already contains enquiries. ${FORCE_ADVICE}`)
  const { total } = (await from.catalog.readStatistics()).products
  const catalog = await from.catalog.read((reader) =>
    to.catalog.write(async (writer) => {
      if (!force && !(await writer.isDemo()) && !(await writer.isEmpty()))
        throw new DatabaseError(`The target database already contains a catalogue. ${FORCE_ADVICE}`)
      await writer.clear()
      const copied = await copyCatalog(reader, writer, (copied) => onProgress?.(copied, total))
      await writer.describeChange({ source: 'copy', created: copied.products, changed: 0, removed: 0 })
      return copied
    }),
  )
  let enquiries = 0
  for await (const records of from.enquiries.scanRecords()) {
    await to.enquiries.restoreRecords(records)
    enquiries += records.length
  }
  return { ...catalog, enquiries }
}

async function copyCatalog(
  reader: CatalogReader,
  writer: CatalogWriter,
  onProduct: (copied: number) => void,
): Promise<Omit<CopiedSite, 'enquiries'>> {
  let pictures = 0
  for await (const hash of reader.scanImageHashes()) {
    const file = (await reader.findImage(hash))!
    await writer.putImage(hash, file)
    if (isPictureFormat(file.format)) pictures++
  }
  for await (const [source, picture] of reader.scanPictureSources()) await writer.putPictureSource(source, picture)
  const categories = await reader.listCategories()
  for (const category of categories) await writer.putCategory(category)
  let products = 0
  let hasGroups = false
  const copyProducts = async (copiesGroups: boolean) => {
    for await (const stored of reader.scanStoredProducts()) {
      const isGroup = stored.product.includes.length > 0
      hasGroups ||= isGroup
      if (isGroup !== copiesGroups) continue
      await writer.putProduct(stored.product, stored)
      onProduct(++products)
    }
  }
  await copyProducts(false)
  // Groups come last, because a later update of their prices would change `changedAt`.
  if (hasGroups) await copyProducts(true)
  const site = await reader.readSite()
  if (!isDeepStrictEqual(site, NEUTRAL_SITE)) await writer.putSite(site)
  for (const kind of LIST_KINDS) await writer.putList(kind, await reader.readList(kind))
  await writer.markDemo(await reader.isDemo())
  return { products, categories: categories.length, pictures }
}

/** Limit for waiting for a lock. A process that opens the file locks it for a short time. */
const BUSY_TIMEOUT_MS = 5_000

/** Only the owner of the file may read it, because enquiries contain personal data. */
const PRIVATE_FILE_MODE = 0o600

/**
 * Copies a whole site (catalogue, pictures and enquiries) into one SQLite file while the server runs. The copy is a snapshot of
 * one moment, except that a copy from PostgreSQL may include enquiries that arrived in the meantime. The file gets its final
 * name only after it has been checked and synced to the disk. Missing folders are created.
 * @returns the size of the file in bytes
 * @throws ImportError if the file exists, DatabaseError if the copy is damaged, HttpError 503 if the database is
 *   unavailable, and errors of the file system
 */
export async function backUpSite(database: DatabaseSettings, path: string): Promise<number> {
  if (existsSync(path)) throw new ImportError({ file: path }, FILE_EXISTS)
  await mkdir(dirname(path), { recursive: true })
  const folder = await mkdtemp(join(dirname(path), 'unfinished-'))
  await using resources = new AsyncDisposableStack()
  resources.defer(() => rm(folder, { recursive: true }))
  const unfinished = join(folder, 'backup.db')
  if (database.kind === 'sqlite') await copySqliteFile(database.path, unfinished)
  else await copyServerData(database, unfinished)
  await checkFile(unfinished)
  await syncToDisk(unfinished)
  await rename(unfinished, path)
  await syncToDisk(dirname(path))
  return (await stat(path)).size
}

/** `VACUUM INTO` blocks neither readers nor writers. */
async function copySqliteFile(from: string, to: string): Promise<void> {
  checkComplete(from)
  await writeFile(to, '', { mode: PRIVATE_FILE_MODE, flag: 'wx' })
  const database = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } catch (error) {
    throw translateSqliteError(error, from)
  } finally {
    database.close()
  }
}

async function copyServerData(from: DatabaseSettings, to: string): Promise<void> {
  await using source = await openStores(from)
  await using target = await openStores({ kind: 'sqlite', path: to })
  await copySite(source, target, { force: false })
}

async function checkFile(path: string): Promise<void> {
  const database = new DatabaseSync(path)
  try {
    const damage = await findDamage(new Queries(database))
    if (damage.length > 0) throw new DatabaseError(`The backup is damaged: ${damage[0]}`)
  } finally {
    database.close()
  }
}

async function syncToDisk(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
