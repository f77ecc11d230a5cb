import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import type { LookupKeys } from '../../server/catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import type { CatalogWriter } from '../../server/catalog/store/catalog-writer.ts'
import { subscribeToQueries } from '../../server/catalog/store/sql-dialect.ts'
import { writeShopifyExport } from '../bench/exports.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { Random } from '../support/random.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { openPostgresStore } from '../support/open-stores.ts'

/**
 * Runs random changes and lookups in one transaction.
 * @param isBatched whether lookups are prepared, and products may wait to be written
 * @returns the results of the lookups
 */
async function lookUpAtRandom(store: CatalogStore, seed: number, isBatched: boolean): Promise<readonly unknown[]> {
  const random = new Random(seed)
  const pick = (count: number) => Math.floor(random.next() * count)
  const slug = () => `p-${pick(400)}`
  const code = () => ['source', 'sku', 'gtin'].map((kind) => [kind, `${kind}-${pick(200)}`] as const)[pick(3)]!
  const keys = (): LookupKeys => ({
    ...(pick(5) > 0 && { slug: slug() }),
    formerSlugs: [slug()],
    identifiers: [code(), code()] as NonNullable<LookupKeys['identifiers']>,
    sources: [`${pick(300)}.png`],
  })
  const product = () =>
    buildProduct({
      slug: slug(),
      name: `Name ${pick(1_000)}`,
      sourceId: `source-${pick(200)}`,
      variants: [buildVariant({ sku: `sku-${pick(200)}`, gtin: null })],
    })
  const steps: readonly ((writer: CatalogWriter) => Promise<unknown>)[] = [
    async (writer) => {
      const listed = Array.from({ length: 50 }, keys)
      if (isBatched) await writer.prepareLookups(listed)
    },
    (writer) => writer.putPictureSource(`${pick(300)}.png`, { hash: 'a', format: 'png', width: 1, height: pick(99) }),
    ...Array.from({ length: 20 }, () => async (writer: CatalogWriter) => {
      await writer.putProduct(product())
      // A scan writes all products that wait.
      if (!isBatched) await writer.scanProducts().next()
    }),
    ...Array.from({ length: 20 }, () => (writer: CatalogWriter) => writer.findProduct(slug())),
    ...Array.from({ length: 20 }, () => (writer: CatalogWriter) => {
      const [kind, value] = code() as NonNullable<LookupKeys['identifiers']>[number]
      return writer.listProductsByIdentifier(kind, value)
    }),
    (writer) => writer.findPictureOfSource(`${pick(300)}.png`),
  ]
  const results: unknown[] = []
  await store.write(async (writer) => {
    for (let step = 0; step < 500; step++) {
      results.push((await steps[pick(steps.length)]!(writer)) ?? null)
      if (step % 100 !== 50) continue
      const [from, to] = [slug(), `renamed-${step}`]
      if (await writer.findProduct(from)) await writer.renameProduct(from, to)
    }
  })
  return results
}

test.each([true, false])(
  'prepared lookups and products that wait give the same results as lookups one by one (PostgreSQL: %s)',
  async (isPostgres) => {
    await using database = await createTestDatabase({ hasTables: true })
    await using batched = await openTempCatalog()
    await using single = await openTempCatalog()
    const store = isPostgres ? await openPostgresStore(database.openPool()) : batched.store
    const seed = 20
    expect(await lookUpAtRandom(store, seed, true)).toEqual(await lookUpAtRandom(single.store, seed, false))
    if (isPostgres) await store.close()
  },
)

test('an import looks up the products of a file with a few queries', async () => {
  await using database = await createTestDatabase({ hasTables: true })
  await using files = await openTempCatalog()
  const store = await openPostgresStore(database.openPool())
  const path = join(files.dir, 'products.csv')
  await writeShopifyExport(path, 100)
  let count = 0
  // The import also has temporary databases, which are files.
  const unsubscribe = subscribeToQueries(({ server }) => (count += Number(server !== 'sqlite')))
  const counts: number[] = []
  for (const created of [100, 0]) {
    count = 0
    expect((await importFile(store, path)).products.created).toBe(created)
    counts.push(count)
  }
  unsubscribe()
  await store.close()
  // Without a change, the search index is not written, which would take more statements.
  expect(counts[1]).toBeLessThan(40)
})
