import type { OwnerPage, PageLinkPlace } from '../../shared/site.ts'
import { isSlug } from '../../shared/slug.ts'
import { PAGE_ROLES } from '../catalog/rules/owner-pages.ts'
import { readPlainText } from './cells.ts'
import { ImportError } from './import-error.ts'
import type { ImportNotes } from './import-report.ts'

interface Key {
  /** What to write if a value cannot be read. */
  readonly expected: string
  /** @returns undefined if the text cannot be read */
  readonly read: (text?: string) => unknown
  /** @returns null for a key that is left out */
  readonly write: (page: OwnerPage) => string | number | null
}

const TITLE_MAX_LENGTH = 100
const DESCRIPTION_MAX_LENGTH = 500
const PLACES: readonly PageLinkPlace[] = ['footer', 'menu']
const NO_LINKS = 'none'

/** The keys above a page's text, in the order in which exports write them. */
const KEYS = {
  title: {
    expected: `"title: Imprint", with at most ${TITLE_MAX_LENGTH} characters`,
    read: (text = '') => (text === '' || text.length > TITLE_MAX_LENGTH ? undefined : text),
    write: ({ title }) => quote(title),
  },
  description: {
    expected: `at most ${DESCRIPTION_MAX_LENGTH} characters`,
    read: (text = '') => (text.length > DESCRIPTION_MAX_LENGTH ? undefined : text || null),
    write: ({ description }) => description && quote(description),
  },
  links: {
    expected: `footer, or menu, or both, or ${NO_LINKS}`,
    read(text = 'footer') {
      const words = splitWords(text.toLowerCase())
      const places = PLACES.filter((place) => words.includes(place))
      const isKnown = words.length > 0 && places.length === words.length
      return isKnown || words.join() === NO_LINKS ? places : undefined
    },
    write: ({ links }) => links.join(', ') || NO_LINKS,
  },
  role: {
    expected: `${PAGE_ROLES.join(' or ')}, or remove the line`,
    read: (text = '') => (text === '' ? null : PAGE_ROLES.find((role) => role === text.toLowerCase())),
    write: ({ role }) => role,
  },
  position: {
    expected: 'a whole number, such as 1',
    read: (text = '') => (text === '' ? null : /^\d{1,6}$/.test(text) ? Number(text) : undefined),
    write: ({ position }) => position,
  },
  former: {
    expected: 'earlier file names of the page, such as "former: old-name, older-name", without .md',
    read: (text = '') => (splitWords(text).every(isSlug) ? splitWords(text) : undefined),
    write: ({ formerSlugs = [] }) => formerSlugs.join(', ') || null,
  },
} as const satisfies Readonly<Record<string, Key>>

type KeyName = keyof typeof KEYS

export const PAGE_KEYS = Object.keys(KEYS) as KeyName[]

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
  const read = <Name extends KeyName>(name: Name) => {
    const found = given.get(name)
    const result = KEYS[name].read(found?.value)
    const what = found ? `is "${found.value}"` : 'is missing'
    if (result === undefined) fail(found?.line ?? 1, `"${name}" ${what}; write ${KEYS[name].expected}`)
    return result as Exclude<ReturnType<(typeof KEYS)[Name]['read']>, undefined>
  }
  const formerSlugs = read('former')
  const markdown = lines
    .slice(end + 1)
    .join('\n')
    .trimEnd()
  const page = {
    title: read('title'),
    description: read('description'),
    links: read('links'),
    role: read('role'),
    position: read('position'),
    markdown,
    ...(formerSlugs.length > 0 && { formerSlugs }),
  }
  if (markdown.trim() === '') fail(end + 1, 'the page has no text; write it below the front matter')
  return page
}

/** @param lines without the last line of the front matter; the first is `---` */
function readValues(path: string, lines: readonly string[], notes: ImportNotes) {
  const given = new Map<KeyName, { readonly value: string; readonly line: number }>()
  for (const [index, text] of lines.entries()) {
    const place = { file: path, line: index + 1 }
    if (index === 0 || text.trim() === '') continue
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:(?:\s+(.*))?$/.exec(text) ?? []
    if (name === '')
      throw new ImportError(
        place,
        `"${readPlainText(text)}" is not a key with a value; write "title: Imprint", for example`,
      )
    const key = PAGE_KEYS.find((known) => known === name.toLowerCase())
    if (!key) {
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
export function writeFrontMatter(page: OwnerPage): string {
  const lines = PAGE_KEYS.map((name) => [name, KEYS[name].write(page)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
  return [FENCE, ...lines, FENCE, ''].join('\n')
}

function splitWords(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

/** Imports remove one pair of quotes, so a quoted text is quoted again. */
function quote(text: string): string {
  return /^(["']).*\1$/.test(text) ? `"${text}"` : text
}
