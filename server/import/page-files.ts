import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as z from 'zod'
import type { OwnerPage, PageLinkPlace } from '../../shared/site.ts'
import { languageKey } from '../../shared/languages.ts'
import { isSlug } from '../../shared/slug.ts'
import { buildSlug } from '../catalog/rules/build-slug.ts'
import { PAGE_ROLES, sortPages } from '../catalog/rules/owner-pages.ts'
import { abbreviateValue, readPlainText, splitList } from './cells.ts'
import { checkSourceFolder, readUtf8File, type SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import type { ImportNotes, ReportAdaptation } from './import-report.ts'
import type { FileImporter } from './file-importer.ts'
import { SLUG_RULE } from './merge-translations.ts'
import { resolveTextPictures } from './resolve-text-pictures.ts'
import { renderMarkdown } from './sanitise-html.ts'

export interface OwnerText {
  readonly path: string
  readonly markdown: string
}

/** A page's file, whose text is not rendered yet. */
export interface PageFile {
  readonly path: string
  readonly page: Omit<OwnerPage, 'html'>
  /** Null for the first language. */
  readonly language: string | null
}

const MARKDOWN_FILE = /\.md$/i
const WITH_LANGUAGE = /^([^.]+)\.([a-z]{2,3}(?:-[a-z\d]{2,8})*)$/i

/** Most pages, because every page of the site links to all of them. */
const PAGES_MAX = 50

const TITLE_MAX_LENGTH = 100
const DESCRIPTION_MAX_LENGTH = 500
const PLACES: readonly string[] = ['footer', 'menu'] satisfies PageLinkPlace[]
const NO_LINKS = 'none'
const TITLE = `"title: Imprint", with at most ${TITLE_MAX_LENGTH} characters`

/** The keys above a page's text, in the order in which exports write them; each message says what to write. */
const FRONT_MATTER = z.object({
  title: z.string(TITLE).min(1, TITLE).max(TITLE_MAX_LENGTH, TITLE),
  description: z
    .string()
    .max(DESCRIPTION_MAX_LENGTH, `at most ${DESCRIPTION_MAX_LENGTH} characters`)
    .transform((text) => text || null)
    .default(null),
  links: z
    .string()
    .toLowerCase()
    .transform((text) => splitList(text, /[\s,]+/))
    .refine(
      (words) => words.join() === NO_LINKS || (words.length > 0 && words.every((word) => PLACES.includes(word))),
      `footer, or menu, or both, or ${NO_LINKS}`,
    )
    .transform((words) => PLACES.filter((place) => words.includes(place)) as PageLinkPlace[])
    .default(['footer']),
  role: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['', ...PAGE_ROLES], `${PAGE_ROLES.join(' or ')}, or remove the line`))
    .transform((role) => role || null)
    .default(null),
  position: z
    .string()
    .regex(/^\d{0,6}$/, 'a whole number, such as 1')
    .transform((text) => (text === '' ? null : Number(text)))
    .default(null),
  former: z
    .string()
    .transform((text) => splitList(text, /[\s,]+/))
    .refine(
      (slugs) => slugs.every(isSlug),
      'earlier file names of the page, such as "former: old-name, older-name", without .md',
    )
    .default([]),
})

export const PAGE_KEYS: readonly string[] = Object.keys(FRONT_MATTER.shape)

const FENCE = '---'

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
    const reason = 'this is not a Markdown file (.md), so it was left out; pictures are read from images/'
    if (MARKDOWN_FILE.test(name)) pages.push(await readPageFile({ ...source, path }, notes))
    else notes.warn({ file: path, reason })
  }
  const main = pages.filter(({ language }) => language === null)
  if (main.length > PAGES_MAX)
    throw new ImportError({ file: folder }, `the folder has more than ${PAGES_MAX} pages; remove some`)
  const orphan = pages.find(({ page: { slug } }) => !main.some(({ page }) => page.slug === slug))
  if (!orphan) return pages
  const reason = `the page is missing in the first language; add ${orphan.page.slug}.md`
  throw new ImportError({ file: orphan.path }, reason)
}

/** @param stored pages of the same language, whose former addresses still redirect */
export async function renderPages(
  files: readonly PageFile[],
  stored: readonly OwnerPage[],
  pictures: FileImporter,
  notes: ImportNotes,
): Promise<readonly OwnerPage[]> {
  const slugs = new Set(files.map(({ page }) => page.slug))
  const pages: OwnerPage[] = []
  for (const { path, page } of files) {
    const { formerSlugs: given = [], ...own } = page
    const before = stored.find(({ slug }) => slug === page.slug)?.formerSlugs ?? []
    const formerSlugs = [...new Set([...given, ...before])].filter((slug) => !slugs.has(slug))
    const html = await renderOwnerText({ path, markdown: page.markdown }, pictures, notes)
    pages.push({ ...own, html, ...(formerSlugs.length > 0 && { formerSlugs }) })
  }
  return sortPages(pages)
}

