import { splitList, writeCategories } from './own-notation.ts'
import type { ComputedCell, SourceRow, SystemGroup, VariantSet } from './system.ts'

export const PRICES_WITHOUT_TAX = 'the prices are without tax; check that your visitors may see them'

/** A variant has the values of its product if its own cells are blank. */
export function inherit<Field extends string>(
  row: SourceRow<Field>,
  { product }: SystemGroup<Field>,
  field: Field,
): string {
  return row.read(field) || product.read(field)
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
