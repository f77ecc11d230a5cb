import { ImportError } from '../import-error.ts'
import type { ImportNotes } from '../import-report.ts'

/** Accepted names of each column, the current name first. Case and spaces are ignored. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly [string, ...string[]]>>

interface MatchedColumns<Field extends string> {
  readonly indexes: ReadonlyMap<Field, number>
  readonly others: readonly { readonly name: string; readonly index: number }[]
}

/** Normalises a column name, so that comparisons ignore case and spaces. */
export function foldColumnName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/**
 * Finds the column of each field.
 * @throws ImportError if two columns match one field, or a required column is missing
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
      throw new ImportError(
        { file, line: 1, column: name },
        `two columns have the same meaning: ${both}. Remove one of them`,
      )
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

/** Warns about a column that is not imported. */
export function warnOfUnknownColumn(file: string, name: string, notes: Pick<ImportNotes, 'warn'>): void {
  notes.warn({ file, line: 1, column: name, value: null, reason: 'unknown column; it was ignored' })
}
