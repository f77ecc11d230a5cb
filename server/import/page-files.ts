import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OwnerPage, PageLinkPlace, PageRole } from '../../shared/site.ts'
import { languageKey } from '../../shared/languages.ts'
import { buildSlug, isSlug } from '../../shared/slug.ts'
import { PAGE_ROLES, sortPages } from '../catalog/rules/owner-pages.ts'
import { readPlainText } from './cells.ts'
import { checkSourceFolder, type SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import { type ImportNotes, noticeOfFile } from './import-report.ts'
import { checkMarkdown, type OwnerText, readUtf8File, renderOwnerText } from './owner-texts.ts'
import type { FileImporter } from './file-importer.ts'

/** A page's file, whose text is not rendered yet. */
export interface PageFile {
  readonly page: Omit<OwnerPage, 'html'>
  /** Null for the first language. */
  readonly language: string | null
  readonly text: OwnerText
}

export const PAGE_KEYS = ['title', 'description', 'links', 'role', 'position', 'former'] as const

type PageKey = (typeof PAGE_KEYS)[number]

interface Entry {
  readonly value: string
  readonly line: number
}

type FrontMatter = ReadonlyMap<PageKey, Entry>

export const FRONT_MATTER_FENCE = '---'
export const NO_LINKS = 'none'

const MARKDOWN_FILE = /\.(?:md|markdown)$/i
const WITH_LANGUAGE = /^([^.]+)\.([a-z]{2,3}(?:-[a-z\d]{2,8})*)$/i
const EXAMPLE = `begin the file with the lines "${FRONT_MATTER_FENCE}", "title: Imprint" and "${FRONT_MATTER_FENCE}"`

/** Most pages, because every page of the site links to all of them. */
const PAGES_MAX = 50
const TRANSLATED_PAGES_MAX = 1_000
const TITLE_MAX_LENGTH = 100
const DESCRIPTION_MAX_LENGTH = 500
const PLACES: readonly PageLinkPlace[] = ['footer', 'menu']

/** @throws ImportError if the folder cannot be read */
export async function listPageFiles(folder: string): Promise<readonly string[]> {
  return (await readNames(folder)).filter((name) => MARKDOWN_FILE.test(name))
}

/**
 * The pages are in the order of their links.
 * @throws ImportError if a page cannot be used
 */
export async function readPageFiles(source: SourcePath, notes: ImportNotes): Promise<readonly PageFile[]> {
  await checkSourceFolder(source)
  const { path: folder } = source
  for (const name of (await readNames(folder)).filter((other) => !MARKDOWN_FILE.test(other)))
    notes.warn(
      noticeOfFile(
        join(folder, name),
        'this is not a Markdown file (.md), so it was left out; pictures are read from images/',
      ),
    )
  const names = await listPageFiles(folder)
  if (names.length > TRANSLATED_PAGES_MAX) throw describeTooMany(folder)
  const files = new Map<string, PageFile>()
  const byRole = new Map<string, string>()
  for (const name of names) {
    const path = join(folder, name)
    const { slug, language } = readAddress(path)
    const key = JSON.stringify([slug, language])
    const other = files.get(key)
    if (other)
      throw new ImportError(
        { file: path },
        `${basename(other.text.path)} has the same address "${slug}"; remove or rename one of the two files`,
      )
    const file = { ...(await readPageFile({ ...source, path }, slug, notes)), language }
    const { role } = file.page
    const roleKey = JSON.stringify([role, language])
    const first = role && byRole.get(roleKey)
    if (first)
      throw new ImportError({ file: path }, `${first} has the role "${role}" too; remove the role from one of them`)
    if (role) byRole.set(roleKey, name)
    files.set(key, file)
  }
  const pages = [...files.values()]
  if (pages.filter(({ language }) => language === null).length > PAGES_MAX) throw describeTooMany(folder)
  const orphan = pages.find(({ language, page }) => language !== null && !files.has(JSON.stringify([page.slug, null])))
  if (orphan)
    throw new ImportError(
      { file: orphan.text.path },
      `the page is missing in the first language; add ${orphan.page.slug}.md`,
    )
  return pages
}

function describeTooMany(folder: string): ImportError {
  return new ImportError({ file: folder }, `the folder has more than ${PAGES_MAX} pages; remove some`)
}

export async function renderPages(
  files: readonly PageFile[],
  language: string | null,
  pictures: FileImporter,
  notes: ImportNotes,
): Promise<readonly OwnerPage[]> {
  const pages: OwnerPage[] = []
  for (const { page, text } of files.filter((file) => file.language === language))
    pages.push({ ...page, html: await renderOwnerText(text, pictures, notes) })
  return sortPages(pages)
}

/**
 * A new page with the title or the text of a page that has gone is that page, renamed.
 * @param pages the pages that replace the stored ones
 */
export function keepFormerSlugs(pages: readonly OwnerPage[], stored: readonly OwnerPage[]): readonly OwnerPage[] {
  const slugs = new Set(pages.map(({ slug }) => slug))
  const gone = stored.filter(({ slug }) => !slugs.has(slug))
  const known = new Set(stored.map(({ slug }) => slug))
  return pages.map((page) => {
    const renamed = known.has(page.slug)
      ? []
      : gone.filter(({ title, markdown }) => title === page.title || markdown === page.markdown)
    const earlier = stored.filter(({ slug }) => slug === page.slug)
    const formerSlugs = new Set([
      ...(page.formerSlugs ?? []),
      ...[...earlier, ...renamed].flatMap((other) => other.formerSlugs ?? []),
      ...renamed.map(({ slug }) => slug),
    ])
    for (const slug of slugs) formerSlugs.delete(slug)
    const { formerSlugs: _given, ...rest } = page
    return { ...rest, ...(formerSlugs.size > 0 && { formerSlugs: [...formerSlugs] }) }
  })
}

async function readNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new ImportError({ file: folder }, 'this is not a folder of pages, or it cannot be read', { cause: error })
  })
  return names.filter((name) => !name.startsWith('.')).toSorted()
}

