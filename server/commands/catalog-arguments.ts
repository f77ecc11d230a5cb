import { isKnownEncoding } from '../import/files/text-file.ts'
import { PRODUCT_FORMATS } from '../import/product-format.ts'
import { hasPassword } from '../store/database-settings.ts'
import { parseArguments } from './parse-arguments.ts'
import { UsageError } from './usage-error.ts'

const FORMAT_IDS = PRODUCT_FORMATS.map(({ id }) => id).join(', ')

export const CATALOG_USAGE = `Usage: npm run catalog -- COMMAND

  import FILE|FOLDER   brings products into the catalogue
      FILE is Vitrine's own sheet, a product export of Shopify or WooCommerce, or a Google Merchant feed.
      FOLDER holds site.json, about.md, categories.csv, products.* and images/, as many of them as there are.
      --format NAME      of the products' file, where it is not to be known by its columns: ${FORMAT_IDS}
      --images FOLDER    the pictures, found by their names
      --fetch-images     pictures that are given by address come into the store, each once
      --dry-run          only reports what would be done
      --strict           changes nothing at all if a single row is rejected
      --prune            unpublishes what the file no longer has, never more than a tenth of the catalogue
      --force            ... or as much as it takes
      --keep-amounts     if site.json changes the currency: 10 USD becomes 10 EUR
      --encoding NAME    of the file, where it is not UTF-8 (for example windows-1252)
      --verbose          names every product that is new or changed
  export FOLDER        writes the catalogue as such a folder, which imports again without any change
      --force            into a folder that is not empty, over what has the same names
  copy FROM TO         copies a whole site, enquiries included, from one database to another
      Each is the path of a file, DATABASE_URL for the database of the settings, or any other environment variable whose name
      ends in _URL and that holds such an address. postgres://user@host:5432/name is taken too, but never with a password:
      other users of the machine can read the arguments of a command.
      --force            into one that holds something: its catalogue goes, its enquiries stay
  backup FILE          writes a whole site, enquiries included, into one file, while it is served; never over a file that is there
      To bring it back: copy FILE DATABASE_URL --force
  rollback             brings the catalogue before the last import back, once
  template [FILE]      writes a sheet to begin with (default products.csv); never over a file that is there
  check                tells whether the database is whole, and names what is poor: pictures, texts, codes, prices, empty categories,
      and what is unfinished: a name, contact, currency, language or SITE_URL that was never set
      --json             as JSON
  stats                counts what the catalogue holds
  --help               shows this

A blank cell clears what is stored; a column that the file does not have leaves it as it is.
The database is that of DATABASE_URL, or lies in DATA_DIR (default .data). A running server shows the result by itself.

Exit codes: 0 all was done, 1 rows were rejected or "check" found something, 2 it could not be done and nothing was changed,
3 there was nothing to roll back to.`

export type CatalogArguments =
  | { readonly command: 'help' }
  | { readonly command: 'stats' | 'rollback' }
  | { readonly command: 'check'; readonly json: boolean }
  | { readonly command: 'template'; readonly path: string }
  | { readonly command: 'export'; readonly path: string; readonly force: boolean }
  | { readonly command: 'backup'; readonly path: string }
  | { readonly command: 'copy'; readonly from: string; readonly to: string; readonly force: boolean }
  | {
      readonly command: 'import'
      readonly path: string
      readonly imagesDir: string | undefined
      readonly format: string | undefined
      readonly encoding: string | undefined
      readonly fetchImages: boolean
      readonly dryRun: boolean
      readonly strict: boolean
      readonly prune: boolean
      readonly keepAmounts: boolean
      readonly force: boolean
      readonly verbose: boolean
    }

type Values = ReturnType<typeof parse>['values']

/** Options that a command knows, besides --help. */
const OPTIONS: Readonly<Record<Exclude<CatalogArguments['command'], 'help'>, readonly (keyof Values)[]>> = {
  import: [
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
  ],
  export: ['force'],
  copy: ['force'],
  backup: [],
  template: [],
  rollback: [],
  check: ['json'],
  stats: [],
}

/** How many words may follow a command. */
const SUBJECTS: Readonly<Record<keyof typeof OPTIONS, number>> = {
  import: 1,
  export: 1,
  copy: 2,
  backup: 1,
  template: 1,
  rollback: 0,
  check: 0,
  stats: 0,
}

/** @throws UsageError */
export function readCatalogArguments(args: readonly string[]): CatalogArguments {
  const { values, positionals } = parse(args)
  const [command, path, ...others] = positionals
  if (values.help || command === undefined) return { command: 'help' }
  refusePasswords(positionals)
  if (!isCommand(command))
    throw new UsageError(`Unknown command "${command}". Commands: ${Object.keys(OPTIONS).join(', ')}.`)
  const strange = (Object.keys(values) as (keyof Values)[]).find((option) => !OPTIONS[command].includes(option))
  if (strange !== undefined) throw new UsageError(`Unknown option --${strange} for "${command}".`)
  const tooMany = [path, ...others][SUBJECTS[command]]
  if (tooMany !== undefined) throw new UsageError(`Unexpected argument "${tooMany}" for "${command}".`)
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
      if (path === undefined || others[0] === undefined)
        throw new UsageError('"copy" needs two databases: from which, and to which.')
      return { command, from: path, to: others[0], force: values.force ?? false }
    case 'template':
      return { command, path: path ?? 'products.csv' }
    case 'check':
      return { command, json: values.json ?? false }
    case 'rollback':
    case 'stats':
      return { command }
  }
}

/** The arguments of a process can be read by everybody on its machine, and shells and npm write them down. */
function refusePasswords(args: readonly string[]): void {
  if (!args.some(hasPassword)) return
  throw new UsageError(
    'An address with a password cannot be an argument, because other users of this machine can read the arguments of a command. Put it into an environment variable and name that: SOURCE_URL=postgres://… npm run catalog -- copy SOURCE_URL DATABASE_URL',
  )
}

function isCommand(word: string): word is keyof typeof OPTIONS {
  return Object.hasOwn(OPTIONS, word)
}

function readImportOptions(values: Values): Omit<CatalogArguments & { command: 'import' }, 'command' | 'path'> {
  if (values.encoding !== undefined && !isKnownEncoding(values.encoding)) {
    throw new UsageError(`"${values.encoding}" is no encoding; common ones are utf-8, windows-1252 and utf-16le.`)
  }
  if (values.format !== undefined && !PRODUCT_FORMATS.some(({ id }) => id === values.format)) {
    throw new UsageError(`"${values.format}" is no format; there are ${FORMAT_IDS}.`)
  }
  if (values.force && !values.prune) throw new UsageError('"import" takes --force only with --prune.')
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
    prune: { type: 'boolean' },
    'keep-amounts': { type: 'boolean' },
    verbose: { type: 'boolean' },
    force: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  })
}
