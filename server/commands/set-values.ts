import type { Product } from '../../shared/catalog.ts'
import { languageKey } from '../../shared/languages.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { buildVitrineHeader, buildVitrineRows } from '../import/export/vitrine-rows.ts'
import { FileImporter } from '../import/file-importer.ts'
import { splitTranslatedColumn } from '../import/files/csv-columns.ts'
import type { CsvFile } from '../import/files/csv-file.ts'
import { formatReport } from '../import/format-report.ts'
import {
  findVitrineField,
  isOptionColumn,
  readAttributeColumn,
  VARIANT_FIELDS,
} from '../import/formats/vitrine/vitrine-columns.ts'
import { VITRINE_FORMAT } from '../import/formats/vitrine/vitrine-format.ts'
import { ImportError } from '../import/import-error.ts'
import { formatReason, ReportBuilder } from '../import/import-report.ts'
import { writeProductsFile } from '../import/products-file.ts'
import { runImport } from '../import/run-import.ts'
import { type Call, UsageError } from './command-line.ts'

/** A name such as `price`, `Name[de]` or `Attribute: Material`, and its value. */
type Assignment = readonly [name: string, value: string]

/**
 * Imports the rows of a product with only these columns, and prints the report. If an error is thrown, nothing is changed.
 * @throws UsageError if an assignment cannot be read, ImportError if there is no such product or a value cannot be used
 */
export async function runSet(
  { args: [article = '', ...texts], values, terminal }: Call,
  store: CatalogStore,
): Promise<0> {
  const assignments = texts.map(readAssignment)
  const report = new ReportBuilder([article, ...texts].join(' '))
  const changes: string[] = []
  const change = async (writer: CatalogWriter) => {
    const file = await buildTable(writer, article, assignments, changes)
    const products = { name: file.name, products: await VITRINE_FORMAT.scan(file, report) }
    const files = new FileImporter(writer, report)
    await writeProductsFile(products, writer, files, {}, report)
    const [notice] = [...report.rejected.entries, ...report.warnings.entries]
    if (notice) throw new ImportError({ file: notice.file, column: notice.column }, formatReason(notice))
  }
  await runImport(store, report, { dryRun: values['dry-run'], command: 'set' }, change)
  report.unfinished = []
  terminal.log(formatReport(report, { verbose: true }))
  terminal.log(['\nValues:', ...changes].join('\n  '))
  return 0
}

function readAssignment(text: string): Assignment {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(`"${text}" is not COLUMN=VALUE, such as price=12.50.`)
  return [name, value]
}

/** Columns that identify the product and its variants. */
const KEPT: ReadonlySet<string> = new Set(['Slug', 'Name', 'SKU'])

/** Columns that need files, or that other products depend on. */
const REFUSED = ['Slug', 'Images', 'Variant image', 'Pictograms', 'Attributes']

function isRefused(column: string): boolean {
  return isOptionColumn(column) || REFUSED.some((each) => column === each || column.startsWith(`${each}[`))
}

/** Folds a name, so that `compare-at-price` is the column `Compare-at price`. */
function foldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Returns the index of a column. An attribute that the product lacks is appended as a new column.
 * @throws UsageError if the table has no such column, or if only an import may change it
 */
function findColumn(header: string[], name: string): number {
  const at = header.findIndex((each) => foldName(each) === foldName(name))
  const attribute = readAttributeColumn(name)
  if (at === -1 && attribute !== undefined) return header.push(`Attribute: ${attribute}`) - 1
  const column = header[at]
  if (column === undefined || isOptionColumn(column))
    throw new UsageError(
      `There is no column "${name}". Columns: ${header.filter((each) => !isRefused(each)).join(', ')}, Attribute: ….`,
    )
  if (isRefused(column)) throw new UsageError(`"${name}" cannot be set; import a sheet with this column.`)
  return at
}

/**
 * Builds the rows of a product with its names, its options and the columns that change.
 * @param changes gets a line with the old and the new value of each column
 */
