import type { Product } from '../../shared/catalog.ts'
import { buildAttributes, buildProduct, buildVariant } from './products.ts'

const THREADS = ['M3', 'M4', 'M5']
const LENGTHS = ['10 mm', '20 mm', '30 mm', '40 mm']
const HEADS = ['Flat', 'Round']

/**
 * Builds screws like those of a wholesaler: with attributes, but without pictures and prices. Thread, length and head
 * differ, and few have a coating. Values first occur in the order of the lists above.
 */
export function buildScrews(categorySlug: string, count = 24): Product[] {
  return Array.from({ length: count }, (_, index) => {
    const thread = THREADS[index % THREADS.length]!
    const length = LENGTHS[index % LENGTHS.length]!
    const head = HEADS[index % HEADS.length]!
    return buildProduct({
      slug: `screw-${index + 1}`,
      name: `Cheese head screw DIN 84 ${thread} x ${length} ${index + 1}`,
      categorySlug,
      variants: [buildVariant({ sku: `DIN84-${index + 1}`, priceMinor: null })],
      attributes: buildAttributes({
        Standard: 'DIN 84',
        Thread: thread,
        Length: length,
        Head: head,
        ...(index % 6 === 0 && { Coating: index % 12 === 0 ? 'Zinc' : 'Nickel' }),
        Note: `Screw number ${index + 1} is delivered in a box with a printed label.`,
      }),
    })
  })
}
