import type { CatalogStore } from '../store/catalog-store.ts'
import { ImportError } from './import-error.ts'
import { ReportBuilder, type ImportReport } from './import-report.ts'
import { PictureFolder } from './pictures/picture-folder.ts'
import { fetchPictures } from './pictures/picture-downloads.ts'
import { PictureIntake } from './pictures/picture-intake.ts'
import { openProductsFile, writeProductsFile } from './products-file.ts'
import { runImport, type ImportOptions } from './run-import.ts'

/**
 * Imports a file of products: all of it in one transaction, or nothing.
 * @throws ImportError where the file cannot be used, and what the store throws; nothing is changed then
 */
export async function importFile(
  store: CatalogStore,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  if (options.keepAmounts)
    throw new ImportError({ file: path }, '--keep-amounts is for a folder with the site.json that changes the currency')
  const report = new ReportBuilder(path)
  const folder = options.imagesDir === undefined ? undefined : await PictureFolder.open(options.imagesDir)
  const file = await openProductsFile(path, options, report)
  await using downloads = await fetchPictures(store, path, options, folder)
  return await runImport(store, report, options, (writer) =>
    writeProductsFile(file, writer, new PictureIntake(writer, folder, report, downloads), options, report),
  )
}
