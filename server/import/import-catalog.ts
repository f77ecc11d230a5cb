import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { languageKey } from '../../shared/languages.ts'
import type { TableMapping } from '../catalog/table-mapping.ts'
import type { CatalogStore, CatalogWriter } from '../store/catalog-store.ts'
import { DocumentImporter, type FileImporters } from './documents/document-importer.ts'
import { downloadFile } from './files/download-file.ts'
import type { SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import { type ImportReport, ReportBuilder } from './import-report.ts'
import { chooseMapping, writeAcceptedMapping } from './mapping/choose-mapping.ts'
import { readMappingsFile, storeMappings } from './mapping/stored-mappings.ts'
import { PictureFolder } from './pictures/picture-folder.ts'
import { fetchPictures, type OwnFolders, type PictureDownloads } from './pictures/picture-downloads.ts'
import { PictureImporter } from './pictures/picture-importer.ts'
import { openProductsFile, type ProductsFile, writeProductsFile } from './products-file.ts'
import { type ImportOptions, runImport } from './run-import.ts'
import { readCompaniesFile, writeCompanies } from './companies-file.ts'
import { readCategoriesFile, writeCategories } from './categories-file.ts'
import { keepAmounts, mayKeepAmounts, rejectStalePrices } from './currency-change.ts'
import { readAttributesFile, reportAttributes, writeAttributes } from './attributes-file.ts'
import { readOldAddressesFile, writeOldAddresses } from './old-addresses-file.ts'
import { readRedirectsFile, writeRedirects } from './redirects-file.ts'
import { readSynonymsFile, reportUnmatchedSynonyms, writeSynonyms } from './synonyms-file.ts'
import { WorkbookPictures } from './workbook/workbook-pictures.ts'
import { checkSite } from './site-check.ts'
import { chooseBasics } from './site-basics.ts'
import { readSiteFiles, type SiteFiles, writeSite } from './site-files.ts'

/**
 * Imports a products file in one transaction.
 * @throws ImportError if the file cannot be used, and any error of the store; the catalogue is unchanged then
 */
export async function importFile(store: CatalogStore, path: string, given: ImportOptions = {}): Promise<ImportReport> {
  const options = await readTextLanguage(store, path, given)
  if (options.keepAmounts && options.basics?.currency === undefined)
    throw new ImportError(
      { file: path },
      '--keep-amounts works only with --currency, or with a folder whose site.json changes the currency',
    )
  const report = new ReportBuilder(path, options)
  const source = { path, folder: null }
  const folder = options.imagesDir === undefined ? undefined : await PictureFolder.open(options.imagesDir)
  report.hasPictureFolder = folder !== undefined
  const chosen = await chooseMapping(store, source, options, { report, locale: options.basics?.locale })
  const products = await openProductsFile(source, options, report, chosen)
  const site = await completeSite(store, NO_SITE_FILES, products, options, report)
  const own = { pictures: folder, documents: folder ? [folder] : [] }
  await using downloads = await fetchPictures(store, source, options, own, chosen)
  await using embedded = new WorkbookPictures(source, products.pictures)
  const change = async (writer: CatalogWriter) => {
    const content = { place: path, site, products, mapping: chosen?.mapping?.mapping }
    await writeContent(content, writer, createImporters(writer, own, report, downloads, embedded), options, report)
    options.checkResult?.(report, products.table?.header)
  }
  await runImport(store, report, options, change, (index) => reportAttributes([], index, report))
  // Nothing is beside a file from an address; its mapping is in the database.
  if (!options.nameFile) await writeAcceptedMapping(source, chosen, report)
  await options.rejectedRows?.write(products.table)
  return report
}

/**
 * Takes the language of a file as that of its texts alone, if it is a further language of the site.
 * @throws ImportError if such a file is to prune products
 */
async function readTextLanguage(store: CatalogStore, path: string, options: ImportOptions): Promise<ImportOptions> {
  const { locale, ...basics } = options.basics ?? {}
  const { languages: tags = [] } = await store.readSite()
  const languages = tags.map(languageKey)
  if (locale === undefined) return { ...options, languages }
  const language = languages.slice(1).find((key) => key === languageKey(locale))
  if (language === undefined) return { ...options, languages }
  if (options.prune)
    throw new ImportError(
      { file: path },
      '--prune does not work with the --language of translations: the file decides only about texts',
    )
  return { ...options, basics, language }
}

/**
 * Imports a products file from an `https` address, which reports, errors and the history name instead of the downloaded copy.
 * @throws ImportError if the file cannot be downloaded or used, and any error of the store; the catalogue is unchanged then
 */
export async function importAddress(
  store: CatalogStore,
  address: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  await using file = await downloadFile(address, { rules: options.downloadRules })
  return await importNamedFile(store, file, options)
}

/** Imports a copy of a products file, which reports, errors and the history call by its name. @throws like `importFile` */
export async function importNamedFile(
  store: CatalogStore,
  file: { readonly path: string; readonly name: string },
  options: ImportOptions = {},
): Promise<ImportReport> {
  const nameFile = (text: string) => text.replaceAll(file.path, () => file.name)
  const { acceptMapping } = options
  try {
    return await importFile(store, file.path, {
      ...options,
      nameFile,
      ...(acceptMapping && {
        acceptMapping: (proposal) => acceptMapping({ ...proposal, file: nameFile(proposal.file) }),
      }),
    })
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    const { file: path, ...place } = error.place
    throw new ImportError({ ...place, file: nameFile(path) }, nameFile(error.reason), { cause: error })
  }
}

const NO_SITE_FILES: SiteFiles = {
  path: null,
  settings: {},
  fonts: {},
  translations: new Map(),
  abouts: new Map(),
  pages: undefined,
}

/** Adds currency, language and name to the settings of `site.json`, if an option, the products' file or the owner says them. */
async function completeSite(
  store: CatalogStore,
  site: SiteFiles,
  products: ProductsFile | undefined,
  { basics: given = {}, keepRemotePictures, isDemo, dryRun, ask }: ImportOptions,
  report: ReportBuilder,
): Promise<SiteFiles> {
  if (isDemo) return site
  const { settings, found } = await chooseBasics(store, {
    given,
    siteJson: site,
    found: products?.basics ?? {},
    ask: products && !dryRun ? ask : undefined,
  })
  report.foundBasics = found
  return { ...site, settings: { ...site.settings, ...settings, ...(keepRemotePictures && { keepRemotePictures }) } }
}

function createImporters(
  writer: CatalogWriter,
  own: OwnFolders,
  report: ReportBuilder,
  downloads: PictureDownloads | undefined,
  embedded: WorkbookPictures | undefined,
): FileImporters {
  return {
    pictures: new PictureImporter(writer, own.pictures, report, downloads, embedded),
    documents: new DocumentImporter(writer, own.documents, report, downloads),
  }
}

/** The parts of an import; undefined for those that it lacks. */
interface Content {
  /** Named in errors about the currency. */
  readonly place: string
  readonly site: SiteFiles
  readonly redirects?: Awaited<ReturnType<typeof readRedirectsFile>> | undefined
  readonly oldAddresses?: Awaited<ReturnType<typeof readOldAddressesFile>> | undefined
  readonly synonyms?: Awaited<ReturnType<typeof readSynonymsFile>> | undefined
  readonly attributes?: Awaited<ReturnType<typeof readAttributesFile>> | undefined
  readonly companies?: Awaited<ReturnType<typeof readCompaniesFile>> | undefined
  readonly categories?: Awaited<ReturnType<typeof readCategoriesFile>> | undefined
  readonly products?: ProductsFile | undefined
  /** Files with the texts in further languages, by the key of the language. */
  readonly translations?: ReadonlyMap<string, ProductsFile> | undefined
  /** Mapping of the products' table, to be stored for later tables with its columns. */
  readonly mapping?: TableMapping | undefined
  /** Mappings that replace those stored. */
  readonly mappings?: readonly TableMapping[] | undefined
}

async function writeContent(
  {
    place,
    site,
    redirects,
    oldAddresses,
    synonyms,
    attributes,
    companies,
    categories,
    products,
    translations,
    mapping,
    mappings,
  }: Content,
  writer: CatalogWriter,
  files: FileImporters,
  options: ImportOptions,
  report: ReportBuilder,
): Promise<void> {
  const { pictures } = files
  const before = await writer.readSite()
  report.siteFields = await writeSite(site, writer, pictures, report)
  const { currency, keepRemotePictures = false } = await writer.readSite()
  report.keepsRemotePictures = keepRemotePictures
  const keepsAmounts = mayKeepAmounts(before, currency, options.keepAmounts)
  if (keepsAmounts) report.keptAmounts = await keepAmounts(writer, currency, place)
  if (synonyms) await writeSynonyms(synonyms, writer, report)
  if (attributes) await writeAttributes(attributes, writer, report)
  if (companies) await writeCompanies(companies, writer, report)
  if (categories) await writeCategories(categories, writer, pictures, report)
  if (products) await writeProductsFile(products, writer, files, options, report)
  for (const [language, file] of translations ?? [])
    await writeProductsFile(file, writer, files, { ...options, prune: false, language }, report)
  if (redirects) await writeRedirects(redirects, writer, report)
  if (oldAddresses) await writeOldAddresses(oldAddresses, writer, report)
  if (currency !== before.currency && !keepsAmounts) await rejectStalePrices(writer, currency, place)
  await checkSite(site, writer, report)
  await storeMappings(writer, mapping, mappings)
}

export const SITE_FILE = 'site.json'
export const ABOUT_FILE = 'about.md'
export const PAGES_FOLDER = 'pages'
export const CATEGORIES_FILE = 'categories.csv'
export const SYNONYMS_FILE = 'synonyms.csv'
export const REDIRECTS_FILE = 'redirects.csv'
export const OLD_ADDRESSES_FILES = ['old-addresses.txt', 'old-addresses.xml'] as const
export const ATTRIBUTES_FILE = 'attributes.csv'
export const COMPANIES_FILE = 'companies.csv'
export const MAPPINGS_FILE = 'mappings.json'
/** Files of a content folder besides the products, the pages and `site.json`. */
export const SETTINGS_TABLES: readonly string[] = [
  REDIRECTS_FILE,
  ...OLD_ADDRESSES_FILES,
  CATEGORIES_FILE,
  SYNONYMS_FILE,
  ATTRIBUTES_FILE,
  COMPANIES_FILE,
  MAPPINGS_FILE,
]
export const PRODUCTS_TEXTS: readonly string[] = ['products.csv', 'products.tsv', 'products.txt', 'products.xml']
const PRODUCTS_WORKBOOKS: readonly string[] = ['products.xlsx', 'products.xlsm', 'products.ods']
export const PRODUCTS_FILES: readonly string[] = [...PRODUCTS_TEXTS, ...PRODUCTS_WORKBOOKS]
export const IMAGES_FOLDER = 'images'
export const DOCUMENTS_FOLDER = 'documents'

/** Products files in unsupported formats cause an error, although other unknown files are ignored. */
const UNREADABLE_PRODUCTS = /^products\.(?:xlsb?|numbers|json|html?|pdf|sql|zip|gz)$/i

/**
 * Imports a content folder in one transaction: any of `site.json`, `about.md`, `pages/`, `categories.csv`, `synonyms.csv`,
 * `redirects.csv`, `attributes.csv`, `companies.csv`, `mappings.json`, `products.*`, `images/` and `documents/`.
 * @throws ImportError if a part cannot be used or the folder has none, and any error of the store; the catalogue is
 * unchanged then
 */
export async function importFolder(
  store: CatalogStore,
  directory: string,
  given: ImportOptions = {},
): Promise<ImportReport> {
  const asked = await readTextLanguage(store, directory, given)
  const report = new ReportBuilder(directory, asked)
  const find = async (name: string): Promise<SourcePath | undefined> => {
    const path = join(directory, name)
    return lstat(path).then(
      () => ({ path, folder: directory }),
      () => undefined,
    )
  }
  const [
    siteJson,
    pages,
    redirectsCsv,
    categoriesCsv,
    synonymsCsv,
    attributesCsv,
    companiesCsv,
    mappingsJson,
    images,
    documentsSource,
  ] = await Promise.all(
    [
      SITE_FILE,
      PAGES_FOLDER,
      REDIRECTS_FILE,
      CATEGORIES_FILE,
      SYNONYMS_FILE,
      ATTRIBUTES_FILE,
      COMPANIES_FILE,
      MAPPINGS_FILE,
      IMAGES_FOLDER,
      DOCUMENTS_FOLDER,
    ].map(find),
  )
  const oldAddressesFile = (await Promise.all(OLD_ADDRESSES_FILES.map(find))).find((source) => source !== undefined)
  const abouts = await findAbouts(directory)
  const findProducts = async (names: readonly string[]): Promise<SourcePath | undefined> => {
    const [first, other] = (await Promise.all(names.map(find))).filter((source) => source !== undefined)
    if (!first || !other) return first
    const reason = `the folder has two products files; remove this one or ${basename(first.path)}`
    throw new ImportError({ file: other.path }, reason)
  }
  const text = await findProducts(PRODUCTS_TEXTS)
  const workbook = await findProducts(PRODUCTS_WORKBOOKS)
  // Owners keep the workbook from which they saved their CSV file, and older versions ignored it.
  if (text && workbook)
    report.warn({
      file: workbook.path,
      line: null,
      column: null,
      value: null,
      reason: `the workbook was ignored, because the folder has ${basename(text.path)}; remove one of the two`,
    })
  const productsSource = text ?? workbook ?? (await findUnreadableProducts(directory))
  const parts = [
    siteJson,
    abouts.size > 0,
    pages,
    redirectsCsv,
    oldAddressesFile,
    categoriesCsv,
    synonymsCsv,
    attributesCsv,
    companiesCsv,
    mappingsJson,
    productsSource,
  ]
  if (!parts.some(Boolean)) {
    const files = [SITE_FILE, ABOUT_FILE, ...SETTINGS_TABLES, ...PRODUCTS_FILES].join(', ')
    throw new ImportError(
      { file: directory },
      `the folder has none of these files: ${files}; and no folder ${PAGES_FOLDER}`,
    )
  }
  if (asked.prune && !productsSource)
    throw new ImportError({ file: directory }, '--prune needs a products file, but the folder has none')
  const siteFiles = await readSiteFiles({ site: siteJson, abouts, pages }, report)
  const languages = siteFiles.settings.languages?.map(languageKey)
  const options = languages ? { ...asked, languages } : asked
  const categories = categoriesCsv && (await readCategoriesFile(categoriesCsv, options.encoding, report))
  const redirects = redirectsCsv && (await readRedirectsFile(redirectsCsv, options, report))
  const oldAddresses = oldAddressesFile && (await readOldAddressesFile(oldAddressesFile, report))
  const synonyms = synonymsCsv && (await readSynonymsFile(synonymsCsv, options.encoding, report))
  const attributes = attributesCsv && (await readAttributesFile(attributesCsv, options.encoding, report))
  const companies = companiesCsv && (await readCompaniesFile(companiesCsv, options.encoding, report))
  const mappings = mappingsJson && (await readMappingsFile(mappingsJson))
  const chosen =
    productsSource &&
    (await chooseMapping(store, productsSource, options, {
      report,
      locale: siteFiles.settings.locale ?? options.basics?.locale,
      mappings,
    }))
  const products = productsSource && (await openProductsFile(productsSource, options, report, chosen))
  const folder =
    options.imagesDir === undefined
      ? images && (await PictureFolder.open(images.path, directory))
      : await PictureFolder.open(options.imagesDir)
  const documents = documentsSource && (await PictureFolder.open(documentsSource.path, directory))
  const own = { pictures: folder, documents: [documents, folder].filter((files) => files !== undefined) }
  report.hasPictureFolder = folder !== undefined
  const site = await completeSite(store, siteFiles, products, options, report)
  await using downloads = productsSource && (await fetchPictures(store, productsSource, options, own, chosen))
  await using embedded = productsSource && products && new WorkbookPictures(productsSource, products.pictures)
  const translations = await openTranslations(directory, options, report)
  const content = {
    place: siteJson?.path ?? directory,
    site,
    redirects,
    oldAddresses,
    synonyms,
    attributes,
    companies,
    categories,
    products,
    translations,
    mapping: chosen?.mapping?.mapping,
    mappings,
  }
  const change = (writer: CatalogWriter) =>
    writeContent(content, writer, createImporters(writer, own, report, downloads, embedded), options, report)
  await runImport(store, report, options, change, async (index) => {
    if (synonyms) await reportUnmatchedSynonyms(synonyms, index, report)
    if (products || attributes) await reportAttributes(attributes || [], index, report)
  })
  await writeAcceptedMapping(productsSource, chosen, report)
  if (products) await options.rejectedRows?.write(products.table)
  return report
}

const TRANSLATED_PRODUCTS = /^products\.([a-z]{2,3}(?:-[a-z\d]{2,8})*)\.(?:csv|tsv|txt|xml|xlsx|xlsm|ods)$/i

/**
 * Opens the files with the texts of products in further languages, such as `products.de.csv`.
 * @throws ImportError if a file cannot be used, or the site does not have its language
 */
async function openTranslations(
  directory: string,
  options: ImportOptions,
  report: ReportBuilder,
): Promise<ReadonlyMap<string, ProductsFile>> {
  const files = new Map<string, ProductsFile>()
  for (const name of (await readdir(directory)).toSorted()) {
    const [, tag] = TRANSLATED_PRODUCTS.exec(name) ?? []
    if (tag === undefined) continue
    const [path, language] = [join(directory, name), languageKey(tag)]
    if (!options.languages?.slice(1).includes(language))
      throw new ImportError(
        { file: path },
        `"${tag}" is no further language of the site; add it to "languages" in site.json, or remove the file`,
      )
    if (files.has(language))
      throw new ImportError(
        { file: path },
        `the folder has two files with the products in "${tag}"; remove one of them`,
      )
    const { format, rows } = report
    files.set(language, await openProductsFile({ path, folder: directory }, { ...options, format: undefined }, report))
    report.format = format ?? report.format
    report.rows += rows
  }
  return files
}

export const ABOUT_NAME = /^about(?:\.([a-z]{2,3}(?:-[a-z\d]{2,8})*))?\.md$/i

/** Finds `about.md` and its translations, such as `about.de.md`, by the key of the language. */
async function findAbouts(directory: string): Promise<ReadonlyMap<string | null, SourcePath>> {
  const names = await readdir(directory).catch(() => [])
  return new Map(
    names.flatMap((name) => {
      const match = ABOUT_NAME.exec(name)
      const source = { path: join(directory, name), folder: directory }
      return match ? [[match[1] === undefined ? null : languageKey(match[1]), source] as const] : []
    }),
  )
}

async function findUnreadableProducts(directory: string): Promise<SourcePath | undefined> {
  const name = (await readdir(directory)).find((entry) => UNREADABLE_PRODUCTS.test(entry))
  return name === undefined ? undefined : { path: join(directory, name), folder: directory }
}
