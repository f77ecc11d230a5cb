import { type Config, readConfig } from '../platform/settings/config.ts'
import { describeDatabase } from '../platform/settings/database-settings.ts'
import { hasDatabase } from '../site.ts'
import { type Call, UsageError } from './command-line.ts'

/** @throws UsageError if there is no database; creating one would answer as if the site were empty */
export function readConfigOfSite({ own }: Pick<Call, 'own'>): Config {
  const config = readConfig(own.env)
  if (hasDatabase(config.database)) return config
  throw new UsageError(
    `There is no database at ${describeDatabase(config.database)}. Start the server or import once, or set DATA_DIR or DATABASE_URL.`,
  )
}

/** Options that must not be repeated: `--rejected` names a file that exists by then. */
const LEFT_OUT: ReadonlySet<string> = new Set(['yes', 'dry-run', 'rejected'])

/** Writes an import as it can be pasted into a shell. */
export function writeImportCommand(path: string, values: Call['values']): string {
  const words = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || LEFT_OUT.has(name)) return []
    return value === true ? [`--${name}`] : [`--${name}`, quoteForShell(String(value))]
  })
  return ['npm run catalog -- import', quoteForShell(path), ...words].join(' ')
}

export function quoteForShell(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
