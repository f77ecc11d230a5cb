import * as z from 'zod'
import type { OwnerPage, PageLinkPlace } from '../../shared/site.ts'
import { isSlug } from '../../shared/slug.ts'
import { PAGE_ROLES } from '../catalog/rules/owner-pages.ts'
import { readPlainText } from './cells.ts'
import { ImportError } from './import-error.ts'
import type { ImportNotes } from './import-report.ts'

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
    .transform(splitWords)
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
    .transform(splitWords)
    .refine(
      (slugs) => slugs.every(isSlug),
      'earlier file names of the page, such as "former: old-name, older-name", without .md',
    )
    .default([]),
})

export const PAGE_KEYS: readonly string[] = Object.keys(FRONT_MATTER.shape)

/** A page's file without the text that is rendered from it. */
export type WrittenPage = Omit<OwnerPage, 'slug' | 'html'>

const FENCE = '---'
const EXAMPLE = `begin the file with the lines "${FENCE}", "title: Imprint" and "${FENCE}"`

/**
 * @throws ImportError if the file has no front matter, no title or no text, or if a value cannot be used
 */
export function readPage(path: string, text: string, notes: ImportNotes): WrittenPage {
  const fail = (line: number, reason: string): never => {
    throw new ImportError({ file: path, line }, reason)
  }
  const lines = text.split(/\r\n?|\n/)
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === FENCE)
  if (lines[0]?.trim() !== FENCE) fail(1, `the title is missing; ${EXAMPLE}`)
  if (end < 0) fail(1, `the front matter has no end; add a line "${FENCE}" after its last key`)
  const given = readValues(path, lines.slice(0, end), notes)
  const values = [...given].map(([key, { value }]) => [key, value] as const)
  const { data, error } = FRONT_MATTER.safeParse(Object.fromEntries(values))
  if (!data) {
    const [{ path: place, message } = { path: [], message: '' }] = error.issues
    const [key, found] = [String(place[0]), given.get(String(place[0]))]
    return fail(found?.line ?? 1, `"${key}" ${found ? `is "${found.value}"` : 'is missing'}; write ${message}`)
  }
  const markdown = lines
    .slice(end + 1)
    .join('\n')
    .trimEnd()
  if (markdown.trim() === '') fail(end + 1, 'the page has no text; write it below the front matter')
  const { former, ...page } = data
  return { ...page, markdown, ...(former.length > 0 && { formerSlugs: former }) }
}

/** @param lines without the last line of the front matter; the first is `---` */
function readValues(path: string, lines: readonly string[], notes: ImportNotes) {
  const given = new Map<string, { readonly value: string; readonly line: number }>()
  for (const [index, text] of lines.entries()) {
    const place = { file: path, line: index + 1 }
    if (index === 0 || text.trim() === '') continue
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:(?:\s+(.*))?$/.exec(text) ?? []
    if (name === '')
      throw new ImportError(
        place,
        `"${readPlainText(text)}" is not a key with a value; write "title: Imprint", for example`,
      )
    const key = name.toLowerCase()
    if (!PAGE_KEYS.includes(key)) {
      const reason = `unknown key; it was ignored. The keys are ${PAGE_KEYS.join(', ')}`
      notes.warn({ ...place, column: null, value: name, reason })
      continue
    }
    const first = given.get(key)
    if (first) throw new ImportError(place, `line ${first.line} has the key "${key}" too; remove one of the two lines`)
    given.set(key, { ...place, value: readPlainText(value.trim().replace(/^(["'])(.*)\1$/, '$2')) })
  }
  return given
}

/** Writes the front matter of a page, which `readPage` reads. */
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

function splitWords(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

/** Imports remove one pair of quotes, so a quoted text is quoted again. */
function quote(text: string): string {
  return /^(["']).*\1$/.test(text) ? `"${text}"` : text
}
