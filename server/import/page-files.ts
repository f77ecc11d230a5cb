import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OwnerPage } from '../../shared/site.ts'
import { languageKey } from '../../shared/languages.ts'
import { isSlug } from '../../shared/slug.ts'
import { buildSlug } from '../catalog/rules/build-slug.ts'
import { sortPages } from '../catalog/rules/owner-pages.ts'
import { checkSourceFolder, type SourcePath } from './files/source-path.ts'
import { readPage, type WrittenPage } from './front-matter.ts'
import { ImportError } from './import-error.ts'
import { type ImportNotes, noticeOfFile } from './import-report.ts'
import { checkMarkdown, readUtf8File, renderOwnerText } from './owner-texts.ts'
import type { FileImporter } from './file-importer.ts'
import { SLUG_RULE } from './merge-translations.ts'

/** A page's file, whose text is not rendered yet. */
export interface PageFile {
  readonly path: string
  readonly page: WrittenPage & Pick<OwnerPage, 'slug'>
  /** Null for the first language. */
  readonly language: string | null
}

const MARKDOWN_FILE = /\.md$/i
const WITH_LANGUAGE = /^([^.]+)\.([a-z]{2,3}(?:-[a-z\d]{2,8})*)$/i

const NO_PAGE = 'this is not a Markdown file (.md), so it was left out; pictures are read from images/'

/** Most pages, because every page of the site links to all of them. */
const PAGES_MAX = 50

/** @throws ImportError if the folder cannot be read */
export async function listPageFiles(folder: string): Promise<readonly string[]> {
  return (await readNames(folder)).filter((name) => MARKDOWN_FILE.test(name))
}

/** @throws ImportError if the folder or a page cannot be used */
export async function readPageFiles(source: SourcePath, notes: ImportNotes): Promise<readonly PageFile[]> {
  await checkSourceFolder(source)
  const { path: folder } = source
  const pages: PageFile[] = []
  for (const name of await readNames(folder)) {
    const path = join(folder, name)
    if (MARKDOWN_FILE.test(name)) pages.push(await readPageFile({ ...source, path }, notes))
    else notes.warn(noticeOfFile(path, NO_PAGE))
  }
  const main = pages.filter(({ language }) => language === null)
  if (main.length > PAGES_MAX)
    throw new ImportError({ file: folder }, `the folder has more than ${PAGES_MAX} pages; remove some`)
  const orphan = pages.find(({ page: { slug } }) => !main.some(({ page }) => page.slug === slug))
  if (!orphan) return pages
  const reason = `the page is missing in the first language; add ${orphan.page.slug}.md`
  throw new ImportError({ file: orphan.path }, reason)
}

export async function renderPages(
  files: readonly PageFile[],
  language: string | null,
  pictures: FileImporter,
  notes: ImportNotes,
): Promise<readonly OwnerPage[]> {
  const pages: OwnerPage[] = []
  for (const { path, page } of files.filter((file) => file.language === language))
    pages.push({ ...page, html: await renderOwnerText({ path, markdown: page.markdown }, pictures, notes) })
  return sortPages(pages)
}

/**
 * A new page with the title or the text of a page that has gone is that page, renamed.
 * @param pages the pages that replace the stored ones
 */
export function keepFormerSlugs(pages: readonly OwnerPage[], stored: readonly OwnerPage[]): readonly OwnerPage[] {
  const slugs = new Set(pages.map(({ slug }) => slug))
  const known = new Set(stored.map(({ slug }) => slug))
  return pages.map((page) => {
    const { formerSlugs: given = [], ...rest } = page
    const isRenamed = ({ slug, title, markdown }: OwnerPage) =>
      !known.has(page.slug) && !slugs.has(slug) && (title === page.title || markdown === page.markdown)
    const earlier = stored.filter((other) => other.slug === page.slug || isRenamed(other))
    const former = [...given, ...earlier.flatMap(({ slug, formerSlugs = [] }) => [...formerSlugs, slug])]
    const formerSlugs = [...new Set(former)].filter((slug) => !slugs.has(slug))
    return { ...rest, ...(formerSlugs.length > 0 && { formerSlugs }) }
  })
}

async function readNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new ImportError({ file: folder }, 'this is not a folder of pages, or it cannot be read', { cause: error })
  })
  return names.filter((name) => !name.startsWith('.')).toSorted()
}

async function readPageFile(source: SourcePath, notes: ImportNotes): Promise<PageFile> {
  const { path } = source
  const { slug, language } = readAddress(path)
  const page = readPage(path, await readUtf8File(source), notes)
  checkMarkdown({ path, markdown: page.markdown })
  return { path, page: { slug, ...page }, language }
}

function readAddress(path: string): { readonly slug: string; readonly language: string | null } {
  // macOS decomposes accented letters in file names, so the name is composed again.
  const name = basename(path).replace(MARKDOWN_FILE, '').normalize('NFC')
  const [, slug = name, language] = WITH_LANGUAGE.exec(name) ?? []
  if (isSlug(slug)) return { slug, language: language === undefined ? null : languageKey(language) }
  const suggestion = buildSlug(slug)
  const advice = `rename the file${suggestion && ` to ${suggestion}.md`}`
  throw new ImportError({ file: path }, `"${slug}" cannot be the end of the page's address: it ${SLUG_RULE}; ${advice}`)
}
