import type { Category } from '../../server/catalog/category.ts'
import { buildCategory, buildProduct } from './products.ts'

const KINDS =
  'Abrasives Adhesives Anchors Batteries Bearings Belts Blades Bolts Brackets Brushes Bushings Cables Casters Chains Clamps Connectors Couplings Cutters Drills Fans Fasteners Files Filters Fittings Fuses Gaskets Gauges Gears Gloves Grease Hammers Handles Hinges Hoses Keys Knobs Labels Ladders Lamps Latches Locks Lubricants Magnets Meters Motors Nails Nuts Paint Pipes Pliers Pulleys Pumps'.split(
    ' ',
  )

/** Names of the 64 categories, which have the same parent and no positions. */
const CATEGORIES = [...KINDS, ...Array.from({ length: 64 - KINDS.length }, (_, index) => `Series ${index + 1}`)]

const TAGS = ['Clearance', 'Heavy duty', 'New', 'Recycled', 'Stainless']

const PRODUCTS_COUNT = 800

/**
 * Generates a catalogue with 64 categories on one level; every fourth product is in a second category.
 * @param parent category above the 64; null if they are at the top level
 */
export function generateLargeCatalogue(parent: Category | null = null) {
  const slugs = CATEGORIES.map((name) => name.toLowerCase().replace(' ', '-'))
  return {
    categories: [
      ...(parent ? [parent] : []),
      ...CATEGORIES.map((name, index) =>
        buildCategory({ slug: slugs[index]!, name, parentSlug: parent?.slug ?? null, position: null }),
      ),
    ],
    products: Array.from({ length: PRODUCTS_COUNT }, (_, index) => {
      // Squaring makes the categories differ in size.
      const place = Math.floor((index / PRODUCTS_COUNT) ** 2 * CATEGORIES.length)
      const kind = CATEGORIES[place]!
      return buildProduct({
        slug: `product-${index}`,
        name: `${kind} no. ${index}`,
        categorySlug: slugs[place]!,
        otherCategorySlugs: index % 4 === 0 ? [slugs[(place + 7) % slugs.length]!] : undefined,
        tags: [TAGS[index % TAGS.length]!, 'In the catalogue', `Only on ${index}`],
      })
    }),
  }
}
