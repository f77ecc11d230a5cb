import { compareSizes, listNumbers, type FamilyMember } from './product-family.ts'

/** An attribute in which members differ, with values from the smallest to the largest. */
interface FamilyAxis {
  /** '' if no attribute tells the members apart, so that the values are their names. */
  readonly name: string
  readonly values: readonly string[]
}

interface FamilyProduct {
  readonly slug: string
  /** The index of the product's value for each axis. */
  readonly places: readonly number[]
  readonly isAvailable: boolean
}

/** Products that differ only in one or two attributes, and in measures that follow from these. */
export interface Family {
  readonly name: string
  readonly axes: readonly FamilyAxis[]
  /** The products, ordered by size. */
  readonly products: readonly FamilyProduct[]
}

export const FAMILY_MEMBERS_MIN = 3
export const FAMILY_MEMBERS_MAX = 5_000
const AXES_MAX = 2

/** One of ten names may contradict an attribute, but none in a smaller group. Its product is left out. */
const LEAST_AGREEMENT = 0.9

/** The values of an attribute; '10 mm' and '10mm' are one. */
interface Column {
  readonly name: string
  readonly values: readonly string[]
  readonly numbers: readonly (readonly string[])[]
  /** The index of each member's value. */
  readonly places: readonly number[]
}

/** Members with the numbers of their names. */
interface Group {
  readonly members: readonly FamilyMember[]
  readonly numbers: readonly (readonly string[])[]
}

/** Finds the families among products with the same key. */
export function findFamilies(members: readonly FamilyMember[]): readonly Family[] {
  return search({ members, numbers: members.map(({ name }) => listNumbers(name)) })
}

/** Builds a family of all products to which the owner gave the name of the family, whatever they have in common. */
export function buildNamedFamily(name: string, members: readonly FamilyMember[]): Family | null {
  if (members.length < 2) return null
  const columns = listColumns(members).filter(isDiffering)
  const named = columns.filter((column) => members.every((member, index) => isNamedBy(member, column, index)))
  const distinct = [named, columns]
    .flatMap((ranked) => [...ranked.map((column) => [column]), ...listPairs(ranked)])
    .find((axes) => countDistinct(axes) === members.length)
  const names = buildColumn(
    '',
    members.map((member) => member.name),
  )
  return buildFamily(name, members, distinct ?? [names])
}

/** Returns the slugs of the other products, nearest size first. Of two equally near sizes the larger comes first. */
export function listNearestSizes({ products }: Family, slug: string): readonly string[] {
  const places = products.find((product) => product.slug === slug)?.places ?? []
  const distanceOf = (product: FamilyProduct) =>
    places.reduce((sum, place, axis) => sum + Math.abs(place - product.places[axis]!), 0)
  return products
    .filter((product) => product.slug !== slug)
    .toReversed()
    .toSorted((one, other) => distanceOf(one) - distanceOf(other))
    .map((product) => product.slug)
}

function search(group: Group): readonly Family[] {
  const { members, numbers } = group
  if (members.length < FAMILY_MEMBERS_MIN) return []
  const differing = listColumns(members).filter(isDiffering)
  if (differing.length === 0) return []
  const positions = (numbers[0] ?? []).flatMap((first, position) =>
    numbers.some((ofName) => ofName[position] !== first) ? [position] : [],
  )
  const explaining = new Map(
    positions.map((position) => [position, differing.filter((column) => explains(column, position, numbers))]),
  )
  // A number of the name without an attribute, such as that of a standard, separates families.
  const separating = positions.filter((position) => explaining.get(position)?.length === 0)
  if (separating.length > 0)
    return split(group, (index) => separating.map((position) => numbers[index]?.[position]).join(' '))

  const named = differing.filter((column) => [...explaining.values()].some((columns) => columns.includes(column)))
  // Names that do not say which of more than two measures are the sizes make no family.
  const ranked = (differing.length > AXES_MAX ? named : differing).toSorted(
    (one, other) => Number(isWrittenIn(members[0], other)) - Number(isWrittenIn(members[0], one)),
  )
  if (ranked.length === 0) return []
  const covering = [...ranked.map((column) => [column]), ...listPairs(ranked)].filter((axes) =>
    [...explaining.values()].every((columns) => columns.some((column) => axes.includes(column))),
  )
  if (covering.length === 0) {
    // Of more than two sizes, the one with the fewest values separates families.
    const fewest = ranked.reduce((one, other) => (other.values.length < one.values.length ? other : one))
    return split(group, (index) => fewest.places[index])
  }
  const axes = covering.reduce((one, other) => (countDistinct(other) > countDistinct(one) ? other : one))
  const agrees = (index: number) =>
    [...explaining].every(([position, columns]) =>
      axes.some((axis) => columns.includes(axis) && hasNumber(axis, index, numbers[index]?.[position])),
    )
  const seen = new Set<number>()
  const kept: number[] = []
  let equal = 0
  for (const index of members.keys()) {
    const place = combinePlaces(axes, index)
    if (agrees(index)) {
      if (seen.has(place)) equal += 1
      else kept.push(index)
    }
    seen.add(place)
  }
  const areDistinct = equal <= members.length * (1 - LEAST_AGREEMENT)
  if (!areDistinct || kept.length < FAMILY_MEMBERS_MIN || kept.length > FAMILY_MEMBERS_MAX) return []
  const ofKept = axes.map((axis) => ({ ...axis, places: kept.map((index) => axis.places[index]!) }))
  return [
    buildFamily(
      nameFamily(members, axes),
      kept.map((index) => members[index]!),
      ofKept,
    ),
  ]
}