function readAddress(path: string): { readonly slug: string; readonly language: string | null } {
  // macOS decomposes accented letters in file names, so the name is composed again.
  const name = basename(path).replace(MARKDOWN_FILE, '').normalize('NFC')
  const [, slug = name, language] = WITH_LANGUAGE.exec(name) ?? []
  if (isSlug(slug)) return { slug, language: language === undefined ? null : languageKey(language) }
  const suggestion = buildSlug(slug)
  throw new ImportError(
    { file: path },
    `"${slug}" cannot be the end of the page's address: it may contain only lowercase letters, digits, dashes and underscores; rename the file${suggestion && ` to ${suggestion}.md`}`,
  )
}

async function readPageFile(source: SourcePath, slug: string, notes: ImportNotes): Promise<Omit<PageFile, 'language'>> {
  const { path } = source
  const lines = (await readUtf8File(source)).split(/\r\n?|\n/)
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === FRONT_MATTER_FENCE)
  if (lines[0]?.trim() !== FRONT_MATTER_FENCE)
    throw new ImportError({ file: path, line: 1 }, `the title is missing; ${EXAMPLE}`)
  if (end < 0)
    throw new ImportError(
      { file: path, line: 1 },
      `the front matter has no end; add a line "${FRONT_MATTER_FENCE}" after its last key`,
    )
  const frontMatter = readFrontMatter(path, lines.slice(0, end), notes)
  const title = readText(path, frontMatter, 'title', TITLE_MAX_LENGTH)
  if (title === null) {
    const line = frontMatter.get('title')?.line ?? 1
    throw new ImportError({ file: path, line }, 'the title is missing; add a line "title: Imprint" to the front matter')
  }
  const markdown = lines
    .slice(end + 1)
    .join('\n')
    .trimEnd()
  if (markdown.trim() === '')
    throw new ImportError({ file: path, line: end + 1 }, 'the page has no text; write it below the front matter')
  const text = { path, firstLine: end + 2, markdown }
  checkMarkdown(text)
  const formerSlugs = readFormerSlugs(path, frontMatter)
  return {
    page: {
      slug,
      title,
      description: readText(path, frontMatter, 'description', DESCRIPTION_MAX_LENGTH),
      links: readLinks(path, frontMatter),
      role: readRole(path, frontMatter),
      position: readPosition(path, frontMatter),
      markdown,
      ...(formerSlugs.length > 0 && { formerSlugs }),
    },
    text,
  }
}

