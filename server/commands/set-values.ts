import type { Product, ProductAttribute } from '../../shared/catalog.ts'
import { languageKey } from '../../shared/languages.ts'
import { buildVitrineHeader, buildVitrineRows } from '../import/export/vitrine-rows.ts'
import { foldColumnName, splitTranslatedColumn } from '../import/files/csv-columns.ts'
import type { CsvFile } from '../import/files/csv-file.ts'
import { formatReason, formatReport } from '../import/format-report.ts'
import {
  isOptionColumn,
  readAttributeColumn,
  TRANSLATED_COLUMNS,
  VARIANT_FIELDS,
  VITRINE_COLUMNS,
  type VitrineField,
} from '../import/formats/vitrine/vitrine-columns.ts'
import { VITRINE_FORMAT } from '../import/formats/vitrine/vitrine-format.ts'
import { ImportError } from '../import/import-error.ts'
import { ReportBuilder } from '../import/import-report.ts'
import { FileImporter } from '../import/file-importer.ts'
import { ProductsFile, writeProductsFile } from '../import/products-file.ts'
import { runImport } from '../import/run-import.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import type { CatalogCall } from './catalog-call.ts'
import { UsageError } from './command-line.ts'

/** A value of one column of Vitrine's own sheet. */
type Assignment =
  | { readonly field: VitrineField; readonly language?: string | undefined; readonly value: string }
  | { readonly field: 'attribute'; readonly name: string; readonly value: string }

/** Columns that the command refuses, each with the way that works. */
const REFUSED: Readonly<Partial<Record<VitrineField, string>>> = {
  slug: 'an import changes the address of a page, with the old one in the column "Former slugs"',
  images: 'an import changes pictures, because it reads their files',
  variantImage: 'an import changes pictures, because it reads their files',
  pictograms: 'an import changes pictures, because it reads their files',
  attributes: 'name a single attribute: "Attribute: Material=Oak"',
}

/**
 * Changes values of a product like an import of its rows with only these columns, and prints the report. If an error is
 * thrown, nothing is changed.
 * @throws UsageError if an assignment cannot be read, ImportError if there is no such product or a value cannot be used
 */
export async function runSet(
  { args: [article = '', ...texts], values, terminal }: CatalogCall,
  store: CatalogStore,
): Promise<0> {
  const assignments = readAssignments(texts)
  const report = new ReportBuilder([article, ...texts].join(' '))
  const changes: string[] = []
  const change = async (writer: CatalogWriter) => {
    // An import has removed the demo by now; the error rolls this back.
    if (report.demoProductsRemoved !== null) throw new ImportError({ file: 'set' }, DEMO)
    const file = await buildTable(writer, article, assignments, changes)
    const products = new ProductsFile(file.name, await VITRINE_FORMAT.scan(file, report), undefined)
    const files = new FileImporter(writer, { pictures: undefined, documents: [] }, report)
    await writeProductsFile(products, writer, files, {}, report)
    const [notice] = [...report.rejected.entries, ...report.warnings.entries]
    if (notice) throw new ImportError({ file: notice.file, column: notice.column }, formatReason(notice))
  }
  await runImport(store, report, { dryRun: values['dry-run'], command: 'set' }, change, () => Promise.resolve())
  terminal.log(formatReport({ ...report, unfinished: [] }, { verbose: true }))
  terminal.log(['\nValues:', ...changes].join('\n  '))
  return 0
}

const DEMO = 'the catalogue is the demo, which your first import replaces; it cannot be changed'

/** @throws UsageError for an unknown or refused column, and for two values of one column */
function readAssignments(texts: readonly string[]): readonly Assignment[] {
  const assigned = new Set<string>()
  return texts.map((text) => {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (name === '') throw new UsageError(`"${text}" is not COLUMN=VALUE, such as price=12.50.`)
    const attribute = readAttributeColumn(name)
    const translated = attribute === undefined ? splitTranslatedColumn(name) : undefined
    const folded = foldName(translated?.name ?? name)
    const key =
      attribute === undefined ? `${folded}[${translated?.language}]` : `attribute:${foldColumnName(attribute)}`
    if (assigned.has(key)) throw new UsageError(`"${name}" is given twice.`)
    assigned.add(key)
    if (attribute !== undefined) return { field: 'attribute', name: attribute, value }
    const field = FIELDS.find((other) => [other, VITRINE_COLUMNS[other][0]].some((known) => foldName(known) === folded))
    if (field === undefined) throw new UsageError(`There is no column "${name}". Columns: ${SETTABLE}.`)
    if (translated && !TRANSLATABLE.includes(field))
      throw new UsageError(`"${name}" cannot be set. In a further language these can: ${listColumns(TRANSLATABLE)}.`)
    const refusal = REFUSED[field]
    if (refusal !== undefined) throw new UsageError(`"${name}" cannot be set: ${refusal}.`)
    return { field, language: translated?.language, value }
  })
}

