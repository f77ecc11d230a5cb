import { Marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '../../../shared/escape.ts'
import { buildSlug } from '../../../shared/slug.ts'
import { cleanSimpleHtml } from './simple-html.ts'

const BLOCKS = ['p', 'br', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'dl', 'dt', 'dd']
const INLINE = ['strong', 'em', 'b', 'i', 'u', 's', 'a', 'code', 'abbr', 'sub', 'sup']
const TABLE = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']

/** Broken HTML is whole after two or three. */
const PASSES_MAX = 10

const TAG = /<[a-z!/?]/i

/** What leaves a gap on the page when there is nothing in it. */
const EMPTIED = new Set(['p', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'strong', 'em', 'a'])

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...BLOCKS, ...INLINE, ...TABLE],
  allowedAttributes: {
    a: ['href', 'rel'],
    abbr: ['title'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // What a browser would run or show as code, never as text.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'title', 'template', 'svg', 'math', 'object'],
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    strike: 's',
    del: 's',
    a: (tagName, { href }) => ({ tagName, attribs: readLinkAttributes(href) }),
  },
  exclusiveFilter: ({ tag, text }) => EMPTIED.has(tag) && text.trim() === '',
}

const HEADINGS_WITH_ID: sanitizeHtml.IOptions = {
  ...OPTIONS,
  allowedAttributes: { ...OPTIONS.allowedAttributes as Record<string, string[]>, h2: ['id'], h3: ['id'], h4: ['id'] },
}

/**
 * HTML of strangers, cut down to what a description needs: no scripts, styles, pictures, frames or foreign attributes.
 * A text without any tag, or with none that may stay, becomes paragraphs. Clean input comes out as it went in, so that a second import changes nothing.
 */
export function sanitiseHtml(html: string): string {
  const clean = TAG.test(html) ? keepAllowed(html) : html
  return TAG.test(clean) ? clean : keepAllowed(buildParagraphs(clean))
}

/** Elements that were not closed are read otherwise once they are written out: cleaned until nothing changes any more. */
function keepAllowed(html: string): string {
  let clean = html
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const simple = cleanSimpleHtml(clean)
    if (simple !== undefined) return simple
    const next = sanitizeHtml(clean, OPTIONS).trim()
    if (next === clean) break
    clean = next
  }
  return clean
}

/**
 * The owner's Markdown as clean HTML. Headings get an id made from their text, so that links can lead to them.
 * HTML inside the Markdown goes through the same list of what is allowed.
 */
export function renderMarkdown(markdown: string): string {
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
  return sanitizeHtml(marked.parse(markdown, { async: false }), {
    ...HEADINGS_WITH_ID,
    transformTags: {
      ...OPTIONS.transformTags,
      // Ids of the owner's own HTML headings may collide with the page's; only those made above stay.
      ...Object.fromEntries(
        ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, (_: string, attribs: sanitizeHtml.Attributes) => keepOwnId(tag, attribs, usedIds)]),
      ),
    },
  }).trim()
}

function keepOwnId(tag: string, { id }: sanitizeHtml.Attributes, ownIds: ReadonlySet<string>): sanitizeHtml.Tag {
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

/** A link without a target that may be followed stays as its text. */
function readLinkAttributes(href: string | undefined): sanitizeHtml.Attributes {
  const target = href?.trim()
  if (!target) return {}
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
