import type { CatalogCall } from './catalog-call.ts'

/** Options that must not be repeated: `--report` names a file that exists by then. */
const LEFT_OUT: ReadonlySet<string> = new Set(['yes', 'dry-run', 'report', 'rejected'])

/** Writes an import as it can be pasted into a shell. */
export function writeImportCommand(path: string, values: CatalogCall['values']): string {
  const words = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || LEFT_OUT.has(name)) return []
    return value === true ? [`--${name}`] : [`--${name}`, quoteForShell(String(value))]
  })
  return ['npm run catalog -- import', quoteForShell(path), ...words].join(' ')
}

export function quoteForShell(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
