import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { CATALOG_SCHEMA } from '../../server/catalog/store/schema.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { generateCategories, generateProducts } from './generate-products.ts'
import { openSqliteBackgroundState, openSqliteStore } from '../support/open-stores.ts'

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
  if (!(await isComplete(path, productCount))) {
    const unfinished = `${path}.${process.pid}`
    await fill(unfinished, productCount)
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
    renameSync(unfinished, path)
  }
  return path
}

async function isComplete(path: string, productCount: number): Promise<boolean> {
  try {
    const store = await openSqliteStore(path)
    const { products, images } = await store.readStatistics()
    await store.close()
    return products.public === productCount && images.count === 1
  } catch {
    // The database is missing or has another schema.
    return false
  }
}

async function fill(path: string, productCount: number): Promise<void> {
  const store = await openSqliteStore(path)
  await fillCatalogue(store, productCount)
  await store.close()
  // Creates the tables of the server, so that its start does not.
  await (await openSqliteBackgroundState(path)).close()
}

async function fillCatalogue(store: CatalogStore, productCount: number): Promise<void> {
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
  await store.write(async (writer) => {
    await writer.putSite({ ...NEUTRAL_SITE, currency: 'EUR' })
    await writer.putImage(PICTURE_HASH, { bytes: PICTURE, format: 'webp' })
    for (const category of generateCategories()) await writer.putCategory(category)
    for (const product of generateProducts(productCount)) await writer.putProduct(product)
    console.error(`${productCount} products written in ${seconds()} s`)
  })
  console.error(
    `index built after ${seconds()} s in all; peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`,
  )
}
