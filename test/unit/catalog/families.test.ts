import { expect, test } from 'vitest'
import { buildNamedFamily, type Family, findFamilies } from '../../../server/catalog/rules/find-families.ts'
import { compareSizes, describeFamilyCandidate } from '../../../server/catalog/rules/product-family.ts'
import type { Product } from '../../../shared/catalog.ts'
import { buildProduct, buildVariant } from '../../support/products.ts'
import { generateScrewCatalogue } from '../../support/screw-catalogue.ts'

function find(products: readonly Product[]) {
  const candidates = products.flatMap((product) => describeFamilyCandidate(product) ?? [])
  const groups = [...Map.groupBy(candidates, ({ key }) => key).values()]
  return groups.flatMap((group) => findFamilies(group.map(({ member }) => member)))
}

/** Builds a product from a name and lines such as 'Length: 20 mm'. */
function thing(name: string, ...attributes: readonly string[]): Product {
  return buildProduct({
    slug: `${name} ${attributes.join(' ')}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    name,
    attributes: attributes.map((line) => ({ name: line.split(': ')[0]!, value: line.split(': ')[1]! })),
  })
}

function listMembers(...products: readonly Product[]) {
  return products.map((product) => describeFamilyCandidate({ ...product, family: 'Chairs' })!.member)
}

function describeFamily({ name, axes, products }: Family): string {
  const ranges = axes.map((axis) => `${axis.name} ${axis.values.join(', ')}`)
  return [name, ...ranges, `${products.length} products`].join(' | ')
}

test('each standard of a catalogue of screws is a family of threads and lengths', () => {
  const screws = generateScrewCatalogue()
  const families = find(screws)
  expect(families.map(({ name }) => name)).toEqual([
    'Hexagon socket head cap screw with metric thread, steel 8.8, zinc plated, DIN 912',
    'Hexagon head screw with metric thread up to the head, steel 8.8, zinc plated, DIN 933',
    'Hexagon socket button head screw with metric thread, stainless steel A2, ISO 7380',
    'Slotted cheese head screw with metric thread, stainless steel A2, DIN 84',
    'Hexagon socket countersunk head screw with metric thread, steel 10.9, DIN 7991',
  ])
  expect(families.flatMap(({ products }) => products)).toHaveLength(screws.length)
  expect(families[0]!.axes).toMatchObject([
    { name: 'Thread', values: ['M3', 'M4', 'M5', 'M6', 'M8', 'M10', 'M12', 'M14', 'M16', 'M18', 'M20'] },
    { name: 'Length' },
  ])
  expect(families[0]!.axes[1]!.values.slice(0, 3)).toEqual(['8 mm', '10 mm', '12 mm'])
  expect(families[0]!.products.find(({ slug }) => slug === 'din912-m4x10')).toEqual({
    slug: 'din912-m4x10',
    places: [1, 1],
    isAvailable: true,
  })
  expect(families[0]!.products.find(({ slug }) => slug === 'din912-m3x100')).toMatchObject({ isAvailable: false })
})

test('products of one family may also differ in measures that follow from the sizes in their names', () => {
  const washers = ['M3', 'M4', 'M5'].map((size, index) =>
    thing(`Washer ${size}`, `Hole: ${3.2 + index} mm`, `Outer: ${7 + index} mm`, `Thickness: 1 mm`, `Size: ${size}`),
  )
  expect(find(washers).map(describeFamily)).toEqual(['Washer | Size M3, M4, M5 | 3 products'])
})

test('a standard, a material, a brand, a category or a further attribute separates families', () => {
  const sizes = ['M3', 'M4', 'M5']
  const screws = sizes.flatMap((size, index) => [
    thing(`Screw DIN 84 ${size}`, `Size: ${size}`, 'Standard: DIN 84'),
    thing(`Screw DIN 912 ${size}`, `Size: ${size}`, 'Standard: DIN 912'),
    thing(`Nut ${size}`, `Size: ${size}`, `Standard: DIN ${index + 1}`),
    thing(`Rod ${size}`, `Size: ${size}`, `Werkstoff: 1.430${index}`),
    { ...thing(`Bolt ${size}`, `Size: ${size}`), brand: `Maker ${index}` },
    { ...thing(`Pin ${size}`, `Size: ${size}`), categorySlug: `kind-${index}` },
    thing(`Key ${size}`, `Size: ${size}`, ...(index === 0 ? ['Coating: Zinc'] : [])),
  ])
  expect(find(screws).map(describeFamily)).toEqual([
    'Screw DIN 84 | Size M3, M4, M5 | 3 products',
    'Screw DIN 912 | Size M3, M4, M5 | 3 products',
  ])
})

test('products whose names differ in a number that is not a value of an attribute are in separate families, also if the number equals a size', () => {
  const screws = ['84', '912'].flatMap((standard) =>
    ['M3', 'M4'].flatMap((thread) =>
      ['10', '84'].map((length) =>
        thing(`Screw DIN ${standard} ${thread}x${length}`, `Thread: ${thread}`, `Length: ${length} mm`),
      ),
    ),
  )
  expect(find(screws).map(describeFamily)).toEqual([
    'Screw DIN 84 | Thread M3, M4 | Length 10 mm, 84 mm | 4 products',
    'Screw DIN 912 | Thread M3, M4 | Length 10 mm, 84 mm | 4 products',
  ])
  const numbered = ['10', '20', '30'].map((length, index) => thing(`Rod no. ${index + 1}`, `Length: ${length} cm`))
  expect(find(numbered)).toEqual([])
})

test('two members are no family, nor are equal products', () => {
  expect(find([thing('Nut M3', 'Size: M3'), thing('Nut M4', 'Size: M4')])).toEqual([])
  const same = Array.from({ length: 3 }, (_, index) => ({ ...thing('Nut', 'Size: M3'), slug: `nut-${index}` }))
  expect(find(same)).toEqual([])
})

test('equal names are a family if at most two measures differ, otherwise they are none', () => {
  const vases = [1, 2, 3].map((size) => ({
    ...thing('Vase', `Height: ${size}0 cm`, `Diameter: ${size} cm`),
    slug: `vase-${size}`,
  }))
  expect(find(vases).map(describeFamily)).toEqual(['Vase | Height 10 cm, 20 cm, 30 cm | 3 products'])
  const jugs = [1, 2, 3].map((size) => ({
    ...thing('Jug', `Height: ${size}0 cm`, `Diameter: ${size} cm`, `Weight: ${size} kg`),
    slug: `jug-${size}`,
  }))
  expect(find(jugs)).toEqual([])
})

test('products whose name contradicts an attribute, or that equal another one, are left out', () => {
  const rods = Array.from({ length: 12 }, (_, index) => thing(`Rod ${index + 1} mm`, `Length: ${index + 1} mm`))
  const families = find([...rods, thing('Rod 99 mm', 'Length: 100 mm'), { ...rods[3]!, slug: 'rod-again' }])
  expect(families).toHaveLength(1)
  expect(families[0]!.products).toHaveLength(12)
})

test('a family that the owner named contains all its products, told apart by attributes or else by their names', () => {
  const chairs = listMembers(
    thing('Low chair', 'Wood: Oak', 'Seat: 40 cm'),
    thing('High chair', 'Wood: Ash', 'Seat: 40 cm'),
    thing('Stool', 'Wood: Pine'),
  )
  expect(describeFamily(buildNamedFamily('Chairs', chairs)!)).toBe('Chairs | Wood Ash, Oak, Pine | 3 products')
  const others = listMembers(thing('Low chair'), thing('High chair', 'Wood: Ash'))
  expect(describeFamily(buildNamedFamily('Chairs', others)!)).toBe('Chairs |  High chair, Low chair | 2 products')
  expect(buildNamedFamily('Chairs', chairs.slice(1, 2))).toBeNull()
})

test('unlisted products and those that the owner excludes are in no family', () => {
  const nut = thing('Nut M3', 'Size: M3')
  expect(describeFamilyCandidate(nut)).not.toBeNull()
  expect(describeFamilyCandidate({ ...nut, visibility: 'unlisted' })).toBeNull()
  expect(describeFamilyCandidate({ ...nut, family: '' })).toBeNull()
  expect(describeFamilyCandidate({ ...nut, attributes: [] })).toBeNull()
  const ordered = { ...nut, variants: [buildVariant({ availability: 'BackOrder' as const })] as const }
  expect(describeFamilyCandidate(ordered)!.member.isAvailable).toBe(true)
})

test('sizes are ordered by their numbers', () => {
  const sizes = ['M10', 'M1.6', 'M8', 'M8 x 1', 'M2,5']
  expect(sizes.toSorted(compareSizes)).toEqual(['M1.6', 'M2,5', 'M8', 'M8 x 1', 'M10'])
  expect(['1 1/2 in', '1/4 in', '2 in'].toSorted(compareSizes)).toEqual(['1/4 in', '1 1/2 in', '2 in'])
})
