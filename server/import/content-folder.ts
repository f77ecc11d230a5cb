import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { languageKey } from '../../shared/languages.ts'
import { LIST_KINDS, type ListKind } from '../catalog/store/catalog-lists.ts'
import type { SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import type { ReportBuilder } from './import-report.ts'
import type { ImportOptions } from './run-import.ts'

export const SITE_FILE = 'site.json'
export const ABOUT_FILE = 'about.md'
export const PAGES_FOLDER = 'pages'
export const CATEGORIES_FILE = 'categories.csv'

export function listFile(kind: ListKind): string {
  return `${kind}.csv`
}

/** Tables of a content folder besides the products, the pages and `site.json`. */
export const SETTINGS_TABLES: readonly string[] = [CATEGORIES_FILE, ...LIST_KINDS.map(listFile)]

/** Names of the file with the products. The first one that exists is imported. */
const PRODUCTS_FILES: readonly string[] = ['csv', 'tsv', 'txt', 'xml', 'xlsx', 'xlsm'].map((end) => `products.${end}`)
export const IMAGES_FOLDER = 'images'
export const DOCUMENTS_FOLDER = 'documents'

/** Products' texts in a further language, such as `products.de.csv`. Workbooks of LibreOffice are refused by name. */
export const TRANSLATED_PRODUCTS = /^products\.([a-z]{2,3}(?:-[a-z\d]{2,8})*)\.(?:csv|tsv|txt|xml|xlsx|xlsm|ods)$/i

/** Unreadable files of products cause an error, although other unknown files are ignored. */
const UNREADABLE_PRODUCTS = /^products\.(?:xlsb?|ods|numbers|json|html?|pdf|sql|zip|gz)$/i

/** Files of the folder; undefined for those that it lacks. */
export type ContentFiles = { readonly [Part in ContentPart]?: SourcePath | undefined } & {
  /** Texts about the shop by the key of the language; null for the first one. */
  readonly abouts: ReadonlyMap<string | null, SourcePath>
  /** Names of files such as `products.de.csv`. */
  readonly translations: readonly string[]
}

type ContentPart = ListKind | 'site' | 'pages' | 'categories' | 'products' | 'images' | 'documents'

/** @throws ImportError if the folder has none of the files, or none to prune by */
export async function findContentFiles(
  directory: string,
  { prune }: Pick<ImportOptions, 'prune'>,
  report: ReportBuilder,
): Promise<ContentFiles> {
  const names = (await readdir(directory).catch(() => [])).toSorted()
  const sourceOf = (name: string): SourcePath => ({ path: join(directory, name), folder: directory })
  const find = (name: string) => (names.includes(name) ? sourceOf(name) : undefined)
  const products = findProducts(names, directory, report)
  const content = {
    site: find(SITE_FILE),
    pages: find(PAGES_FOLDER),
    categories: find(CATEGORIES_FILE),
    ...Object.fromEntries(LIST_KINDS.map((kind) => [kind, find(listFile(kind))])),
    products: products === undefined ? undefined : sourceOf(products),
  }
  const abouts = new Map<string | null, SourcePath>()
  for (const name of names) {
    const [found, tag] = ABOUT_NAME.exec(name) ?? []
    if (found !== undefined) abouts.set(tag === undefined ? null : languageKey(tag), sourceOf(name))
  }
  const translations = names.filter((name) => TRANSLATED_PRODUCTS.test(name))
  const hasTexts = abouts.size > 0 || translations.length > 0
  if (!hasTexts && Object.values(content).every((source) => source === undefined)) {
    const known = [SITE_FILE, ABOUT_FILE, ...SETTINGS_TABLES, ...PRODUCTS_FILES].join(', ')
    const reason = `the folder has none of these files: ${known}, or with a language such as products.de.csv; and no folder ${PAGES_FOLDER}`
    throw new ImportError({ file: directory }, reason)
  }
  if (prune && !content.products)
    throw new ImportError({ file: directory }, '--prune needs a products file, but the folder has none')
  return { ...content, abouts, translations, images: find(IMAGES_FOLDER), documents: find(DOCUMENTS_FOLDER) }
}

function findProducts(names: readonly string[], directory: string, report: ReportBuilder): string | undefined {
  const [first, ...others] = PRODUCTS_FILES.filter((name) => names.includes(name))
  // This is no error, because owners keep the workbook from which they saved their CSV file.
  for (const other of others) {
    const reason = `the file was ignored, because the folder has ${first}; remove one of the two`
    report.warn({ file: join(directory, other), reason })
  }
  return first ?? names.find((name) => UNREADABLE_PRODUCTS.test(name))
}

export const ABOUT_NAME = /^about(?:\.([a-z]{2,3}(?:-[a-z\d]{2,8})*))?\.md$/i
