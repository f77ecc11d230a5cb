import { expect } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import type { CatalogStore } from '../../server/store/catalog-store.ts'
import { buildProduct, buildVariant } from '../support/products.ts'

const picture = (digit: string): StoredImage => ({
  hash: digit.repeat(64),
  format: 'webp',
  width: 800,
  height: 1000,
  alt: `"Ærø" ${digit}`,
})

const options = [{ name: 'Glaze', values: ['Chalk "]}', 'Ochre'] }]
const variants = [
  buildVariant({ key: 'chalk', optionValues: ['Chalk "]}'] }),
  buildVariant({ key: 'ochre', optionValues: ['Ochre'] }),
] as const

const PRODUCTS = [
  buildProduct({ slug: 'both', images: [picture('a'), picture('b')], options, variants }),
  buildProduct({ slug: 'second', images: [picture('a'), { url: 'https://photos.example/b.jpg', alt: '' }] }),
  buildProduct({ slug: 'options', images: [picture('a')], options, variants }),
  buildProduct({ slug: 'neither' }),
]

/** Stores products with second pictures and options, which are missing from the cards of older versions. */
export async function putCardProducts(store: CatalogStore): Promise<void> {
  await store.write(async (writer) => {
    for (const product of PRODUCTS) await writer.putProduct(product)
  })
}

/**
 * Expects that a migration completed the cards: importing the same products again then changes neither a card nor the time of
 * its last change.
 */
export async function expectMigratedCards(store: CatalogStore): Promise<void> {
  const cards = await store.listNewest(PRODUCTS.length)
  expect(cards.map(({ slug, secondImage, options: own }) => [slug, secondImage, own])).toEqual(
    PRODUCTS.toReversed().map(({ slug, images, options: own }) => [slug, images[1], own.length > 0 ? own : undefined]),
  )
  const range = { firstId: 1, lastId: 100 }
  const before = await store.summarisePublished(range)
  await putCardProducts(store)
  expect(await store.summarisePublished(range)).toEqual(before)
}
