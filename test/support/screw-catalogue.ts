import type { Product } from '../../shared/catalog.ts'
import { buildAttributes, buildProduct, buildVariant } from './products.ts'

/** The standards with the beginnings of the names of their screws. */
const STANDARDS = [
  ['DIN 912', 'Hexagon socket head cap screw with metric thread, steel 8.8, zinc plated', 'Steel 8.8'],
  ['DIN 933', 'Hexagon head screw with metric thread up to the head, steel 8.8, zinc plated', 'Steel 8.8'],
  ['ISO 7380', 'Hexagon socket button head screw with metric thread, stainless steel A2', 'A2-70'],
  ['DIN 84', 'Slotted cheese head screw with metric thread, stainless steel A2', 'A2-50'],
  ['DIN 7991', 'Hexagon socket countersunk head screw with metric thread, steel 10.9', 'Steel 10.9'],
] as const

const THREADS = [3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20]
const LENGTHS = [
  8, 10, 12, 14, 16, 18, 20, 22, 25, 28, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 84, 85, 90, 95, 100, 110, 120, 130,
  140, 150, 160, 170, 180, 190, 200,
]

/**
 * Generates about 2,000 screws of five standards. Names begin with the same words and end with thread and length. The
 * longest of each thread are not in stock, and thin ones are not made in all lengths.
 */
export function generateScrewCatalogue(categorySlug: string | null = null): readonly Product[] {
  return STANDARDS.flatMap(([standard, beginning, material]) =>
    THREADS.flatMap((thread) =>
      LENGTHS.filter((length) => length <= thread * 60).map((length) => {
        const code = `${standard.replace(' ', '')}-M${thread}X${length}`
        return buildProduct({
          slug: code.toLowerCase(),
          name: `${beginning}, ${standard} M${thread} x ${length}`,
          brand: 'Screw works',
          categorySlug,
          variants: [
            buildVariant({
              sku: code,
              priceMinor: 5 + thread * length,
              availability: length > thread * 30 ? 'OutOfStock' : 'InStock',
            }),
          ],
          attributes: buildAttributes({
            Standard: standard,
            Thread: `M${thread}`,
            Length: `${length} mm`,
            'Head diameter': `${thread * 1.8} mm`,
            'Weight per 100': `${(thread * thread * length) / 100} g`,
            Material: material,
          }),
        })
      }),
    ),
  )
}
