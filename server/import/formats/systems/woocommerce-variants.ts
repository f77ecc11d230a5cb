import { cutText, readBoolean, readHtmlText } from '../../cells.ts'
import { LIMITS } from '../../draft-product.ts'
import { isCostHeading } from '../../mapping/price-headings.ts'
import { combineValues } from './own-notation.ts'
import type { SourceRow, SystemGroup, VariantSet } from './system.ts'
import { NUMBERS, type WooCommerceField as Field } from './woocommerce-names.ts'

type Row = SourceRow<Field>
type Group = SystemGroup<Field>

/** Splits a comma-separated list; `A, B\, C` has two entries. */
export function readList(text: string): readonly string[] {
  return cutText(text, LIMITS.list)
    .split(/(?<!\\),/)
    .map(readEntry)
    .filter((entry) => entry !== '')
}

function readEntry(text: string): string {
  return readHtmlText(text.replaceAll('\\,', ','))
}

/** Returns '' for types that plugins add. */
export function readType(row: Row): string {
  const types = row
    .readLower('type')
    .split(/\s*,\s*/)
    .filter((word) => !/^(?:|downloadable|virtual)$/.test(word))
  const [type = 'simple'] = types
  return types.length <= 1 && /^(?:simple|variable|variation|grouped|external)$/.test(type) ? type : ''
}

interface Attribute {
  readonly name: string
  /** All values in one text. */
  readonly cell: string
  readonly values: readonly string[]
  readonly isVisible: boolean
}

const ATTRIBUTE_FIELDS = NUMBERS.map(
  (number) => [`attributeName${number}`, `attributeValues${number}`, `attributeVisible${number}`] as const,
)

/** Reads the attributes by their names in lower case, without unnamed and repeated ones. */
export function readAttributes(row: Row): ReadonlyMap<string, Attribute> {
  const attributes = ATTRIBUTE_FIELDS.flatMap(([nameField, valuesField, visibleField]) => {
    const cell = row.read(nameField)
    const name = cell === '' ? '' : readList(cell).join(', ')
    if (name === '' || isCostHeading(name)) return []
    const values = row.read(valuesField)
    const isVisible = readBoolean(row.read(visibleField)) !== false
    return [{ name, cell: readEntry(values), values: readList(values), isVisible }]
  })
  return mapFirst(attributes, ({ name }) => name)
}

/** Maps values by a text in lower case. The first value of a text counts. */
function mapFirst<Value>(values: readonly Value[], textOf: (value: Value) => string): ReadonlyMap<string, Value> {
  const groups = Map.groupBy(values, (value) => textOf(value).toLowerCase())
  return new Map([...groups].map(([key, [first]]) => [key, first!]))
}

/** A variation has one value, in which a comma is not always escaped. */
function chooseValue(attribute: Attribute | undefined, listed: readonly string[] = []): string | undefined {
  return attribute && listed.includes(attribute.cell) ? attribute.cell : attribute?.values[0]
}

/** Returns the attributes of variations with all their values, in the order of the product. */
function listOptions(
  product: ReadonlyMap<string, Attribute>,
  variations: readonly ReadonlyMap<string, Attribute>[],
): readonly { readonly key: string; readonly name: string; readonly values: ReadonlyMap<string, string> }[] {
  const attributes = [product, ...variations].flatMap((each) => [...each.values()])
  return [...mapFirst(attributes, ({ name }) => name)]
    .filter(([key]) => variations.some((variation) => variation.has(key)))
    .map(([key, { name }]) => {
      const listed = product.get(key)?.values ?? []
      const chosen = variations.flatMap((variation) => chooseValue(variation.get(key), listed) ?? [])
      return { key, name, values: mapFirst([...listed, ...chosen], (value) => value) }
    })
    .filter(({ values }) => values.size > 0)
}

/** WooCommerce writes 0 for a disabled variation; -1 only repeats that its parent is a draft. */
export function listVariations(parts: readonly Row[]): readonly Row[] {
  return parts.filter((part) => readBoolean(part.read('published')) !== false)
}

/** A blank attribute of a variation means each value that no earlier variation has. */
export function readVariants(group: Group): VariantSet<Field> {
  const { product, parts } = group
  if (readType(product) === '')
    product.warn('type', 'unknown product type; the product was imported as a simple product')
  const position = (row: Row) => Number.parseInt(row.read('position'), 10) || 0
  const rows = listVariations(parts).toSorted((left, right) => position(left) - position(right))
  const [own, attributes] = [readAttributes(product), rows.map(readAttributes)]
  const options = listOptions(own, attributes)
  const taken = new Set<string>()
  const variants: { row: Row; values: readonly string[] }[] = []
  for (const [index, row] of rows.entries()) {
    const chosen = options.map(({ key }) => chooseValue(attributes[index]?.get(key), own.get(key)?.values))
    const lists = options.map(({ values }, at) => {
      const value = chosen[at]
      return value === undefined ? [...values.values()] : [values.get(value.toLowerCase()) ?? value]
    })
    for (const values of combineValues(lists)) {
      const code = JSON.stringify(values)
      // A repeated variation without blanks is rejected later.
      if (chosen.includes(undefined) && taken.has(code)) continue
      taken.add(code)
      variants.push({ row, values })
    }
    if (variants.length > LIMITS.variants) break
  }
  for (const [at, { values }] of [...options.entries()].toReversed()) {
    const order = [...values.values()]
    variants.sort((left, right) => order.indexOf(left.values[at]!) - order.indexOf(right.values[at]!))
  }
  return { options: options.map(({ name }) => ({ name, field: 'attributeValues1' })), variants }
}
