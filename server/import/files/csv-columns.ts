import { ImportError } from '../import-error.ts'
import type { ImportNotes } from '../import-report.ts'

/** Names that a column may have, the present one first. Case and spaces do not matter. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly string[]>>

interface MatchedColumns<Field extends string> {
  readonly indexes: ReadonlyMap<Field, number>
  /** Columns that mean none of the fields; those without a name are left out. */
  readonly others: readonly { readonly name: string; readonly index: number }[]
}

/** The form in which column names are compared. */
export function foldColumnName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/**
 * Finds the column of each field.
 * @throws ImportError where two columns mean one field, or a required one is missing
 */
export function matchColumns<Field extends string>(
  file: string,
  header: readonly string[],
  names: ColumnNames<Field>,
  required: readonly Field[],
): MatchedColumns<Field> {
  const fieldByName = new Map<string, Field>()
  for (const field of Object.keys(names) as Field[]) {
    for (const name of names[field]) fieldByName.set(foldColumnName(name), field)
  }
  const indexes = new Map<Field, number>()
  const others: { name: string; index: number }[] = []
  for (const [index, name] of header.entries()) {
    const field = fieldByName.get(foldColumnName(name))
    if (field === undefined) {
      if (name !== '') others.push({ name, index })
      continue
    }
    const earlier = indexes.get(field)
    if (earlier !== undefined) {
      const both = `"${header[earlier]}" (column ${earlier + 1}) and "${name}" (column ${index + 1})`
      throw new ImportError({ file, line: 1, column: name }, `two columns mean the same: ${both}. Remove one of them`)
    }
    indexes.set(field, index)
  }
  for (const field of required) {
    if (indexes.has(field)) continue
    const accepted = names[field].map((name) => `"${name}"`).join(' or ')
    throw new ImportError({ file, line: 1 }, `the column ${accepted} is missing`)
  }
  return { indexes, others }
}

/** @param name as the file's own header writes it */
export function warnOfUnknownColumn(file: string, name: string, notes: Pick<ImportNotes, 'warn'>): void {
  notes.warn({ file, line: 1, column: name, value: null, reason: 'this column is not known and was left out' })
}
