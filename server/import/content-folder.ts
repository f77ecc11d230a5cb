import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { languageKey } from '../../shared/languages.ts'
import { LIST_KINDS, type ListKind } from '../catalog/store/catalog-lists.ts'
import type { SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import { noticeOfFile, type ReportBuilder } from './import-report.ts'
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
export const PRODUCTS_TEXTS: readonly string[] = ['products.csv', 'products.tsv', 'products.txt', 'products.xml']
const PRODUCTS_WORKBOOKS: readonly string[] = ['products.xlsx', 'products.xlsm']
const PRODUCTS_FILES: readonly string[] = [...PRODUCTS_TEXTS, ...PRODUCTS_WORKBOOKS]
export const IMAGES_FOLDER = 'images'
export const DOCUMENTS_FOLDER = 'documents'

/** Products' texts in a further language, such as `products.de.csv`. Workbooks of LibreOffice are refused by name. */
export const TRANSLATED_PRODUCTS = /^products\.([a-z]{2,3}(?:-[a-z\d]{2,8})*)\.(?:csv|tsv|txt|xml|xlsx|xlsm|ods)$/i

/** Unreadable files of products cause an error, although other unknown files are ignored. */
const UNREADABLE_PRODUCTS = /^products\.(?:xlsb?|ods|numbers|json|html?|pdf|sql|zip|gz)$/i

/** Files of the folder; undefined for those that it lacks. */
type ContentFiles = Readonly<Record<ContentPart, SourcePath | undefined>> & {
  /** Texts about the shop by the key of the language; null for the first one. */
  readonly abouts: ReadonlyMap<string | null, SourcePath>
}

type ContentPart = ListKind | 'site' | 'pages' | 'categories' | 'products' | 'images' | 'documents'

/** @throws ImportError if the folder has none of the files, two products files, or none to prune by */
export async function findContentFiles(
  directory: string,
  { prune }: Pick<ImportOptions, 'prune'>,
  report: ReportBuilder,
): Promise<ContentFiles> {
  const find = async (...names: readonly string[]): Promise<readonly SourcePath[]> => {
    const sources = names.map((name) => ({ path: join(directory, name), folder: directory }))
    const found = await Promise.all(sources.map(({ path }) => lstat(path).catch(() => undefined)))
    return sources.filter((_, index) => found[index])
  }
  const findFirst = async (...names: readonly string[]) => (await find(...names))[0]
  const content = {
    site: await findFirst(SITE_FILE),
    pages: await findFirst(PAGES_FOLDER),
    categories: await findFirst(CATEGORIES_FILE),
    redirects: await findFirst(listFile('redirects')),
    synonyms: await findFirst(listFile('synonyms')),
    attributes: await findFirst(listFile('attributes')),
    companies: await findFirst(listFile('companies')),
    products: await findProducts(directory, find, report),
  }
  const abouts = await findAbouts(directory)
  const names = await readdir(directory).catch(() => [])
  const hasTexts = abouts.size > 0 || names.some((name) => TRANSLATED_PRODUCTS.test(name))
  if (!hasTexts && Object.values(content).every((source) => source === undefined)) {
    const known = [SITE_FILE, ABOUT_FILE, ...SETTINGS_TABLES, ...PRODUCTS_FILES].join(', ')
    throw new ImportError(
      { file: directory },
      `the folder has none of these files: ${known}, or with a language such as products.de.csv; and no folder ${PAGES_FOLDER}`,
    )
  }
  if (prune && !content.products)
    throw new ImportError({ file: directory }, '--prune needs a products file, but the folder has none')
  return { ...content, abouts, images: await findFirst(IMAGES_FOLDER), documents: await findFirst(DOCUMENTS_FOLDER) }
}

async function findProducts(
  directory: string,
  find: (...names: readonly string[]) => Promise<readonly SourcePath[]>,
  report: ReportBuilder,
): Promise<SourcePath | undefined> {
  const findOnly = async (names: readonly string[]): Promise<SourcePath | undefined> => {
    const [first, other] = await find(...names)
    if (!first || !other) return first
    const reason = `the folder has two products files; remove this one or ${basename(first.path)}`
    throw new ImportError({ file: other.path }, reason)
  }
  const text = await findOnly(PRODUCTS_TEXTS)
  const workbook = await findOnly(PRODUCTS_WORKBOOKS)
  // Owners keep the workbook from which they saved their CSV file, and older versions ignored it.
  if (text && workbook)
    report.warn(
      noticeOfFile(
        workbook.path,
        `the workbook was ignored, because the folder has ${basename(text.path)}; remove one of the two`,
      ),
    )
  return text ?? workbook ?? (await findUnreadableProducts(directory))
}

async function findUnreadableProducts(directory: string): Promise<SourcePath | undefined> {
  const name = (await readdir(directory)).find((entry) => UNREADABLE_PRODUCTS.test(entry))
  return name === undefined ? undefined : { path: join(directory, name), folder: directory }
}

export const ABOUT_NAME = /^about(?:\.([a-z]{2,3}(?:-[a-z\d]{2,8})*))?\.md$/i

/** Finds the texts about the shop by the key of the language. */
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
