import { parse } from 'node:path'
import * as z from 'zod'
import { findUnit } from '../../catalog/rules/units.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import {
  findVitrineField,
  isOptionColumn,
  readAttributeColumn,
  VITRINE_COLUMNS,
  type VitrineField,
} from '../formats/vitrine/vitrine-columns.ts'
import { isCurrency } from '../prices.ts'

/** What separates the entries of a cell, and the cells of columns that become the same field. */
export const JOINTS: Readonly<Partial<Record<VitrineField, string>>> = {
  name: ' ',
  shortDescription: '\n',
  description: '\n',
  category: ' > ',
  otherCategories: ' | ',
  tags: ', ',
  images: '\n',
  attributes: '\n',
  documents: '\n',
  safetyInformation: '\n',
  pictograms: '\n',
  equivalents: '\n',
  formerSlugs: ', ',
  includes: ', ',
}

const OWN_COLUMNS = Object.values(VITRINE_COLUMNS).map(([name]) => name)

export function readOptionTarget(target: string): string | undefined {
  return /^option\s*:\s*(.+)$/i.exec(target.trim())?.[1]?.trim()
}

/** @returns the usual spelling of a target; undefined if there is no such target */
function readTarget(name: string): string | undefined {
  const [option, attribute, field] = [readOptionTarget(name), readAttributeColumn(name), findVitrineField(name)]
  if (option !== undefined) return `Option: ${option}`
  if (attribute !== undefined) return `Attribute: ${attribute}`
  if (isOptionColumn(name)) return name.trim()
  if (field !== undefined) return VITRINE_COLUMNS[field][0]
  return foldColumnName(name) === 'currency' ? 'Currency' : undefined
}

const TARGETS = `must be a column of Vitrine's own sheet (${OWN_COLUMNS.join(', ')}), "Attribute: Material", "Option: Colour" or "Currency", or null if the column is not imported`

const target = z.string(TARGETS).transform((name, context) => {
  const found = readTarget(name)
  if (found !== undefined) return found
  context.addIssue({ code: 'custom', message: `${TARGETS}; it is "${name}"` })
  return z.NEVER
})

const columnTarget = z.strictObject({
  to: target,
  /** Of numbers without one: of mass for weights, any for attributes. */
  unit: z
    .string()
    .trim()
    .refine((text) => findUnit(text) !== undefined, 'must be a unit such as "mm" or "kg"')
    .optional(),
  separator: z.string().min(1, 'must not be empty').max(5, 'has more than 5 characters').optional(),
})

export const mappingSchema = z.strictObject({
  columns: z
    .record(
      z.string().trim(),
      z.preprocess((given) => (typeof given === 'object' ? given : { to: given }), columnTarget.nullable()),
      'must name the columns of the table, such as { "Artikelnummer": "SKU", "Preis": "Price", "EK": null }',
    )
    .superRefine((columns, context) => {
      const columnByTarget = new Map<string, string>()
      for (const [column, given] of Object.entries(columns)) {
        const field = findVitrineField(given?.to ?? '')
        if (given === null || (field && JOINTS[field] !== undefined)) continue
        const key = foldColumnName(given.to)
        const message = `"${columnByTarget.get(key)}" already becomes ${given.to}; write null for one of them`
        if (columnByTarget.has(key)) context.addIssue({ code: 'custom', path: [column], message })
        columnByTarget.set(key, column)
      }
    }),
  /** Values for all rows; a cell that is not blank goes before. */
  fixed: z
    .record(target, z.string().trim().min(1, 'must not be empty'))
    .refine(({ Currency = 'EUR' }) => isCurrency(Currency.toUpperCase()), {
      path: ['Currency'],
      message: 'must be a currency such as EUR',
    })
    .optional(),
  decimalSign: z.enum(['.', ','], 'must be "." or ","').optional(),
  delimiter: z.string().length(1, 'must be a single character such as ";" or "\\t"').optional(),
})

/** How a table's columns become columns of Vitrine's own sheet. Files `*.mapping.json` have the same keys. */
export type TableMapping = Readonly<z.infer<typeof mappingSchema>>

/** What a column becomes, such as `Price`, `Attribute: Material`, `Option: Colour` or `Currency`. */
export type ColumnTarget = Readonly<z.infer<typeof columnTarget>>

/** Returns unique keys: the heading, `Heading (2)` for its second column, and `Column 5` without a heading. */
export function listColumnKeys(header: readonly string[]): readonly string[] {
  const keys = new Set<string>()
  const counts = new Map<string, number>()
  return header.map((name, index) => {
    const base = name === '' ? `Column ${index + 1}` : name
    let number = counts.get(foldColumnName(base)) ?? 1
    let key = number === 1 ? base : `${base} (${number})`
    while (keys.has(foldColumnName(key))) key = `${base} (${++number})`
    counts.set(foldColumnName(base), number + 1)
    keys.add(foldColumnName(key))
    return key
  })
}

/** The mapping `supplier.mapping.json` belongs to `supplier.csv` beside it. */
export function mappingPathOf(tablePath: string): string {
  const { dir, name } = parse(tablePath)
  return `${dir === '' ? '' : `${dir}/`}${name}.mapping.json`
}
