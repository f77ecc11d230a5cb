import { writeFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { z } from 'zod'
import type { TableMapping } from '../../catalog/rules/table-mapping.ts'
import { findUnit } from '../../catalog/rules/units.ts'
import { VITRINE_COLUMNS } from '../formats/vitrine/vitrine-columns.ts'
import { ImportError } from '../import-error.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import type { SourcePath } from '../files/source-path.ts'
import { isKnownEncoding } from '../files/text-file.ts'
import { readUtf8File } from '../owner-texts.ts'
import { parseJson } from '../parse-json.ts'
import { isCurrency } from '../prices.ts'
import { JOINED_FIELDS, readMappedField, writeMappedField } from './mapping-fields.ts'

const TARGETS = `a column of Vitrine's own sheet (${Object.values(VITRINE_COLUMNS)
  .map(([name]) => name)
  .join(', ')}), "Attribute: Material", "Option: Colour" or "Currency"`

const target = z
  .string()
  .trim()
  .transform((name, context) => {
    const found = readMappedField(name)
    if (found) return writeMappedField(found)
    context.addIssue({ code: 'custom', message: `must be ${TARGETS}, or null if it is not imported; it is "${name}"` })
    return z.NEVER
  })

const separator = z.string().min(1, 'must not be empty').max(5, 'has more than 5 characters')

const columnTarget = z.strictObject({
  to: target,
  unit: z
    .string()
    .trim()
    .refine((text) => findUnit(text) !== undefined, 'must be a unit such as "mm" or "kg"')
    .optional(),
  separator: separator.optional(),
})

const mappingSchema = z.strictObject({
  columns: z.record(
    z.string().trim(),
    z.union([z.null(), target.transform((to) => ({ to })), columnTarget], {
      error: (issue) => describeTargetFault(issue.input),
    }),
    'must name the columns of the table, such as { "Artikelnummer": "SKU", "Preis": "Price", "EK": null }',
  ),
  fixed: z.record(target, z.string().trim().min(1, 'must not be empty')).optional(),
  otherColumns: z.enum(['attributes', 'ignore'], 'must be "attributes" or "ignore"').optional(),
  decimalSign: z.enum(['.', ','], 'must be "." or ","').optional(),
  listSeparator: separator.optional(),
  delimiter: z.string().length(1, 'must be a single character such as ";" or "\\t"').optional(),
  encoding: z.string().refine(isKnownEncoding, 'must be an encoding such as "windows-1252"').optional(),
  sheet: z.string().trim().min(1, 'must not be empty').optional(),
  headerRow: z.int('must be a row number').min(1, 'must be a row number').max(50, 'is larger than 50').optional(),
})

function describeTargetFault(input: unknown): string {
  const to = typeof input === 'object' && input !== null && 'to' in input ? input.to : input
  const written = typeof to === 'string' ? `; it is "${to}"` : ''
  return `must be ${TARGETS}, or null if the column is not imported${written}`
}

/** The mapping `supplier.mapping.json` belongs to `supplier.csv` beside it. */
export function mappingPathOf(tablePath: string): string {
  const { dir, name } = parse(tablePath)
  return `${dir === '' ? '' : `${dir}/`}${name}.mapping.json`
}

/** @throws ImportError with the key of the first fault */
export async function readMappingFile(source: SourcePath): Promise<TableMapping> {
  const { path: file } = source
  const result = mappingSchema.safeParse(parseJson(file, await readUtf8File(source)))
  const fail = (path: readonly PropertyKey[], reason: string): never => {
    throw new ImportError({ file, column: path.join('.') || null }, reason)
  }
  if (!result.success) {
    const [issue] = result.error.issues
    if (issue?.code === 'unrecognized_keys') {
      const { shape } = issue.path.length > 0 ? columnTarget : mappingSchema
      return fail(issue.path, `there is no key "${issue.keys[0]}"; the keys are ${Object.keys(shape).join(', ')}`)
    }
    return fail(issue?.path ?? [], issue?.message ?? 'is invalid')
  }
  const { data } = result
  const columnByTarget = new Map<string, string>()
  for (const [column, given] of Object.entries(data.columns)) {
    if (given === null) continue
    const field = readMappedField(given.to)
    if (field?.kind === 'field' && JOINED_FIELDS[field.field] !== undefined) continue
    const key = foldColumnName(given.to)
    const other = columnByTarget.get(key)
    if (other !== undefined)
      fail(['columns', column], `"${other}" already becomes ${given.to}; write null for one of them`)
    columnByTarget.set(key, column)
  }
  const currency = data.fixed?.['Currency']
  if (currency !== undefined && !isCurrency(currency.toUpperCase()))
    fail(['fixed', 'Currency'], 'must be a currency such as EUR')
  return data
}

/**
 * Never overwrites a file.
 * @returns null, or why the file could not be written
 */
export async function saveMapping(path: string, mapping: TableMapping): Promise<string | null> {
  try {
    await writeFile(path, `${JSON.stringify({ ...mapping, columns: shortenTargets(mapping) }, null, 2)}\n`, {
      flag: 'wx',
    })
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return code === 'EEXIST' ? 'the file already exists' : `it cannot be written there (${code})`
  }
}

/** Returns the short form that owners write. */
function shortenTargets({ columns }: TableMapping): object {
  const written = Object.entries(columns).map(([name, given]) => [
    name,
    given && given.unit === undefined && given.separator === undefined ? given.to : given,
  ])
  return Object.fromEntries(written)
}