/** @param lines without the last line of the front matter; the first is `---` */
function readFrontMatter(path: string, lines: readonly string[], notes: ImportNotes): FrontMatter {
  const frontMatter = new Map<PageKey, Entry>()
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    if (index === 0 || text.trim() === '') continue
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:(?:\s+(.*))?$/.exec(text) ?? []
    if (name === '')
      throw new ImportError(
        { file: path, line },
        `"${readPlainText(text)}" is not a key with a value; write "title: Imprint", for example`,
      )
    const key = PAGE_KEYS.find((known) => known === name.toLowerCase())
    if (!key) {
      const reason = `unknown key; it was ignored. The keys are ${PAGE_KEYS.join(', ')}`
      notes.warn({ file: path, line, column: null, value: name, reason })
      continue
    }
    const first = frontMatter.get(key)
    if (first)
      throw new ImportError(
        { file: path, line },
        `line ${first.line} has the key "${key}" too; remove one of the two lines`,
      )
    frontMatter.set(key, { value: readPlainText(value.trim().replace(/^(["'])(.*)\1$/, '$2')), line })
  }
  return frontMatter
}

function readText(path: string, frontMatter: FrontMatter, key: PageKey, maxLength: number): string | null {
  const { value, line } = frontMatter.get(key) ?? { value: '', line: null }
  if (value.length > maxLength)
    throw new ImportError({ file: path, line }, `"${key}" has more than ${maxLength} characters; shorten it`)
  return value || null
}

function readFormerSlugs(path: string, frontMatter: FrontMatter): readonly string[] {
  const { value, line } = frontMatter.get('former') ?? { value: '', line: null }
  const slugs = value.split(/[\s,]+/).filter(Boolean)
  const invalid = slugs.find((slug) => !isSlug(slug))
  if (invalid !== undefined)
    throw new ImportError(
      { file: path, line },
      `"${invalid}" is no earlier file name of the page; write "former: old-name, older-name", without .md`,
    )
  return slugs
}

function readLinks(path: string, frontMatter: FrontMatter): readonly PageLinkPlace[] {
  const { value, line } = frontMatter.get('links') ?? { value: 'footer', line: null }
  const words = value
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const places = PLACES.filter((place) => words.includes(place))
  if (words.length > 0 && (places.length === words.length || value.toLowerCase() === NO_LINKS)) return places
  throw new ImportError({ file: path, line }, `"links" is "${value}"; write footer, or menu, or both, or ${NO_LINKS}`)
}

function readRole(path: string, frontMatter: FrontMatter): PageRole | null {
  const { value, line } = frontMatter.get('role') ?? { value: '', line: null }
  const role = PAGE_ROLES.find((known) => known === value.toLowerCase()) ?? null
  if (value !== '' && !role)
    throw new ImportError(
      { file: path, line },
      `"role" is "${value}"; write ${PAGE_ROLES.join(' or ')}, or remove the line`,
    )
  return role
}

function readPosition(path: string, frontMatter: FrontMatter): number | null {
  const { value, line } = frontMatter.get('position') ?? { value: '', line: null }
  if (value !== '' && !/^\d{1,6}$/.test(value))
    throw new ImportError({ file: path, line }, `"position" is "${value}"; write a whole number, such as 1`)
  return value === '' ? null : Number(value)
}
