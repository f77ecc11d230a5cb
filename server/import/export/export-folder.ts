import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { FONT_USES } from '../../catalog/rules/fonts.ts'
import { buildCategoryTree } from '../../catalog/rules/category-tree.ts'
import { listShownPictures } from '../../catalog/rules/text-pictures.ts'
import { BYTE_ORDER_MARK, writeCsvRows } from '../../../shared/csv-rows.ts'
import { ExportedFiles } from './exported-files.ts'
import { fontFile, writeSite } from './exported-site.ts'
import { buildVitrineHeader, buildVitrineRows, type VitrineRowContext } from './vitrine-rows.ts'
import { languageKey } from '../../../shared/languages.ts'
import {
  CATEGORY_COLUMNS,
  type CategoryField,
  TRANSLATED_CATEGORY_COLUMNS,
  type TranslatedCategoryField,
  writeColumnsCell,
} from '../categories-file.ts'
import { type WrittenRow, writeSettingsSheet } from '../files/settings-sheet.ts'
import { ImportError } from '../import-error.ts'
import { OWNER_LISTS } from '../lists/owner-lists.ts'
import { ABOUT_NAME, CATEGORIES_FILE, listFile, PAGES_FOLDER, SETTINGS_TABLES } from '../content-folder.ts'
import { listPageFiles } from '../page-files.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import type { Category } from '../../catalog/category.ts'

const PRODUCTS_CSV = 'products.csv'

/** Most shops have three options; products with more add columns. */
const MIN_OPTION_COUNT = 3

/**
 * Writes a content folder. Its import changes nothing in the same catalogue, and creates an equal one in an empty database.
 * @param options.force writes to a folder that is not empty, over files of the same names
 * @throws ImportError if the folder cannot be created or is not empty
 */
export async function exportFolder(store: CatalogStore, directory: string, { force = false } = {}) {
  await prepareFolder(directory, force)
  return store.read(async (reader) => {
    const files = new ExportedFiles(reader, directory)
    const site = await reader.readSite()
    const languages = (site.languages ?? []).slice(1).map(languageKey)
    await writeSite(site, directory, files, languages)
    const categories = await reader.listCategories()
    const { bySlug } = buildCategoryTree(categories, new Map(), site.locale)
    const pathOf = (slug: string) => {
      const { ancestors = [], node } = bySlug.get(slug) ?? {}
      return [...ancestors, ...(node ? [node] : [])].map(({ name }) => name).join(' > ')
    }
    const context = { currency: site.currency, languages, pathOf, files }
    if (categories.length > 0)
      await writeFile(join(directory, CATEGORIES_FILE), await buildCategoriesSheet(categories, context))
    for (const { kind, buildSheet } of OWNER_LISTS) {
      const sheet = await buildSheet(reader, languages)
      if (sheet !== null) await writeFile(join(directory, listFile(kind)), sheet)
    }
    const products = await writeProductsSheet(reader, join(directory, PRODUCTS_CSV), context)
    return { products, categories: categories.length, pictures: files.pictureCount }
  })
}

async function prepareFolder(directory: string, force: boolean): Promise<void> {
  await mkdir(directory, { recursive: true }).catch((error: unknown) => {
    throw new ImportError({ file: directory }, 'the folder cannot be created', { cause: error })
  })
  const names = await readdir(directory)
  if (names.length > 0 && !force)
    throw new ImportError({ file: directory }, 'the folder is not empty; --force overwrites files of the same names')
  // Files without content cannot be imported and are not written, so those of an earlier export are removed.
  const abouts = names.filter((name) => ABOUT_NAME.test(name))
  const pages = names.includes(PAGES_FOLDER) ? await listPageFiles(join(directory, PAGES_FOLDER)) : []
  const texts = [...abouts, ...pages.map((name) => join(PAGES_FOLDER, name))]
  for (const name of [...texts, ...FONT_USES.map(fontFile), ...SETTINGS_TABLES, PRODUCTS_CSV])
    await rm(join(directory, name), { force: true })
}

type SheetContext = Omit<VitrineRowContext, 'optionCount' | 'files'> & { readonly files: ExportedFiles }

async function writeProductsSheet(reader: CatalogReader, path: string, given: SheetContext): Promise<number> {
  let optionCount = MIN_OPTION_COUNT
  let count = 0
  for await (const { options } of reader.scanProducts()) {
    optionCount = Math.max(optionCount, options.length)
    count += 1
  }
  if (count === 0) return 0
  const { languages, files } = given
  async function* write(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + writeCsvRows([buildVitrineHeader(optionCount, languages)])
    for await (const product of reader.scanProducts()) {
      for (const image of listShownPictures(product)) if ('hash' in image) await files.writePicture(image, product.slug)
      for (const document of product.documents) await files.writeDocument(document)
      yield writeCsvRows(buildVitrineRows(product, { ...given, optionCount }))
    }
  }
  await pipeline(write, createWriteStream(path))
  return count
}

async function buildCategoriesSheet(
  categories: readonly Category[],
  { pathOf, files, languages }: SheetContext,
): Promise<string> {
  const rows: WrittenRow<CategoryField, TranslatedCategoryField>[] = []
  for (const category of categories) {
    const { slug, formerSlugs, image, columns = [], translations = {} } = category
    const translated = Object.entries(translations).map(([key, texts]) => {
      return [key, { ...texts, formerSlugs: texts.formerSlugs?.join(', ') }] as const
    })
    rows.push({
      ...category,
      path: pathOf(slug),
      formerSlugs: formerSlugs.join(', '),
      image: image && (await files.writePicture(image, `category-${slug}`)),
      imageAlt: image?.alt,
      columns: writeColumnsCell(columns),
      translations: Object.fromEntries(translated),
    })
  }
  return writeSettingsSheet(CATEGORY_COLUMNS, TRANSLATED_CATEGORY_COLUMNS, rows, languages)
}
