import { isDeepStrictEqual } from 'node:util'
import { isPictureFormat } from './catalog/rules/document-files.ts'
import { LIST_KINDS } from './catalog/store/catalog-lists.ts'
import type { CatalogReader } from './catalog/store/catalog-reader.ts'
import type { CatalogWriter } from './catalog/store/catalog-writer.ts'
import { NEUTRAL_SITE } from './catalog/rules/neutral-site.ts'
import { DatabaseError } from './platform/database-error.ts'
import type { Stores } from './site.ts'

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
