import type { Product } from '../../shared/catalog.ts'
import { languageKey } from '../../shared/languages.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { buildVitrineHeader, buildVitrineRows } from '../import/export/vitrine-rows.ts'
import { FileImporter } from '../import/file-importer.ts'
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
import { runImport } from '../import/run-import.ts'
import { writeProductsFile } from '../import/write-products.ts'
import { type Call, UsageError } from './command-line.ts'

/**
 * Imports the rows of a product with only the columns that change, and prints the report. If an error is thrown, nothing is
 * changed.
 * @throws UsageError if an assignment cannot be read, ImportError if there is no such product or a value cannot be used
 */
export async function runSet(
  { args: [article = '', ...assignments], values, terminal }: Call,
  store: CatalogStore,
): Promise<0> {
  const report = new ReportBuilder([article, ...assignments].join(' '))
  const changes: string[] = []
  await runImport(store, report, { dryRun: values['dry-run'], command: 'set' }, async (writer) => {
    const file = await buildTable(writer, article, assignments, changes)
    const products = { name: file.name, products: await VITRINE_FORMAT.scan(file, report) }
    await writeProductsFile(products, writer, new FileImporter(writer, report), {}, report)
    const [notice] = [...report.rejected.entries, ...report.warnings.entries]
    if (notice) throw new ImportError({ file: notice.file, column: notice.column }, formatReason(notice))
  })
  report.unfinished = []
  terminal.log(formatReport(report, { verbose: true }))
  terminal.log(['\nValues:', ...changes].join('\n  '))
  return 0
}

/** Columns that identify the product and its variants. */
const KEPT = ['Slug', 'Name', 'SKU']

/** Columns that need files, or that other products depend on. */
const REFUSED = /^(?:Slug|Images|Variant image|Pictograms|Attributes)(?:\[|$)/

/** Folds a name, so that `compare-at-price` is the column `Compare-at price`. */
function foldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Returns the usual spelling of a column, which may be an attribute that the product lacks.
 * @throws UsageError if there is no such column, or if only an import may change it
 */
function findColumn(header: readonly string[], name: string): string {
  const attribute = readAttributeColumn(name)
  const own = header.find((each) => foldName(each) === foldName(name))
  const column = own ?? (attribute === undefined ? '' : `Attribute: ${attribute}`)
  if (REFUSED.test(column)) throw new UsageError(`"${name}" cannot be set; import a sheet with this column.`)
  if (column !== '' && !isOptionColumn(column)) return column
  const columns = header.filter((each) => !isOptionColumn(each) && !REFUSED.test(each)).join(', ')
  throw new UsageError(`There is no column "${name}". Columns: ${columns}, Attribute: ….`)
}

/**
 * Builds the rows of a product with its names, its options and the columns that change.
 * @param assignments such as `price=12.50`, `Name[de]=Schale` or `Attribute: Material=Oak`
 * @param changes gets a line with the old and the new value of each column
 */
async function buildTable(
  writer: CatalogWriter,
  article: string,
  assignments: readonly string[],
  changes: string[],
): Promise<CsvFile> {
  const name = `set ${article}`
  const stored = await findProduct(writer, article, name)
  const { currency, languages: tags = [] } = await writer.readSite()
  const languages = tags.slice(1).map(languageKey)
  const { attributes, options, variants, slug } = stored
  const columns = buildVitrineHeader(options.length, languages)
  // The columns of pictures cannot be set, and are left out.
  const files = { sourceOf: () => '', nameSources: (html: string) => html }
  const context = { languages, optionCount: options.length, currency, pathOf: () => '', files }
  const rows = buildVitrineRows(stored, context).map((cells) => new Map(cells.map((cell, at) => [columns[at]!, cell])))
  for (const attribute of attributes) rows[0]!.set(`Attribute: ${attribute.name}`, attribute.value)
  const all = [...rows[0]!.keys()]
  const assigned = new Set<string>()
  for (const text of assignments) {
    const [, given, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (given === undefined) throw new UsageError(`"${text}" is not COLUMN=VALUE, such as price=12.50.`)
    const column = findColumn(all, given)
    if (assigned.has(column)) throw new UsageError(`"${given}" is given twice.`)
    assigned.add(column)
    const isOfVariants = VARIANT_FIELDS.has(findVitrineField(column) ?? '')
    // An address stands for the only variant.
    const meant = rows.filter((_, index) =>
      isOfVariants ? variants[index]!.sku === article || variants.length === 1 : index === 0,
    )
    const reason = `"${slug}" has ${variants.length} variants; name one by its article number, or import a sheet`
    if (meant.length === 0) throw new ImportError({ file: name }, reason)
    for (const row of meant) {
      const before = row.get(column) || '(blank)'
      changes.push(`${readAttributeColumn(column) ?? column}: ${before} → ${value || '(blank)'}`)
      row.set(column, value)
    }
  }
  checkOffered(stored, assigned, name)
  const header = [...new Set([...KEPT, ...columns.filter(isOptionColumn), ...assigned])]
  return {
    name,
    headerLine: 1,
    header,
    async *readRows() {
      yield rows.map((row, at) => ({ line: at + 2, number: at + 2, cells: header.map((each) => row.get(each) ?? '') }))
    },
  }
}

/** @throws ImportError if an import with `--prune` has hidden the product, and the change does not offer it again */
function checkOffered(product: Product, assigned: ReadonlySet<string>, file: string): void {
  const isPruned = product.visibilityBeforePrune !== undefined || product.discontinuedByPrune === true
  if (!isPruned || assigned.has('Visibility') || assigned.has('Discontinued')) return
  const reason = `"${product.slug}" is not offered, because it was missing from an import with --prune; to offer it again, add visibility=public or discontinued=no`
  throw new ImportError({ file }, reason)
}

/**
 * @throws ImportError if no product or several products have the article number, and none has it as its slug, now or
 * before, in any language
 */
async function findProduct(writer: CatalogWriter, article: string, file: string): Promise<Product> {
  const numbered = await writer.listProductsByIdentifier('sku', article)
  const slugs = numbered.map(({ slug }) => slug).join(', ')
  const several = `several products have this article number; name one by the end of its address: ${slugs}`
  if (numbered.length > 1) throw new ImportError({ file }, several)
  const slug = numbered[0]?.slug ?? (await writer.findSlugOwner(article))
  const product = slug === undefined ? undefined : await writer.findProduct(slug)
  if (product) return product
  throw new ImportError({ file }, 'no product has this article number, nor this word at the end of its address')
}
