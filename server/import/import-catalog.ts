import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languageKey } from '../../shared/languages.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { type ContentFiles, findContentFiles, TRANSLATED_PRODUCTS } from './content-folder.ts'
import { downloadFile, nameAddress } from './files/download-file.ts'
import type { SourcePath } from './files/source-path.ts'
import { checkSite } from './site-check.ts'
import { matchLanguage, rejectOldTexts } from './site-languages.ts'
import { FileImporter } from './file-importer.ts'
import { ImportError } from './import-error.ts'
import { type ImportReport, ReportBuilder } from './import-report.ts'
import { chooseMapping, writeAcceptedMapping } from './mapping/choose-mapping.ts'
import { PictureFolder } from './pictures/picture-folder.ts'
import { openProductsFile, type ProductsFile } from './products-file.ts'
import { writeProductsFile } from './write-products.ts'
import { type ImportOptions, runImport } from './run-import.ts'
import { readCategoriesFile, writeCategories } from './categories-file.ts'
import { rejectStalePrices, replaceAssumedCurrency } from './currency-change.ts'
import type { StoreList } from './lists/owner-list.ts'
import { OWNER_LISTS } from './lists/owner-lists.ts'
import { BASIC_OPTIONS, BASICS, chooseBasics, listLanguages, readOwnSite, type SiteBasics } from './site-basics.ts'
import { NO_SITE_FILES, readSiteFiles, type SiteFiles, writeSite } from './site-files.ts'

/** Imports a file of products. @throws ImportError like `importFolder` */
export function importFile(store: CatalogStore, path: string, options: ImportOptions = {}): Promise<ImportReport> {
  const files = { products: { path, folder: null }, abouts: new Map(), translations: [] }
  return importContent(store, path, () => Promise.resolve(files), options)
}

/**
 * Imports a content folder in one transaction.
 * @throws ImportError if a part cannot be used or the folder has none, and any error of the store; the catalogue is
 * unchanged then
 */
export function importFolder(
  store: CatalogStore,
  directory: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return importContent(store, directory, (report) => findContentFiles(directory, options, report), options)
}

async function importContent(
  store: CatalogStore,
  place: string,
  findFiles: (report: ReportBuilder) => Promise<ContentFiles>,
  given: ImportOptions,
): Promise<ImportReport> {
  const asked = await separateTextLanguage(store, place, given)
  const report = new ReportBuilder(place, asked)
  const files = await findFiles(report)
  const siteFiles = await readSiteFiles(files, await store.read(readOwnSite), report)
  const { languages: tags, locale = asked.basics?.locale } = siteFiles.settings
  const options = { ...asked, languages: await listLanguages(store, { languages: tags, locale }) }
  const categories = files.categories && (await readCategoriesFile(files.categories, options, report))
  const lists: StoreList[] = []
  for (const list of OWNER_LISTS) {
    const source = files[list.kind]
    if (source) lists.push(await list.read(source, options, report))
  }
  const chosen = files.products && (await chooseMapping(store, files.products, options, { report, locale }))
  const products = files.products && (await openProductsFile(files.products, options, report, chosen))
  const { imagesDir } = options
  const openFolder = async (source?: SourcePath) => (source ? [await PictureFolder.open(source.path, place)] : [])
  const pictures = imagesDir === undefined ? await openFolder(files.images) : [await PictureFolder.open(imagesDir)]
  const own = { pictures, documents: [...(await openFolder(files.documents)), ...pictures] }
  const site = await completeSite(store, siteFiles, products, options, report)
  const translations = await openTranslations(place, files.translations, options, report)
  await runImport(store, report, options, async (writer) => {
    const importer = new FileImporter(writer, report, own)
    await writeSettings(site, files.site?.path ?? place, { writer, files: importer, report }, async () => {
      if (categories) await writeCategories(categories, writer, importer, report)
      if (products) await writeProductsFile(products, writer, importer, options, report)
      for (const [language, file] of translations)
        await writeProductsFile(file, writer, importer, { ...options, prune: false, language }, report)
      for (const storeList of lists) await storeList(writer)
    })
  })
  await writeAcceptedMapping(chosen, report)
  if (products) await options.rejectedRows?.write(products.table)
  return report
}

/**
 * Takes a `locale` that is a further language of the site as the language of the file, of which only texts count.
 * @throws ImportError if such a file is to prune products
 */
