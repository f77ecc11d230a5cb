import { isIsoDate } from '../../../../shared/local-date-time.ts'
import { toInstant } from '../../../platform/zoned-time.ts'
import { readPlainText, splitList } from '../../cells.ts'
import { readPrice } from '../../prices.ts'
import { writeCategories } from './own-notation.ts'
import type { ComputedCell, SourceRow, SystemGroup, VariantSet } from './system.ts'

export const PRICES_WITHOUT_TAX = 'the prices are without tax; check that your visitors may see them'

/** Builds a cell from the first of several fields that is not blank. @param write the text by default */
export function buildCell<Field extends string>(
  fields: NoInfer<Field> | readonly NoInfer<Field>[],
  write: (text: string, row: SourceRow<Field>, group: SystemGroup<Field>) => string = (text) => text,
): ComputedCell<Field> {
  const from = typeof fields === 'string' ? [fields] : fields
  const read = (row: SourceRow<Field>) => from.map((field) => row.read(field)).find(Boolean) ?? ''
  return { from, read: (row, group) => write(read(row), row, group) }
}

/** Builds the cell of a picture that variants alone have; that of the product is among its pictures. */
export function buildVariantImage<Field extends string>(field: Field): ComputedCell<Field> {
  return buildCell(field, (text, row, { product }) => (row === product ? '' : text))
}

/** Builds variants of rows that name all their options and values in one field. */
export function buildVariants<Field extends string>(
  rows: readonly SourceRow<Field>[],
  field: Field,
  readOptions: (row: SourceRow<Field>) => ReadonlyMap<string, string>,
): VariantSet<Field> {
  const options = rows.map(readOptions)
  const names = [...new Set(options.flatMap((values) => [...values.keys()]))]
  return {
    options: names.map((name) => ({ name, field })),
    variants: rows.map((row, index) => ({ row, values: names.map((name) => options[index]?.get(name) ?? '') })),
  }
}

type Paths = readonly (readonly string[])[]

/** How a cell lists categories, such as `Home/Toys, Sale`. */
interface CategoryList {
  readonly list: string
  /** Separates the levels of a category; by default each has one. */
  readonly levels?: string | RegExp
  /** Matches ids, which mean nothing outside the shop. */
  readonly ids?: RegExp
  /** Matches the first level of a category if the shop does not show it. */
  readonly root?: RegExp
}

/**
 * Builds the cells of the categories that a row names in one field.
 * @param given reads the path of each category, the main one first
 */
export function buildCategoryCells<Field extends string>(
  field: Field,
  given: CategoryList | ((row: SourceRow<Field>) => Paths),
): Record<'category' | 'otherCategories', ComputedCell<Field>> {
  const read = (row: SourceRow<Field>) =>
    writeCategories(typeof given === 'function' ? given(row) : readCategories(row, field, given))
  return {
    category: { from: [field], read: (row) => read(row).main },
    otherCategories: { from: [field], read: (row) => read(row).others },
  }
}

function readCategories<Field extends string>(
  row: SourceRow<Field>,
  field: Field,
  { list, levels, ids, root }: CategoryList,
): Paths {
  const entries = splitList(row.read(field), list)
  const named = entries.filter((entry) => !ids?.test(entry))
  if (named.length < entries.length) row.warn(field, 'categories are ids without names; they were left out')
  const paths = named.map((entry) => (levels === undefined ? [entry] : splitList(entry, levels)))
  return paths.map((path) => (root?.test(path[0] ?? '') ? path.slice(1) : path))
}

interface SalePriceRules<Field extends string> {
  readonly regular: Field
  readonly sale: Field
  /** Reads the price in a field, or "" if it does not apply today. By default, the text of the field is returned. */
  read?(row: SourceRow<Field>, field: Field, group: SystemGroup<Field>): string
  /** Fields with the first and the last day of the sale. */
  readonly days?: readonly [first: Field, last: Field]
  /** Converts a day to ISO 8601. */
  convertDay?(text: string): string
}

type Cells<Field extends string> = Readonly<Record<'price' | 'compareAtPrice', ComputedCell<Field>>>

/** Builds the cells of a shop that has a regular and a sale price, which applies only if it is lower. */
export function buildPriceCells<Field extends string>(rules: SalePriceRules<Field>): Cells<Field> {
  const { regular, sale } = rules
  return {
    price: { from: [sale, regular], read: (row, group) => readSalePrice(row, group, rules).price },
    // Without a column of sale prices, stored former prices stay.
    compareAtPrice: { from: [sale], read: (row, group) => readSalePrice(row, group, rules).former },
  }
}

/** @returns the price, and that before the reduction or '' */
function readSalePrice<Field extends string>(
  row: SourceRow<Field>,
  group: SystemGroup<Field>,
  rules: SalePriceRules<Field>,
): { readonly price: string; readonly former: string } {
  const { regular, sale, read = (own, field) => own.read(field) } = rules
  const [price, reduced] = [read(row, regular, group), read(row, sale, group)]
  if (reduced === '') return { price, former: '' }
  const [usualMinor, reducedMinor] = [readMinor(price, group), readMinor(reduced, group)]
  // Prices that cannot be read are rejected later.
  if (usualMinor === undefined || reducedMinor === undefined) return { price: reduced, former: price }
  if (reducedMinor === 0) return { price, former: '' }
  if (usualMinor === 0) row.warn(sale, 'the sale price was left out, because the regular price is missing')
  else if (reducedMinor >= usualMinor) row.adapt(sale, 'reduction', reduced)
  else if (isWithinDays(row, group, rules)) return { price: reduced, former: price }
  return { price, former: '' }
}

/** @returns 0 without a price, undefined if it cannot be read */
function readMinor(text: string, { currency }: { readonly currency: string }): number | undefined {
  if (text === '') return 0
  const reading = readPrice(readPlainText(text), currency)
  return 'fault' in reading ? undefined : (reading.minor ?? 0)
}

const DAY_MS = 86_400_000

/** Matches a day that is not set, so that the sale has no first or last one. */
const UNLIMITED = /^(?:$|0000-00-00)/

/** Whether the sale applies today. Days are `2026-05-01` or `2026-05-01 10:00:00`, of which the time is ignored. */
function isWithinDays<Field extends string>(
  row: SourceRow<Field>,
  group: SystemGroup<Field>,
  { days, convertDay = (text) => text }: SalePriceRules<Field>,
): boolean {
  const [first, last] = (days ?? []).map((field) => {
    const text = convertDay(row.read(field))
    if (UNLIMITED.test(text)) return null
    const [date = ''] = text.split(/[ T]/)
    if (isIsoDate(date)) return toInstant(`${date}T00:00`, group.timeZone)
    row.warn(field, 'expected a date (YYYY-MM-DD); the sale price was left out')
    // Comparisons with NaN are false, so the sale does not apply.
    return Number.NaN
  })
  return (first ?? -Infinity) <= group.now && group.now < (last ?? Infinity) + DAY_MS
}
