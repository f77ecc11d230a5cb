import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { CATALOG_SCHEMA } from '../../server/catalog/store/schema.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { openSqliteBackgroundState, openSqliteStore } from '../support/open-stores.ts'
import { generateCategories, generateProducts } from './generate-products.ts'

/** Later runs reuse the databases in this folder. */
const CATALOGUE_FOLDER = join(tmpdir(), 'vitrine-bench')

const PICTURE = readFileSync(
  join(PROJECT_DIR, 'server', 'import', 'demo', 'content', 'images', 'breakfast-bowl-chalk.webp'),
)

/** The only stored picture; those of the products are on another host. */
export const PICTURE_HASH = createHash('sha256').update(PICTURE).digest('hex')

/** Generates a database, unless the folder already has one with the current schema. @returns its path */
export async function prepareCatalogue(productCount: number, folder = CATALOGUE_FOLDER): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `products-${productCount}-schema-${CATALOG_SCHEMA.migrations.length}.db`)
  if (existsSync(path)) return path
  const unfinished = `${path}.${process.pid}`
  const store = await openSqliteStore(unfinished)
  await store.write(async (writer) => {
    await writer.putSite({ ...NEUTRAL_SITE, currency: 'EUR' })
    await writer.putImage(PICTURE_HASH, { bytes: PICTURE, format: 'webp' })
    for (const category of generateCategories()) await writer.putCategory(category)
    for (const product of generateProducts(productCount)) await writer.putProduct(product)
  })
  await store.close()
  // Creates the tables of the server, so that its start does not.
  await (await openSqliteBackgroundState(unfinished)).close()
  renameSync(unfinished, path)
  return path
}
