import { isKnownEncoding } from '../import/files/text-file.ts'
import { PRODUCT_FORMATS } from '../import/formats/product-formats.ts'
import { hasPassword } from '../config/database-settings.ts'
import { DEFAULT_LIMITS, KEPT_DAYS } from '../unmatched-searches/unmatched-search-store.ts'
import { checkCommand, parseArguments, UsageError } from './parse-arguments.ts'

const FORMAT_IDS = PRODUCT_FORMATS.map(({ id }) => id).join(', ')
const FORMAT_NAMES = new Intl.ListFormat('en', { type: 'disjunction' }).format(PRODUCT_FORMATS.map(({ name }) => name))

const SEARCHES_LIMIT = 100
const SEARCHES_LIMIT_MAX = DEFAULT_LIMITS.maxTexts

export const CATALOG_USAGE = `Usage: npm run catalog -- COMMAND

  import FILE|FOLDER   imports products into the catalogue
      FILE is a ${FORMAT_NAMES}.
      FOLDER contains any of site.json, about.md, pages/, categories.csv, synonyms.csv, attributes.csv, products.* and images/.
      --format NAME      format of the products' file, if its columns do not identify it: ${FORMAT_IDS}
      --images FOLDER    folder of the pictures, which are found by file name
      --fetch-images     downloads pictures that are given by address and stores them in the database
      --dry-run          reports what would change, but changes nothing
      --strict           changes nothing if any row is rejected
      --prune            unpublishes products that are missing from the file; fails if they are more than a tenth
      --force            with --prune: also unpublishes more than a tenth
      --keep-amounts     if site.json changes the currency, prices keep their amounts: 10 USD becomes 10 EUR
      --encoding NAME    encoding of the file, if it is not UTF-8 (for example windows-1252)
      --verbose          lists every new or changed product
  export FOLDER        writes the catalogue to a folder; importing that folder changes nothing
      --force            writes to a folder that is not empty and overwrites files of the same names
  copy FROM TO         copies a whole site, including enquiries, from one database to another
      FROM and TO are the path of a file, DATABASE_URL for the configured database, or another environment variable whose name
      ends in _URL and whose value is a database address. postgres://user@host:5432/name works too, but not with a password:
      other users of the machine can read the arguments of a command.
      --force            replaces the catalogue of a database that is not empty and keeps its enquiries
  backup FILE          writes a whole site, including enquiries, to a new file; the server may be running
      To restore it: copy FILE DATABASE_URL --force
  rollback             restores the catalogue from before the last import or copy; only one can be rolled back. Asks before it
      restores a catalogue without products
      --yes            does not ask
  template [FILE]      writes an example sheet to a new file (default products.csv)
  check                looks for damage to the database, for problems with pictures, texts, codes, prices and empty categories,
      and for a name, contact, currency, language or SITE_URL that was never set; advises an imprint, a privacy page and
      ENQUIRY_RETENTION_DAYS
      --json             prints the result as JSON
  stats                counts the contents of the catalogue
  searches             lists what visitors searched for without finding a product that matches all words, most frequent first
      --days N           counts the last N days only (default and maximum ${KEPT_DAYS})
      --limit N          lists at most N searches (default ${SEARCHES_LIMIT})
      --delete           deletes all counted searches instead
  --help               shows this text

A blank cell clears the stored value; a column that the file does not have leaves it unchanged.
The database is DATABASE_URL or, if that is not set, a file in DATA_DIR (default .data). A running server shows changes by itself.

Exit codes: 0 success, 1 rows were rejected or "check" found problems, 2 the command failed and nothing was changed,
3 there is no import to roll back.`

export type CatalogArguments =
  | { readonly command: 'help' }
  | { readonly command: 'stats' }
  | { readonly command: 'rollback'; readonly isConfirmed: boolean }
  | { readonly command: 'check'; readonly json: boolean }
  | { readonly command: 'searches'; readonly deletes: boolean; readonly days: number; readonly limit: number }
  | { readonly command: 'template'; readonly path: string }
  | { readonly command: 'export'; readonly path: string; readonly force: boolean }
  | { readonly command: 'backup'; readonly path: string }
  | { readonly command: 'copy'; readonly from: string; readonly to: string; readonly force: boolean }
  | ({ readonly command: 'import'; readonly path: string } & ReturnType<typeof readImportOptions>)

type Values = ReturnType<typeof parse>['values']

const IMPORT_OPTIONS = [
  'images',
  'fetch-images',
  'format',
  'encoding',
  'dry-run',
  'strict',
  'verbose',
  'prune',
  'force',
  'keep-amounts',
]