async function separateTextLanguage(store: CatalogStore, path: string, options: ImportOptions): Promise<ImportOptions> {
  const { locale, ...basics } = options.basics ?? {}
  const languages = await listLanguages(store, { locale })
  if (locale === undefined) return { ...options, languages }
  const language = matchLanguage(locale, languages)
  if (language === undefined || language === languages[0]) return { ...options, languages, language: null }
  const reason = '--prune ("prune") does not work with a further language, because such a file decides only about texts'
  if (options.prune) throw new ImportError({ file: path }, reason)
  return { ...options, basics, languages, language }
}

/**
 * Imports a file from an address, which reports, errors and the history name instead of the downloaded copy.
 * @throws ImportError if the file cannot be downloaded or used, and any error of the store; the catalogue is unchanged
 * then
 */
export async function importAddress(
  store: CatalogStore,
  address: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-download-'))
  const path = join(folder, 'download')
  const nameFile = (text: string) => text.replaceAll(path, () => nameAddress(address))
  try {
    await downloadFile(address, path, options.downloadRules)
    return await importFile(store, path, { ...options, nameFile })
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    const { file, ...place } = error.place
    throw new ImportError({ ...place, file: nameFile(file) }, nameFile(error.reason), { cause: error })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Adds currency, language and name, if an option, the products' file or the owner says them. */
async function completeSite(
  store: CatalogStore,
  site: SiteFiles,
  products: ProductsFile | undefined,
  { basics: given = {}, keepRemotePictures, isDemo }: ImportOptions,
  report: ReportBuilder,
): Promise<SiteFiles> {
  if (isDemo) return site
  const inFile = products?.products.basics ?? {}
  const { settings, found } = await chooseBasics(store, given, site, inFile)
  report.foundBasics = found
  return { ...site, settings: { ...site.settings, ...settings, ...(keepRemotePictures && { keepRemotePictures }) } }
}

/**
 * Writes the settings, and then what depends on them.
 * @param place path of `site.json` or of the import, which errors about the currency name
 */
async function writeSettings(
  site: SiteFiles,
  place: string,
  {
    writer,
    files,
    report,
  }: { readonly writer: CatalogWriter; readonly files: FileImporter; readonly report: ReportBuilder },
  writeOthers?: () => Promise<void>,
): Promise<void> {
  const before = await writer.readSite()
  await rejectOldTexts(writer, before, site.settings.languages, place)
  report.siteFields = await writeSite(site, writer, files, report)
  const { currency, keepRemotePictures = false } = await writer.readSite()
  report.keepsRemotePictures = keepRemotePictures
  const replaced = await replaceAssumedCurrency(writer, before, currency)
  await writeOthers?.()
  if (report.format === null) report.products.changed = replaced
  if (currency !== before.currency) await rejectStalePrices(writer, currency, place)
  await checkSite(site, writer, report)
}

/**
 * Changes settings as a `site.json` with them alone would.
 * @throws ImportError if the catalogue is the demo, or if prices are in another currency
 */
export async function importBasics(store: CatalogStore, basics: SiteBasics): Promise<ImportReport> {
  const place = 'site'
  const given = BASICS.flatMap((basic) => (basics[basic] === undefined ? [] : [BASIC_OPTIONS[basic], basics[basic]]))
  const report = new ReportBuilder(given.join(' '))
  return runImport(store, report, { command: 'site' }, (writer) => {
    const files = new FileImporter(writer, report)
    return writeSettings({ ...NO_SITE_FILES, settings: basics }, place, { writer, files, report })
  })
}

/**
 * Opens files such as `products.de.csv`.
 * @throws ImportError if a file cannot be used, or the site does not have its language
 */
async function openTranslations(
  directory: string,
  names: readonly string[],
  options: ImportOptions,
  report: ReportBuilder,
): Promise<ReadonlyMap<string, ProductsFile>> {
  const files = new Map<string, ProductsFile>()
  for (const name of names) {
    const [, tag = ''] = TRANSLATED_PRODUCTS.exec(name) ?? []
    const [path, language] = [join(directory, name), languageKey(tag)]
    const unknown = `"${tag}" is no further language of the site; add it to "languages" in site.json, or remove the file`
    const second = `the folder has two files with the products in "${tag}"; remove one of them`
    if (!options.languages?.slice(1).includes(language)) throw new ImportError({ file: path }, unknown)
    if (files.has(language)) throw new ImportError({ file: path }, second)
    const own = { ...options, format: undefined, prune: false, language }
    files.set(language, await openProductsFile({ path, folder: directory }, own, report))
  }
  return files
}