/**
 * @returns sanitised HTML with the pictures of the folder; '' if nothing is left of the text
 * @throws ImportError if the text cannot be rendered
 */
export async function renderOwnerText(
  { path, markdown }: OwnerText,
  pictures: FileImporter,
  notes: ImportNotes,
): Promise<string> {
  const place = { file: path }
  const adapt: ReportAdaptation = (adaptation, value) =>
    notes.adapt(adaptation, { ...place, value: abbreviateValue(value) })
  try {
    const html = renderMarkdown(markdown, adapt)
    return await resolveTextPictures(html, (source) => pictures.findOwnPicture(source, place), true)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // Deeply nested quotes or lists overflow the stack, because the renderer is recursive.
    throw new ImportError(place, 'quotes or lists are nested too deeply', { cause: error })
  }
}

async function readNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new ImportError({ file: folder }, 'this is not a folder of pages, or it cannot be read', { cause: error })
  })
  return names.filter((name) => !name.startsWith('.')).toSorted()
}

async function readPageFile(source: SourcePath, notes: ImportNotes): Promise<PageFile> {
  const { path } = source
  // macOS decomposes accented letters in file names, so the name is composed again.
  const name = basename(path).replace(MARKDOWN_FILE, '').normalize('NFC')
  const [, slug = name, language] = WITH_LANGUAGE.exec(name) ?? []
  if (!isSlug(slug)) {
    const suggestion = buildSlug(slug)
    const advice = `rename the file${suggestion && ` to ${suggestion}.md`}`
    const reason = `"${slug}" cannot be the end of the page's address: it ${SLUG_RULE}; ${advice}`
    throw new ImportError({ file: path }, reason)
  }
  const page = { slug, ...readPage(path, await readUtf8File(source), notes) }
  return { path, page, language: language === undefined ? null : languageKey(language) }
}

/** Reads the keys and the text of a page. @throws ImportError if one is missing or cannot be used */
function readPage(file: string, text: string, notes: ImportNotes): Omit<OwnerPage, 'slug' | 'html'> {
  const fail = (line: number, reason: string): never => {
    throw new ImportError({ file, line }, reason)
  }
  const lines = text.split(/\r\n?|\n/)
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === FENCE)
  if (lines[0]?.trim() !== FENCE || end < 0)
    fail(
      1,
      `the front matter is missing, or has no end; begin the file with the lines "${FENCE}", "title: Imprint" and "${FENCE}"`,
    )
  const places = new Map<string, number>()
  const values: Record<string, string> = {}
  for (const [index, written] of lines.slice(1, end).entries()) {
    const line = index + 2
    if (written.trim() === '') continue
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:(?:\s+(.*))?$/.exec(written) ?? []
    const key = name.toLowerCase()
    if (name === '')
      fail(line, `"${readPlainText(written)}" is not a key with a value; write "title: Imprint", for example`)
    if (!PAGE_KEYS.includes(key)) {
      const reason = `unknown key; it was ignored. The keys are ${PAGE_KEYS.join(', ')}`
      notes.warn({ file, line, value: name, reason })
      continue
    }
    if (places.has(key)) fail(line, `line ${places.get(key)} has the key "${key}" too; remove one of the two lines`)
    places.set(key, line)
    values[key] = readPlainText(value.trim().replace(/^(["'])(.*)\1$/, '$2'))
  }
  const { data, error } = FRONT_MATTER.safeParse(values)
  if (!data) {
    const [{ path, message } = { path: [], message: '' }] = error.issues
    const key = String(path[0])
    const line = places.get(key)
    return fail(line ?? 1, `"${key}" ${line === undefined ? 'is missing' : `is "${values[key]}"`}; write ${message}`)
  }
  const body = lines.slice(end + 1)
  const markdown = body.join('\n').trimEnd()
  if (markdown.trim() === '') fail(end + 1, 'the page has no text; write it below the front matter')
  const { former, ...page } = data
  return { ...page, markdown, ...(former.length > 0 && { formerSlugs: former }) }
}

/** Writes the front matter of a page, which imports read. */
export function writeFrontMatter({ title, description, links, formerSlugs = [], ...page }: OwnerPage): string {
  const values = {
    title: quote(title),
    description: description && quote(description),
    links: links.join(', ') || NO_LINKS,
    role: page.role,
    position: page.position,
    former: formerSlugs.join(', ') || null,
  }
  const lines = Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`]))
  return [FENCE, ...lines, FENCE, ''].join('\n')
}

/** Imports remove one pair of quotes, so a quoted text is quoted again. */
function quote(text: string): string {
  return /^(["']).*\1$/.test(text) ? `"${text}"` : text
}