const COMMANDS = {
  import: { options: IMPORT_OPTIONS, maxArguments: 1 },
  export: { options: ['force'], maxArguments: 1 },
  copy: { options: ['force'], maxArguments: 2 },
  backup: { options: [], maxArguments: 1 },
  template: { options: [], maxArguments: 1 },
  rollback: { options: ['yes'], maxArguments: 0 },
  check: { options: ['json'], maxArguments: 0 },
  stats: { options: [], maxArguments: 0 },
  searches: { options: ['days', 'limit', 'delete'], maxArguments: 0 },
}

/**
 * Parses the arguments of `npm run catalog`.
 * @throws UsageError if they are invalid
 */
export function readCatalogArguments(args: readonly string[]): CatalogArguments {
  const { values, positionals } = parse(args)
  const [name, ...rest] = positionals
  if (values.help || name === undefined) return { command: 'help' }
  refusePasswords(positionals)
  const command = checkCommand(COMMANDS, name, rest, Object.keys(values))
  const [path, target] = rest
  switch (command) {
    case 'import':
      if (path === undefined) throw new UsageError('"import" needs a file or a folder.')
      return { command, path, ...readImportOptions(values) }
    case 'export':
      if (path === undefined) throw new UsageError('"export" needs a folder.')
      return { command, path, force: values.force ?? false }
    case 'backup':
      if (path === undefined) throw new UsageError('"backup" needs a file.')
      return { command, path }
    case 'copy':
      if (path === undefined || target === undefined)
        throw new UsageError('"copy" needs two databases: the source and the target.')
      return { command, from: path, to: target, force: values.force ?? false }
    case 'template':
      return { command, path: path ?? 'products.csv' }
    case 'check':
      return { command, json: values.json ?? false }
    case 'searches':
      if (values.delete && (values.days !== undefined || values.limit !== undefined))
        throw new UsageError('"searches --delete" deletes everything; it accepts neither --days nor --limit.')
      return {
        command,
        deletes: values.delete ?? false,
        days: readNumber('days', values.days, KEPT_DAYS, KEPT_DAYS),
        limit: readNumber('limit', values.limit, SEARCHES_LIMIT, SEARCHES_LIMIT_MAX),
      }
    case 'rollback':
      return { command, isConfirmed: values.yes ?? false }
    case 'stats':
      return { command }
  }
}

function refusePasswords(args: readonly string[]): void {
  if (!args.some(hasPassword)) return
  throw new UsageError(
    'A database address with a password cannot be an argument, because other users of this machine can read the arguments of a command. Set an environment variable to the address and pass its name: SOURCE_URL=postgres://… npm run catalog -- copy SOURCE_URL DATABASE_URL',
  )
}

function readNumber(option: string, value: string | undefined, fallback: number, max: number): number {
  if (value === undefined) return fallback
  const number = /^[1-9]\d{0,5}$/.test(value) ? Number(value) : Infinity
  if (number > max) throw new UsageError(`--${option} must be a whole number from 1 to ${max}, not "${value}".`)
  return number
}

function readImportOptions(values: Values) {
  if (values.encoding !== undefined && !isKnownEncoding(values.encoding)) {
    throw new UsageError(
      `"${values.encoding}" is not a known encoding; common ones are utf-8, windows-1252 and utf-16le.`,
    )
  }
  if (values.format !== undefined && !PRODUCT_FORMATS.some(({ id }) => id === values.format)) {
    throw new UsageError(`"${values.format}" is not a known format; formats: ${FORMAT_IDS}.`)
  }
  if (values.force && !values.prune) throw new UsageError('"import" accepts --force only together with --prune.')
  return {
    imagesDir: values.images,
    format: values.format,
    encoding: values.encoding,
    fetchImages: values['fetch-images'] ?? false,
    dryRun: values['dry-run'] ?? false,
    strict: values.strict ?? false,
    prune: values.prune ?? false,
    keepAmounts: values['keep-amounts'] ?? false,
    force: values.force ?? false,
    verbose: values.verbose ?? false,
  }
}

function parse(args: readonly string[]) {
  return parseArguments(args, {
    images: { type: 'string' },
    'fetch-images': { type: 'boolean' },
    format: { type: 'string' },
    encoding: { type: 'string' },
    'dry-run': { type: 'boolean' },
    strict: { type: 'boolean' },
    json: { type: 'boolean' },
    days: { type: 'string' },
    delete: { type: 'boolean' },
    limit: { type: 'string' },
    prune: { type: 'boolean' },
    'keep-amounts': { type: 'boolean' },
    verbose: { type: 'boolean' },
    force: { type: 'boolean' },
    yes: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  })
}
