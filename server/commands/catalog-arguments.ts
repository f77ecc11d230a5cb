import { parseArgs } from 'node:util'
import { isKnownEncoding } from '../catalog/import/csv/text-encoding.ts'
import { PRODUCT_FORMATS } from '../catalog/import/product-format.ts'
import { UsageError } from './usage-error.ts'

const FORMAT_IDS = PRODUCT_FORMATS.map(({ id }) => id).join(', ')

export const CATALOG_USAGE = `Usage: npm run catalog -- COMMAND

  import FILE|FOLDER   brings products into the catalogue
      FILE is a product export of Shopify or WooCommerce (CSV), or a Google Merchant feed (XML or a table).
      FOLDER holds site.json, about.md, categories.csv, products.* and images/, as many of them as there are.
      --format NAME      of the products' file, where it is not to be known by its columns: ${FORMAT_IDS}
      --images FOLDER    the pictures, found by their names
      --dry-run          only reports what would be done
      --strict           changes nothing at all if a single row is rejected
      --encoding NAME    of the file, where it is not UTF-8 (for example windows-1252)
      --verbose          names every product that is new or changed
  stats                counts what the catalogue holds
  --help               shows this

A blank cell clears what is stored; a column that the file does not have leaves it as it is.
The database lies in DATA_DIR (default .data). A running server shows the result by itself.

Exit codes: 0 all rows were imported, 1 rows were rejected, 2 the file could not be used and nothing was changed.`

export type CatalogArguments =
  | { readonly command: 'help' }
  | { readonly command: 'stats' }
  | {
      readonly command: 'import'
      readonly path: string
      readonly imagesDir: string | undefined
      readonly format: string | undefined
      readonly encoding: string | undefined
      readonly dryRun: boolean
      readonly strict: boolean
      readonly verbose: boolean
    }

/** @throws UsageError */
export function readCatalogArguments(args: readonly string[]): CatalogArguments {
  const { values, positionals } = parse(args)
  const [command, path, ...others] = positionals
  if (values.help || command === undefined) return { command: 'help' }
  if (command === 'stats') {
    if (path !== undefined) throw new UsageError(`"stats" takes no "${path}".`)
    return { command }
  }
  if (command !== 'import') throw new UsageError(`"${command}" is no command.`)
  if (path === undefined) throw new UsageError('"import" needs a file or a folder.')
  if (others.length > 0) throw new UsageError(`"import" takes one file or folder; "${others[0]}" is one too many.`)
  if (values.encoding !== undefined && !isKnownEncoding(values.encoding)) {
    throw new UsageError(`"${values.encoding}" is no encoding; common ones are utf-8, windows-1252 and utf-16le.`)
  }
  if (values.format !== undefined && !PRODUCT_FORMATS.some(({ id }) => id === values.format)) {
    throw new UsageError(`"${values.format}" is no format; there are ${FORMAT_IDS}.`)
  }
  return {
    command,
    path,
    imagesDir: values.images,
    format: values.format,
    encoding: values.encoding,
    dryRun: values['dry-run'] ?? false,
    strict: values.strict ?? false,
    verbose: values.verbose ?? false,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        images: { type: 'string' },
        format: { type: 'string' },
        encoding: { type: 'string' },
        'dry-run': { type: 'boolean' },
        strict: { type: 'boolean' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
