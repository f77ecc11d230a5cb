import type { CatalogWriter } from '../catalog-store.ts'
import { CategoryTreeWriter } from './category-tree-writer.ts'
import { openCsvFile } from './csv/csv-file.ts'
import { ImportError } from './import-error.ts'
import type { ReportBuilder } from './import-report.ts'
import type { PictureIntake } from './pictures/picture-intake.ts'
import { PRODUCT_FORMATS, type SurveyedProducts } from './product-format.ts'
import type { ImportOptions } from './run-import.ts'
import { writeProducts } from './write-products.ts'

/** A file of products that was read through once. */
export interface ProductsFile {
  readonly name: string
  readonly products: SurveyedProducts
}

/**
 * Opens a file of products, whatever its format, and reads it through once.
 * @throws ImportError where it cannot be used
 */
export async function openProductsFile(path: string, options: ImportOptions, report: ReportBuilder): Promise<ProductsFile> {
  const file = await openCsvFile(path, path, options.encoding)
  const format = PRODUCT_FORMATS.find(options.format === undefined ? ({ recognises }) => recognises(file.header) : ({ id }) => id === options.format)
  if (!format) {
    const known = PRODUCT_FORMATS.map(({ name, signs }) => `${name}: ${signs}`).join('; ')
    const found = file.header.slice(0, 5).join(', ')
    throw new ImportError({ file: path, line: 1 }, `this is none of the formats that can be read (${known}); its columns begin with: ${found}`)
  }
  report.format = format.name
  const products = await format.survey(file, report)
  report.rows = products.rowCount
  return { name: path, products }
}

/** Brings the file's products into the store, with the categories they name. */
export async function writeProductsFile(
  { name, products }: ProductsFile,
  writer: CatalogWriter,
  pictures: PictureIntake,
  options: ImportOptions,
  report: ReportBuilder,
): Promise<void> {
  const { currency, timeZone } = await writer.readSite()
  const categories = await CategoryTreeWriter.open(writer, (result) => report.countCategory(result))
  const onRows = (rows: number) => options.onProgress?.({ rows, totalRows: products.rowCount })
  const drafts = products.readDrafts({ currency, timeZone, now: Date.now(), stored: writer, onRows })
  await writeProducts(drafts, { writer, categories, pictures, report, currency, file: name })
}
