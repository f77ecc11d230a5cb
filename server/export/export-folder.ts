import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { listShownPictures } from '../catalog/text-pictures.ts'
import { BYTE_ORDER_MARK, writeCsvRows } from '../../shared/csv-rows.ts'
import { removeFonts, writeFonts } from './font-files.ts'
import { exportText, removePages, writePages } from './owner-text-files.ts'
import { PictureFiles } from './picture-files.ts'
import { buildSiteSettings } from './site-json.ts'
import { buildVitrineColumns, buildVitrineHeader, buildVitrineRows } from './vitrine-rows.ts'
import { writeXlsxFile } from './xlsx-file.ts'
import { CATEGORY_COLUMNS } from '../import/categories-file.ts'
import { writeColumnsCell } from '../import/listing-settings.ts'
import { ImportError } from '../import/import-error.ts'
import {
  ABOUT_FILE,
  ATTRIBUTES_FILE,
  CATEGORIES_FILE,
  IMAGES_FOLDER,
  MAPPINGS_FILE,
  PAGES_FOLDER,
  PRODUCTS_FILES,
  PRODUCTS_TEXTS,
  SITE_FILE,
  SYNONYMS_FILE,
} from '../import/import-catalog.ts'
import { ATTRIBUTE_COLUMNS } from '../import/attributes-file.ts'
import { writeMappingsFile } from '../import/mapping/stored-mappings.ts'
import type { ColumnNames } from '../import/files/csv-columns.ts'
import type { AttributeEntry } from '../catalog/attribute-entries.ts'
import { DIRECTIONS, SYNONYM_COLUMNS, SYNONYM_SEPARATOR } from '../import/synonyms-file.ts'
import { escapeListPart } from '../import/cells.ts'
import type { SynonymEntry } from '../catalog/synonyms.ts'
import type { CatalogReader, CatalogStore } from '../store/catalog-store.ts'
import type { Category } from '../../shared/catalog.ts'

interface ExportSummary {
  readonly products: number
  readonly categories: number
  readonly pictures: number
}

const PRODUCTS_CSV = 'products.csv'
const PRODUCTS_XLSX = 'products.xlsx'

/** Most shops have three options; more columns are added if a product needs them. */
const MIN_OPTION_COUNT = 3

/**
 * Writes the catalogue to a content folder. Importing the folder into the same catalogue changes nothing; importing it
 * into an empty catalogue creates an equal catalogue.
 * @param options.force writes to a folder that is not empty and overwrites files of the same names
 * @param options.xlsx writes the products to a workbook instead of a CSV file
 * @throws ImportError if the folder cannot be created or is not empty
 */
export async function exportFolder(
  store: CatalogStore,
  directory: string,
  { force = false, xlsx = false } = {},
): Promise<ExportSummary> {
  const productsFile = xlsx ? PRODUCTS_XLSX : PRODUCTS_CSV
  await prepareFolder(directory, productsFile, force)
  return store.read(async (reader) => {
    const pictures = new PictureFiles(reader, join(directory, IMAGES_FOLDER))
    const site = await reader.readSite()
    // Texts are exported first: they contain the file names of their pictures, which other pictures must not take.
    const about = await exportText(site.aboutMarkdown ?? site.aboutHtml ?? '', site.aboutHtml ?? '', pictures)
    if (about !== '') await writeFile(join(directory, ABOUT_FILE), about)
    await writePages(site.pages, join(directory, PAGES_FOLDER), pictures)
    const fonts = await writeFonts(site, directory, reader)
    const settings = await buildSiteSettings(site, pictures, fonts)
    await writeFile(join(directory, SITE_FILE), `${JSON.stringify(settings, null, 2)}\n`)
    const categories = await reader.listCategories()
    const paths = buildCategoryPaths(categories)
    if (categories.length > 0)
      await writeFile(join(directory, CATEGORIES_FILE), await buildCategoriesSheet(categories, paths, pictures))
    const synonyms = await reader.readSynonyms()
    if (synonyms.length > 0) await writeFile(join(directory, SYNONYMS_FILE), buildSynonymsSheet(synonyms))
    const attributes = await reader.readAttributeEntries()
    if (attributes.length > 0) await writeFile(join(directory, ATTRIBUTES_FILE), buildAttributesSheet(attributes))
    const mappings = await reader.readMappings()
    if (mappings.length > 0) await writeFile(join(directory, MAPPINGS_FILE), writeMappingsFile(mappings))
    const products = await writeProductsSheet(reader, join(directory, productsFile), {
      currency: site.currency,
      paths,
      pictures,
    })
    return { products, categories: categories.length, pictures: pictures.count }
  })
}