const FIELDS = Object.keys(VITRINE_COLUMNS) as VitrineField[]
const TRANSLATABLE = FIELDS.filter((field) => field in TRANSLATED_COLUMNS && !/slug|attributes/i.test(field))

function listColumns(fields: readonly VitrineField[]): string {
  return fields.map((field) => VITRINE_COLUMNS[field][0]).join(', ')
}

const SETTABLE = `${listColumns(FIELDS.filter((field) => !REFUSED[field]))}, Attribute: …; in a further language, such as Name[de]: ${listColumns(TRANSLATABLE)}`

function columnOf(field: VitrineField, language?: string): string {
  return language === undefined ? VITRINE_COLUMNS[field][0] : `${VITRINE_COLUMNS[field][0]}[${language}]`
}

/** Folds a name, so that `compare-at-price` is the column `Compare-at price`. */
function foldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
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
  const product = await findProduct(writer, article, name)
  const fields = assignments.map(({ field }) => (field === 'attribute' ? 'attributes' : field))
  const isPruned = product.visibilityBeforePrune !== undefined || product.discontinuedByPrune === true
  if (isPruned && !fields.includes('visibility') && !fields.includes('discontinued'))
    throw new ImportError(
      { file: name },
      `"${product.slug}" is not offered, because it was missing from an import with --prune; to offer it again, add visibility=public or discontinued=no`,
    )
  const { currency, languages: tags = [] } = await writer.readSite()
  const languages = tags.slice(1).map(languageKey)
  checkLanguages(assignments, languages, name)
  const header = buildVitrineHeader(product.options.length, languages)
  // The columns of categories and pictures are left out, or their cells are replaced.
  const context = {
    languages,
    optionCount: product.options.length,
    currency,
    pathOf: () => '',
    pictures: NO_PICTURES,
  }
  const rows = buildVitrineRows(setAttributes(product, assignments), context).map((cells) => [...cells])
  for (const assignment of assignments) {
    const { field, value } = assignment
    if (field === 'attribute') {
      changes.push(
        formatChange(assignment.name, findAttribute(product.attributes, assignment.name)?.value ?? '', value),
      )
      continue
    }
    const changed = VARIANT_FIELDS.has(field) ? findVariants(product, article, name) : [0]
    for (const index of changed) {
      const cells = rows[index]!
      const column = columnOf(field, assignment.language)
      changes.push(formatChange(column, cells[header.indexOf(column)] ?? '', value))
      cells[header.indexOf(column)] = value
    }
  }
  const columns = assignments.map((own) =>
    own.field === 'attribute' ? columnOf('attributes') : columnOf(own.field, own.language),
  )
  const kept = new Set([columnOf('slug'), columnOf('name'), columnOf('sku'), ...columns])
  const keep = (cells: readonly string[]) =>
    cells.filter((_, index) => kept.has(header[index] ?? '') || isOptionColumn(header[index] ?? ''))
  return {
    name,
    headerLine: 1,
    header: keep(header),
    async *readRows() {
      yield rows.map((cells, index) => ({ line: index + 2, number: index + 2, cells: keep(cells) }))
    },
  }
}

/** @throws ImportError if an assignment is in no further language of the site, or an attribute is in one */
function checkLanguages(assignments: readonly Assignment[], languages: readonly string[], file: string): void {
  for (const assignment of assignments) {
    if (assignment.field === 'attribute') {
      // An attribute may also have brackets for other reasons, such as `Width [mm]`.
      if (!languages.includes(splitTranslatedColumn(assignment.name)?.language ?? '')) continue
      const column = `Attribute: ${assignment.name}`
      throw new ImportError({ file, column }, 'only an import changes attributes in a further language')
    }
    const { field, language } = assignment
    if (language !== undefined && !languages.includes(language))
      throw new ImportError(
        { file, column: columnOf(field, language) },
        `"${language}" is no further language of the site; these are: ${languages.join(', ') || 'none'}`,
      )
  }
}

function formatChange(column: string, before: string, after: string): string {
  return `${column}: ${before || '(blank)'} → ${after || '(blank)'}`
}

function findAttribute(attributes: Product['attributes'], name: string): ProductAttribute | undefined {
  return attributes.find((other) => foldColumnName(other.name) === foldColumnName(name))
}

const NO_PICTURES = { sourceOf: () => '', nameSources: (html: string) => html }

/** @throws ImportError if no product or several products have the article number, and none has it as its slug, now or before, in any language */
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

/** A blank value removes the attribute. */
function setAttributes(product: Product, assignments: readonly Assignment[]): Product {
  const attributes = [...product.attributes]
  for (const assignment of assignments) {
    if (assignment.field !== 'attribute') continue
    const { name, value } = assignment
    const known = findAttribute(attributes, name)
    const place = known ? attributes.indexOf(known) : attributes.length
    attributes.splice(place, 1, ...(value.trim() === '' ? [] : [{ name: known?.name ?? name, value }]))
  }
  return { ...product, attributes }
}
