import { Marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '../../shared/escape.ts'
import { buildSlug } from '../../shared/slug.ts'
import type { ReportAdaptation } from './import-report.ts'
import { completeAddress } from './cells.ts'
import { replaceMediaWithLinks } from './link-media.ts'

const BLOCKS = ['p', 'br', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'dl', 'dt', 'dd']
const INLINE = ['strong', 'em', 'b', 'i', 'u', 's', 'a', 'code', 'abbr', 'sub', 'sup']
const TABLE = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']

/** Broken HTML is whole after two or three. */
const PASSES_MAX = 10

const TAG = /<[a-z!/?]/i

/** The parser's time grows with the square of the depth: 5,000 levels take 0.2 s, 66,000 over 6 s. Real texts have below 100. */
const DEPTH_MAX = 5_000

const NESTED_TAG = /<(\/?)(?!br\b|hr\b|img\b)[a-z][^<>]*>/gi

/** What leaves a gap on the page when there is nothing in it. */
const EMPTIED = new Set(['p', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'strong', 'em', 'a'])

/** What is worth a line of the report when it goes, besides pictures, videos and frames. */
const REPORTED = new Set(['script', 'form', 'svg', 'math', 'canvas'])

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...BLOCKS, ...INLINE, ...TABLE, 'img'],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt'],
    abbr: ['title'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // What a browser would run or show as code, never as text.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'title',
    'template',
    'svg',
    'math',
    'object',
  ],
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    strike: 's',
    del: 's',
    a: (tagName, { href }) => ({ tagName, attribs: readLinkAttributes(href) }),
  },
}

const HEADINGS_WITH_ID = {
  ...(OPTIONS.allowedAttributes as Record<string, string[]>),
  h2: ['id'],
  h3: ['id'],
  h4: ['id'],
}

/**
 * HTML of strangers, cut down to what a description needs: no scripts, styles, frames or foreign attributes. Pictures keep
 * their source as it is written, for `placePictures` to find; videos and frames become links.
 * A text without any tag, or with none that may stay, becomes paragraphs. Clean input comes out as it went in, so that a second import changes nothing.
 */
export function sanitiseHtml(html: string, note: ReportAdaptation = () => {}): string {
  if (isTooDeep(html)) {
    note('element', `elements nested more than ${DEPTH_MAX} deep`)
    return sanitiseHtml(html.replace(NESTED_TAG, ' ').replace(/ {2,}/g, ' '), note)
  }
  const clean = TAG.test(html) ? sanitiseUntilStable(linkVideos(html, note), note) : html
  return TAG.test(clean) ? clean : sanitiseUntilStable(buildParagraphs(clean), note)
}

/** Counts each element that is not closed, so that it never finds less depth than the parser. */
function isTooDeep(html: string): boolean {
  let depth = 0
  for (const [, slash] of html.matchAll(NESTED_TAG)) {
    depth = Math.max(0, depth + (slash === '' ? 1 : -1))
    if (depth > DEPTH_MAX) return true
  }
  return false
}

/** Elements that were not closed are read otherwise once they are written out: cleaned until nothing changes any more. */
function sanitiseUntilStable(html: string, note: ReportAdaptation): string {
  let clean = html
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const next = sanitiseOnce(clean, note).trim()
    if (next === clean) break
    clean = next
  }
  return clean
}

/** One pass of the library. */
function sanitiseOnce(html: string, note: ReportAdaptation, more: sanitizeHtml.IOptions = {}): string {
  // Where the last content stands that the library does not count as an element's text.
  let contentAt = -1
  return sanitizeHtml(html, {
    ...OPTIONS,
    ...more,
    onOpenTag: (name) => {
      if (REPORTED.has(name)) note('element', `<${name}>`)
    },
    transformTags: {
      ...OPTIONS.transformTags,
      ...more.transformTags,
      img: (tagName, attributes): sanitizeHtml.Tag => {
        const source = readPictureSource(attributes)
        if (source !== undefined) return { tagName, attribs: { src: source, alt: attributes['alt']?.trim() ?? '' } }
        note('picture', attributes['src'] ?? '')
        return { tagName, attribs: {} }
      },
    },
    exclusiveFilter: ({ tag, text, attribs, tagPosition }) => {
      const isEmpty = text.trim() === '' && contentAt < tagPosition
      if (tag === 'img') {
        if (attribs['src'] !== undefined) contentAt = tagPosition
        return attribs['src'] === undefined
      }
      if (tag !== 'a' || isEmpty || attribs['href'] !== undefined) return EMPTIED.has(tag) && isEmpty
      // A link that leads nowhere stays as its text.
      contentAt = tagPosition
      return 'excludeTag'
    },
  })
}

function linkVideos(html: string, note: ReportAdaptation): string {
  return replaceMediaWithLinks(html, (address, tag) =>
    address === null ? note('element', tag) : note('link', address),
  )
}

/** An address or a file name. Scripts that load pictures late leave a placeholder in `src`. */
function readPictureSource(attributes: sanitizeHtml.Attributes): string | undefined {
  for (const name of ['src', 'data-src', 'data-lazy-src', 'data-original']) {
    const source = completeAddress(attributes[name]?.trim() ?? '')
    if (source !== '' && (/^https?:\/\//i.test(source) || !/^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(source)))
      return source
  }
  return undefined
}

/**
 * The owner's Markdown as clean HTML. Headings get an id made from their text, so that links can lead to them.
 * HTML inside the Markdown goes through the same list of what is allowed.
 */
export function renderMarkdown(markdown: string, note: ReportAdaptation = () => {}): string {
  const usedIds = new Set<string>()
  const marked = new Marked({
    async: false,
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens)
        const id = buildUniqueId(buildSlug(sanitizeHtml(text, { allowedTags: [] }).replace(/&[#\w]+;/g, ' ')), usedIds)
        return `<h${depth} id="${escapeHtml(id)}">${text}</h${depth}>\n`
      },
    },
  })
  return sanitiseOnce(linkVideos(marked.parse(markdown, { async: false }), note), note, {
    allowedAttributes: HEADINGS_WITH_ID,
    // Ids of the owner's own HTML headings may collide with the page's; only those made above stay.
    transformTags: Object.fromEntries(
      ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [
        tag,
        (_: string, attribs: sanitizeHtml.Attributes) => keepGeneratedId(tag, attribs, usedIds),
      ]),
    ),
  }).trim()
}

function keepGeneratedId(tag: string, { id }: sanitizeHtml.Attributes, ownIds: ReadonlySet<string>): sanitizeHtml.Tag {
  const tagName = tag === 'h1' ? 'h2' : tag === 'h5' || tag === 'h6' ? 'h4' : tag
  return { tagName, attribs: id !== undefined && ownIds.has(id) ? { id } : {} }
}

function buildUniqueId(base: string, usedIds: Set<string>): string {
  const stem = base || 'section'
  let id = stem
  for (let number = 2; usedIds.has(id); number++) id = `${stem}-${number}`
  usedIds.add(id)
  return id
}

/** Nothing if the target may not be followed. */
function readLinkAttributes(href = ''): sanitizeHtml.Attributes {
  const target = completeAddress(href.trim())
  if (/^https?:/i.test(target)) return { href: target, rel: 'nofollow noopener' }
  return /^(?:mailto:|tel:|\/(?![/\\])|#)/i.test(target) ? { href: target } : {}
}

/** Paragraphs of a text that has blank lines between them. */
export function buildParagraphs(text: string): string {
  return text
    .split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.trim().replace(/\r\n?|\n/g, '<br />')}</p>`)
    .join('\n')
}