async function buildTable(
  writer: CatalogWriter,
  article: string,
  assignments: readonly Assignment[],
  changes: string[],
): Promise<CsvFile> {
  const name = `set ${article}`
  const stored = await findProduct(writer, article, name)
  const { currency, languages: tags = [] } = await writer.readSite()
  const languages = tags.slice(1).map(languageKey)
  const { attributes, options } = stored
  const header = [
    ...buildVitrineHeader(options.length, languages),
    ...attributes.map((attribute) => `Attribute: ${attribute.name}`),
  ]
  // Categories and pictures cannot be set, and their columns are left out.
  const files: Parameters<typeof buildVitrineRows>[1]['files'] = {
    sourceOf: (file) => ('url' in file ? file.url : ''),
    nameSources: (html) => html,
  }
  const context = { languages, optionCount: options.length, currency, pathOf: () => '', files }
  const rows = buildVitrineRows(stored, context).map((row, index) =>
    index === 0 ? [...row, ...attributes.map(({ value }) => value)] : [...row],
  )
  const assigned = new Set<string>()
  for (const [given, value] of assignments) {
    const at = findColumn(header, given)
    const column = header[at]!
    const attribute = readAttributeColumn(column)
    // An attribute may also have brackets for other reasons, such as `Width [mm]`.
    const reason = 'only an import changes attributes in a further language'
    if (languages.includes(splitTranslatedColumn(attribute ?? '')?.language ?? ''))
      throw new ImportError({ file: name, column: given }, reason)
    if (assigned.has(column)) throw new UsageError(`"${given}" is given twice.`)
    assigned.add(column)
    const isOfVariants = VARIANT_FIELDS.has(findVitrineField(column) ?? '')
    for (const index of isOfVariants ? findVariants(stored, article, name) : [0]) {
      changes.push(`${attribute ?? column}: ${rows[index]![at] || '(blank)'} → ${value || '(blank)'}`)
      rows[index]![at] = value
    }
  }
  checkOffered(stored, assigned, name)
  const isUsed = (column: string) => KEPT.has(column) || isOptionColumn(column) || assigned.has(column)
  const used = header.flatMap((column, index) => (isUsed(column) ? [index] : []))
  const cells = rows.map((row) => used.map((index) => row[index] ?? ''))
  return {
    name,
    headerLine: 1,
    header: used.map((index) => header[index]!),
    async *readRows() {
      yield cells.map((row, index) => ({ line: index + 2, number: index + 2, cells: row }))
    },
  }
}

/** @throws ImportError if an import with `--prune` has hidden the product, and the change does not offer it again */
function checkOffered(product: Product, assigned: ReadonlySet<string>, file: string): void {
  const isPruned = product.visibilityBeforePrune !== undefined || product.discontinuedByPrune === true
  if (!isPruned || assigned.has('Visibility') || assigned.has('Discontinued')) return
  throw new ImportError(
    { file },
    `"${product.slug}" is not offered, because it was missing from an import with --prune; to offer it again, add visibility=public or discontinued=no`,
  )
}

/**
 * @throws ImportError if no product or several products have the article number, and none has it as its slug, now or
 * before, in any language
 */
async function findProduct(writer: CatalogWriter, article: string, file: string): Promise<Product> {
  const numbered = await writer.listProductsByIdentifier('sku', article)
  if (numbered.length > 1) {
    const slugs = numbered.map(({ slug }) => slug).join(', ')
    throw new ImportError(
      { file },
      `several products have this article number; name one by the end of its address: ${slugs}`,
    )
  }
  const slug = numbered[0]?.slug ?? (await writer.findSlugOwner(article))
  const product = slug === undefined ? undefined : await writer.findProduct(slug)
  if (product) return product
  throw new ImportError({ file }, 'no product has this article number, nor this word at the end of its address')
}

/** Returns the positions of the variants with the article number. A slug stands for the only variant. */
function findVariants({ slug, variants }: Product, article: string, file: string): readonly number[] {
  const found = variants.flatMap(({ sku }, index) => (sku === article ? [index] : []))
  if (found.length > 0) return found
  if (variants.length === 1) return [0]
  throw new ImportError(
    { file },
    `"${slug}" has ${variants.length} variants; name one by its article number, or import a sheet`,
  )
}