async function prepareFolder(directory: string, productsFile: string, force: boolean): Promise<void> {
  await mkdir(directory, { recursive: true }).catch((error: unknown) => {
    throw new ImportError({ file: directory }, 'the folder cannot be created', { cause: error })
  })
  const names = await readdir(directory)
  if (names.length > 0 && !force)
    throw new ImportError({ file: directory }, 'the folder is not empty; --force overwrites files of the same names')
  const others = productsFile === PRODUCTS_XLSX ? PRODUCTS_FILES : PRODUCTS_TEXTS
  const other = names.find((name) => others.includes(name) && name !== productsFile)
  if (other !== undefined)
    throw new ImportError(
      { file: join(directory, other) },
      'the folder would contain two products files; move this one to another folder',
    )
  // Files without content are not written, because they could not be imported, so those of an earlier export are removed.
  for (const name of [ABOUT_FILE, CATEGORIES_FILE, SYNONYMS_FILE, ATTRIBUTES_FILE, MAPPINGS_FILE, productsFile])
    await rm(join(directory, name), { force: true })
  await removeFonts(directory)
  if (names.includes(PAGES_FOLDER)) await removePages(join(directory, PAGES_FOLDER))
}

interface SheetContext {
  readonly currency: string
  readonly paths: ReadonlyMap<string, string>
  readonly pictures: PictureFiles
}

async function writeProductsSheet(
  reader: CatalogReader,
  path: string,
  { currency, paths, pictures }: SheetContext,
): Promise<number> {
  let optionCount = MIN_OPTION_COUNT
  let count = 0
  for await (const { options } of reader.scanProducts()) {
    optionCount = Math.max(optionCount, options.length)
    count += 1
  }
  if (count === 0) return 0
  const context = { optionCount, currency, pathOf: (slug: string) => paths.get(slug) ?? '', pictures }
  async function* buildRows(): AsyncGenerator<ReturnType<typeof buildVitrineRows>> {
    for await (const product of reader.scanProducts()) {
      for (const image of listShownPictures(product)) if ('hash' in image) await pictures.write(image, product.slug)
      yield buildVitrineRows(product, context)
    }
  }
  if (path.endsWith(PRODUCTS_XLSX)) await writeXlsxFile(path, buildVitrineColumns(optionCount), buildRows())
  else await pipeline(Readable.from(writeCsv(optionCount, buildRows())), createWriteStream(path))
  return count
}

async function* writeCsv(
  optionCount: number,
  products: AsyncIterable<ReturnType<typeof buildVitrineRows>>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeCsvRows([buildVitrineHeader(optionCount)])
  for await (const rows of products) yield writeCsvRows(rows)
}

/** Maps category slugs to paths such as `Table > Bowls`. */
function buildCategoryPaths(categories: readonly Category[]): ReadonlyMap<string, string> {
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  const pathOf = ({ name, parentSlug }: Category): string => {
    const parent = parentSlug === null ? undefined : bySlug.get(parentSlug)
    return parent ? `${pathOf(parent)} > ${name}` : name
  }
  return new Map(categories.map((category) => [category.slug, pathOf(category)]))
}

async function buildCategoriesSheet(
  categories: readonly Category[],
  paths: ReadonlyMap<string, string>,
  pictures: PictureFiles,
): Promise<string> {
  const rows: string[][] = []
  for (const { slug, name, formerSlugs, description, image, position, view, columns } of categories) {
    const file = image ? await pictures.write(image, `category-${slug}`) : ''
    rows.push([
      paths.get(slug) ?? name,
      slug,
      formerSlugs.join(', '),
      description ?? '',
      file,
      image?.alt ?? '',
      position === null ? '' : String(position),
      view ?? '',
      writeColumnsCell(columns ?? []),
    ])
  }
  return writeSheet(CATEGORY_COLUMNS, rows)
}

function buildSynonymsSheet(entries: readonly SynonymEntry[]): string {
  const rows = entries.map(({ word, synonyms, isOneWay }) => [
    word,
    synonyms.map((text) => escapeListPart(text, SYNONYM_SEPARATOR)).join(`${SYNONYM_SEPARATOR} `),
    isOneWay ? DIRECTIONS.oneWay : DIRECTIONS.both,
  ])
  return writeSheet(SYNONYM_COLUMNS, rows)
}

function buildAttributesSheet(entries: readonly AttributeEntry[]): string {
  const rows = entries.map(({ name, type, unit }) => [name, type, unit ?? ''])
  return writeSheet(ATTRIBUTE_COLUMNS, rows)
}

function writeSheet(columns: ColumnNames<string>, rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + writeCsvRows([Object.values(columns).map(([name]) => name), ...rows])
}
