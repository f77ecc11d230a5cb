import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CatalogStore } from '../store/catalog-store.ts'
import type { SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import { type ImportReport, ReportBuilder } from './import-report.ts'
import { PictureFolder } from './pictures/picture-folder.ts'
import { fetchPictures } from './pictures/picture-downloads.ts'
import { PictureImporter } from './pictures/picture-importer.ts'
import { openProductsFile, writeProductsFile } from './products-file.ts'
import { type ImportOptions, runImport } from './run-import.ts'
import { readCategoriesFile, writeCategories } from './categories-file.ts'
import { keepAmounts, rejectStalePrices } from './currency-change.ts'
import { readAttributesFile, reportAttributes, writeAttributes } from './attributes-file.ts'
import { readSynonymsFile, reportUnmatchedSynonyms, writeSynonyms } from './synonyms-file.ts'
import { checkSite } from './site-check.ts'
import { readSiteFiles, writeSite } from './site-files.ts'

/**
 * Imports a products file in one transaction.
 * @throws ImportError if the file cannot be used, and any error of the store; the catalogue is unchanged then
 */
export async function importFile(
  store: CatalogStore,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  if (options.keepAmounts)
    throw new ImportError(
      { file: path },
      '--keep-amounts works only with a folder whose site.json changes the currency',
    )
  const report = new ReportBuilder(path)
  const source = { path, folder: null }
  const folder = options.imagesDir === undefined ? undefined : await PictureFolder.open(options.imagesDir)
  const file = await openProductsFile(source, options, report)
  await using downloads = await fetchPictures(store, source, options, folder)
  await runImport(store, report, options, (writer) =>
    writeProductsFile(file, writer, new PictureImporter(writer, folder, report, downloads), options, report),
  )
  if (storesOwnProducts(report)) await reportAttributes([], store, report)
  return report
}

export const SITE_FILE = 'site.json'
export const ABOUT_FILE = 'about.md'
export const PAGES_FOLDER = 'pages'
export const CATEGORIES_FILE = 'categories.csv'
export const SYNONYMS_FILE = 'synonyms.csv'
export const ATTRIBUTES_FILE = 'attributes.csv'
export const PRODUCTS_FILES: readonly string[] = ['products.csv', 'products.tsv', 'products.txt', 'products.xml']
export const IMAGES_FOLDER = 'images'

/** Products files in unsupported formats cause an error, although other unknown files are ignored. */
const UNREADABLE_PRODUCTS = /^products\.(?:xlsx?|xlsm|ods|numbers|json|html?|pdf|sql|zip|gz)$/i

/**
 * Imports a content folder in one transaction: any of `site.json`, `about.md`, `pages/`, `categories.csv`, `synonyms.csv`,
 * `attributes.csv`, `products.*` and `images/`.
 * @throws ImportError if a part cannot be used or the folder has none, and any error of the store; the catalogue is
 * unchanged then
 */
export async function importFolder(
  store: CatalogStore,
  directory: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const report = new ReportBuilder(directory)
  const find = async (name: string): Promise<SourcePath | undefined> => {
    const path = join(directory, name)
    return lstat(path).then(
      () => ({ path, folder: directory }),
      () => undefined,
    )
  }
  const [siteJson, about, pages, categoriesCsv, synonymsCsv, attributesCsv, images] = await Promise.all(
    [SITE_FILE, ABOUT_FILE, PAGES_FOLDER, CATEGORIES_FILE, SYNONYMS_FILE, ATTRIBUTES_FILE, IMAGES_FOLDER].map(find),
  )
  const [readable, other] = (await Promise.all(PRODUCTS_FILES.map(find))).filter((source) => source !== undefined)
  if (readable && other) {
    throw new ImportError(
      { file: other.path },
      `the folder has two products files; remove this one or ${basename(readable.path)}`,
    )
  }
  const productsSource = readable ?? (await findUnreadableProducts(directory))
  if (![siteJson, about, pages, categoriesCsv, synonymsCsv, attributesCsv, productsSource].some(Boolean)) {
    const files = [SITE_FILE, ABOUT_FILE, CATEGORIES_FILE, SYNONYMS_FILE, ATTRIBUTES_FILE, ...PRODUCTS_FILES].join(', ')
    throw new ImportError(
      { file: directory },
      `the folder has none of these files: ${files}; and no folder ${PAGES_FOLDER}`,
    )
  }
  if (options.prune && !productsSource)
    throw new ImportError({ file: directory }, '--prune needs a products file, but the folder has none')
  const site = await readSiteFiles({ site: siteJson, about, pages }, report)
  const categories = categoriesCsv && (await readCategoriesFile(categoriesCsv, options.encoding, report))
  const synonyms = synonymsCsv && (await readSynonymsFile(synonymsCsv, options.encoding, report))
  const attributes = attributesCsv && (await readAttributesFile(attributesCsv, options.encoding, report))
  const products = productsSource && (await openProductsFile(productsSource, options, report))
  const folder =
    options.imagesDir === undefined
      ? images && (await PictureFolder.open(images.path, directory))
      : await PictureFolder.open(options.imagesDir)
  await using downloads = productsSource && (await fetchPictures(store, productsSource, options, folder))
  await runImport(store, report, options, async (writer) => {
    const pictures = new PictureImporter(writer, folder, report, downloads)
    const { currency: oldCurrency } = await writer.readSite()
    report.siteFields = await writeSite(site, writer, pictures, report)
    const { currency } = await writer.readSite()
    const file = siteJson?.path ?? directory
    if (options.keepAmounts) report.keptAmounts = await keepAmounts(writer, currency, file)
    if (synonyms) await writeSynonyms(synonyms, writer, report)
    if (attributes) await writeAttributes(attributes, writer, report)
    if (categories) await writeCategories(categories, writer, pictures, report)
    const repriced = currency === oldCurrency ? null : new Set<string>()
    if (products) await writeProductsFile(products, writer, pictures, options, report, repriced)
    if (repriced && !options.keepAmounts) await rejectStalePrices(writer, { file, currency, repriced })
    await checkSite(site, writer, report, options.dryRun === true)
  })
  if (synonyms && storesOwnProducts(report)) await reportUnmatchedSynonyms(synonyms, store, report)
  if ((products || attributes) && storesOwnProducts(report)) await reportAttributes(attributes || [], store, report)
  return report
}

/** Returns whether the store has the owner's products: false if the import was rolled back or a dry run kept the demo. */
function storesOwnProducts({ applied, dryRun, demoProductsRemoved }: ImportReport): boolean {
  return applied && !(dryRun && demoProductsRemoved !== null)
}

async function findUnreadableProducts(directory: string): Promise<SourcePath | undefined> {
  const name = (await readdir(directory)).find((entry) => UNREADABLE_PRODUCTS.test(entry))
  return name === undefined ? undefined : { path: join(directory, name), folder: directory }
}
