import type { CatalogWriter } from '../store/catalog-store.ts'
import { CategoryTreeWriter } from './category-tree-writer.ts'
import { openCsvFile } from './files/csv-file.ts'
import { FileSlugs, writeProducts } from './write-products.ts'
import { ImportError } from './import-error.ts'
import type { ReportBuilder } from './import-report.ts'
import type { PictureImporter } from './pictures/picture-importer.ts'
import { PRODUCT_FORMATS } from './formats/product-formats.ts'
import type { ProductFormat, ScannedProducts } from './product-format.ts'
import { pruneProducts } from './prune-products.ts'
import type { ImportOptions } from './run-import.ts'
import type { SourcePath } from './files/source-path.ts'
import { openXmlFile, type XmlFile } from './files/xml-file.ts'

class ProductsFile {
  readonly name: string
  #products: ScannedProducts | undefined

  constructor(name: string, products: ScannedProducts) {
    this.name = name
    this.#products = products
  }

  /**
   * Returns the products and drops the reference to them, so that the memory is free when the search index is built.
   */
  takeProducts(): ScannedProducts {
    const products = this.#products
    if (!products) throw new Error('takeProducts may be called only once')
    this.#products = undefined
    return products
  }
}

/**
 * Opens a products file, detects its format and runs the first pass.
 * @throws ImportError if the file cannot be used
 */
export async function openProductsFile(
  source: SourcePath,
  options: ImportOptions,
  report: ReportBuilder,
): Promise<ProductsFile> {
  const xml = await openXmlFile(source, options.encoding)
  const [format, products] = xml ? await scanXml(xml, options, report) : await scanTable(source, options, report)
  report.format = format.name
  report.rows = products.rowCount
  return new ProductsFile(source.path, products)
}

type ScanResult = readonly [ProductFormat, ScannedProducts]

async function scanXml(file: XmlFile, { format: asked }: ImportOptions, report: ReportBuilder): Promise<ScanResult> {
  const format = PRODUCT_FORMATS.find(({ id, scanXml: canBeXml }) => canBeXml && (asked === undefined || id === asked))
  if (!format?.scanXml)
    throw new ImportError({ file: file.name, line: 1 }, `the file is XML, but --format ${asked} expects a table (CSV)`)
  return [format, await format.scanXml(file, report)]
}

async function scanTable(
  source: SourcePath,
  { format: asked, encoding }: ImportOptions,
  report: ReportBuilder,
): Promise<ScanResult> {
  const file = await openCsvFile(source, encoding)
  const format = PRODUCT_FORMATS.find(({ id, recognises }) =>
    asked === undefined ? recognises(file.header) : id === asked,
  )
  if (format) return [format, await format.scan(file, report)]
  const known = PRODUCT_FORMATS.map(({ name, expectedColumns }) => `${name}: ${expectedColumns}`).join('; ')
  const found = file.header.slice(0, 5).join(', ')
  throw new ImportError(
    { file: source.path, line: 1 },
    `unrecognised format; the columns begin with: ${found}. Known formats: ${known}. "npm run catalog -- template" writes a sheet to start from`,
  )
}

/**
 * Stores the file's products and the categories they name.
 * @param repriced receives the slugs of products whose prices were set in the site's currency
 */
export async function writeProductsFile(
  file: ProductsFile,
  writer: CatalogWriter,
  pictures: PictureImporter,
  options: ImportOptions,
  report: ReportBuilder,
  repriced: Set<string> | null = null,
): Promise<void> {
  const products = file.takeProducts()
  const { currency, locale, timeZone } = await writer.readSite()
  const categories = await CategoryTreeWriter.open(writer, report.categories)
  const onRows = (rows: number) => options.onProgress?.({ rows, totalRows: products.rowCount })
  const drafts = products.readDrafts({ currency, locale, timeZone, now: Date.now(), stored: writer, onRows })
  const fileSlugs = new FileSlugs(products.holdsSlug)
  const created = options.prune ? new Set<string>() : null
  const target = { writer, categories, pictures, report, currency, file: file.name, fileSlugs, created, repriced }
  await writeProducts(drafts, target)
  if (created)
    await pruneProducts(writer, report, { file: file.name, fileSlugs, created, force: options.force ?? false })
}