function split(group: Group, keyOf: (index: number) => unknown): readonly Family[] {
  const parts = [...Map.groupBy(group.members.keys(), keyOf).values()]
  return parts.flatMap((indexes) =>
    search({
      members: indexes.map((index) => group.members[index]!),
      numbers: indexes.map((index) => group.numbers[index]!),
    }),
  )
}

/** Lists the attributes of all members, in the order of the first. */
function listColumns(members: readonly FamilyMember[]): readonly Column[] {
  const byName = members.map(({ attributes }) => new Map(attributes))
  return (members[0]?.attributes ?? []).flatMap(([name]) => {
    const values = byName.map((attributes) => attributes.get(name))
    return values.every((value) => value !== undefined) ? [buildColumn(name, values)] : []
  })
}

function buildColumn(name: string, texts: readonly string[]): Column {
  const values: string[] = []
  const bySpelling = new Map<string, number>()
  const byText = new Map<string, number>()
  const places = texts.map((text) => {
    const known = byText.get(text)
    if (known !== undefined) return known
    const spelling = spell(text)
    const place = bySpelling.get(spelling) ?? values.push(text) - 1
    bySpelling.set(spelling, place)
    byText.set(text, place)
    return place
  })
  return { name, values, places, numbers: values.map(listNumbers) }
}

function isDiffering({ values }: Column): boolean {
  return values.length > 1
}

function hasNumber({ numbers, places }: Column, index: number, number: string | undefined): boolean {
  return number !== undefined && numbers[places[index]!]!.includes(number)
}

/** Returns whether the names have an attribute's numbers at a position. */
function explains(column: Column, position: number, numbers: Group['numbers']): boolean {
  const agreeing = numbers.filter((ofName, index) => hasNumber(column, index, ofName[position])).length
  return agreeing >= numbers.length * LEAST_AGREEMENT
}

/** Returns whether the first member's name has its whole value, such as 'M6'. */
function isWrittenIn(member: FamilyMember | undefined, { values, places }: Column): boolean {
  return member !== undefined && spell(member.name).includes(spell(values[places[0]!]))
}

/** Returns whether a member's name has its value, or the numbers of it. */
function isNamedBy({ name }: FamilyMember, { values, numbers, places }: Column, index: number): boolean {
  const place = places[index]!
  const ofName = listNumbers(name)
  const hasNumbers = numbers[place]!.length > 0 && numbers[place]!.every((number) => ofName.includes(number))
  return hasNumbers || spell(name).includes(spell(values[place]))
}

function listPairs(columns: readonly Column[]): readonly (readonly Column[])[] {
  return columns.flatMap((one, place) => columns.slice(place + 1).map((other) => [one, other]))
}

function countDistinct(axes: readonly Column[]): number {
  return new Set(axes[0]?.places.map((_, index) => combinePlaces(axes, index))).size
}

/** Returns a number for a member's values in all axes. */
function combinePlaces(axes: readonly Column[], index: number): number {
  return axes.reduce((sum, { places, values }) => sum * values.length + places[index]!, 0)
}

function spell(value = ''): string {
  return value.replace(/\s+/g, '').toLowerCase()
}

function buildFamily(name: string, members: readonly FamilyMember[], columns: readonly Column[]): Family {
  const axes = columns.map((column) => {
    const used = [...new Set(column.places)].toSorted((one, other) =>
      compareSizes(column.values[one]!, column.values[other]!),
    )
    return { used, name: column.name, values: used.map((place) => column.values[place]!) }
  })
  const orders = axes.map(({ used }) => new Map(used.map((place, order) => [place, order])))
  const products = members
    .map(({ slug, isAvailable }, index) => ({
      slug,
      isAvailable,
      places: columns.map(({ places }, axis) => orders[axis]!.get(places[index]!)!),
    }))
    .toSorted((one, other) => one.places[0]! - other.places[0]! || (one.places[1] ?? 0) - (other.places[1] ?? 0))
  return { name, axes: axes.map(({ name: axis, values }) => ({ name: axis, values })), products }
}

/** Names a family by the words of all names, without signs and units of sizes: 'Pipe API 5L NPS 36' becomes 'Pipe API 5L'. */
function nameFamily(members: readonly FamilyMember[], axes: readonly Column[]): string {
  const words = members.map(({ name }) => name.split(/\s+/))
  const ofSizes = new Set(['x', '×', '*', '-', ...axes.flatMap(({ values }) => values[0]?.match(/[^\s\d.,/]+/g) ?? [])])
  return (words[0] ?? [])
    .filter((word, place) => !ofSizes.has(word) && words.every((ofName) => ofName[place] === word))
    .join(' ')
    .replace(/[\s,;:–-]+$/, '')
}
