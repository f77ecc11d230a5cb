import { expect, test } from 'vitest'
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { createTestDatabase } from '../support/test-database.ts'

/** Number of products: more than fit in one batch, and more than the lookups after which a Bloom filter is filled. */
const MANY = 700

const buildMany = (name: string) =>
  Array.from({ length: MANY }, (_, index) =>
    buildProduct({
      slug: `p-${index}`,
      name,
      sourceId: `shop:${index}`,
      variants: [buildVariant({ sku: `S-${Math.floor(index / 2)}` })],
    }),
  )

test('a transaction finds products, identifiers and pictures that it stored itself', async () => {
  await using database = await createTestDatabase({ hasTables: true })
  const store = await openPostgresStore(database.openPool())
  await store.write(async (writer) => {
    for (const [index, product] of buildMany('New').entries()) {
      expect(await writer.findProduct(product.slug)).toBeUndefined()
      expect(await writer.listProductsByIdentifier('source', product.sourceId!)).toEqual([])
      expect(await writer.findPictureOfSource(`${index}.png`)).toBeUndefined()
      await writer.putProduct(product)
      await writer.putPictureSource(`${index}.png`, {
        hash: 'a'.repeat(64),
        format: 'png',
        width: 1,
        height: index + 1,
      })
    }
    for (const index of [0, 1, 249, 250, MANY - 1]) {
      expect((await writer.findProduct(`p-${index}`))?.name).toBe('New')
      expect((await writer.listProductsByIdentifier('source', `shop:${index}`)).map(({ slug }) => slug)).toEqual([
        `p-${index}`,
      ])
      expect((await writer.findPictureOfSource(`${index}.png`))?.height).toBe(index + 1)
    }
    expect((await writer.listProductsByIdentifier('sku', 'S-349')).map(({ slug }) => slug)).toEqual(['p-698', 'p-699'])
  })
  expect((await store.readStatistics()).products.public).toBe(MANY)
  await store.close()
})

test('an import finds stored products, and the new versions of products that it has already written', async () => {
  await using database = await createTestDatabase({ hasTables: true })
  const store = await openPostgresStore(database.openPool())
  await fillStore(store, { products: buildMany('Old') })
  await store.write(async (writer) => {
    for (const [index, product] of buildMany('New').entries()) {
      expect((await writer.findProduct(product.slug))?.name).toBe('Old')
      expect((await writer.listProductsByIdentifier('sku', product.variants[0].sku!)).map(({ slug }) => slug)).toEqual(
        [index - (index % 2), index - (index % 2) + 1].map((place) => `p-${place}`),
      )
      if (index % 3 === 0)
        await writer.putProduct({ ...product, variants: [buildVariant({ sku: product.variants[0].sku })] })
      if (index === 100) await writer.renameProduct('p-101', 'renamed')
      if (index === 100) await writer.renameProduct('renamed', 'p-101')
      if (index % 50 === 0) expect((await writer.findProduct(`p-${index}`))?.name).toBe(index % 3 === 0 ? 'New' : 'Old')
    }
    expect((await writer.findProduct('p-3'))?.name).toBe('New')
    expect(await writer.findProduct('renamed')).toBeUndefined()
    await writer.clear()
    expect(await writer.findProduct('p-3')).toBeUndefined()
    await writer.putProduct(buildProduct({ slug: 'p-3' }))
    expect(await writer.findProduct('p-3')).toBeDefined()
  })
  expect(await store.rollback()).toBe(true)
  expect((await store.findProduct('p-3'))?.name).toBe('Old')
  expect((await store.readStatistics()).products.public).toBe(MANY)
  await store.close()
})
