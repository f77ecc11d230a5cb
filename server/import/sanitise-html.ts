import { Marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '../platform/escape-html.ts'
import { buildSlug, findFreeName } from '../catalog/rules/build-slug.ts'
import type { ReportAdaptation } from './import-report.ts'
import { completeAddress, readPlainText } from './cells.ts'

const BLOCKS = 'p h2 h3 h4 ul ol li blockquote pre dl dt dd hr br img'.split(' ')
const INLINE = 'strong em b i u s a code abbr sub sup'.split(' ')
const TABLE = 'table caption thead tbody tfoot tr th td'.split(' ')

const ALLOWED_ATTRIBUTES = {
  a: ['href', 'rel'],
  img: ['src', 'alt'],
  abbr: ['title'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  ol: ['start'],
}

/** Elements whose content is removed too, because it is code or a fallback. */
const NON_TEXT = 'script style textarea option noscript iframe title template svg math object'.split(' ')

/** Even broken HTML no longer changes after two or three passes. */
const PASSES_MAX = 10

export const TAG = /<[a-z!/?]/i

/** Deeper elements are replaced with their texts, because time grows with the depth. */
const DEPTH_MAX = 100

/** Elements that are removed if they are empty, because they would leave a gap on the page. */
const EMPTIED = new Set('p ul ol li h1 h2 h3 h4 h5 h6 blockquote strong em a'.split(' '))

const REPORTED = new Set(['script', 'form', 'svg', 'math', 'canvas'])

/** Headings that are replaced, because `h1` is the title of the page. */
const REPLACED_HEADINGS = { h1: 'h2', h5: 'h4', h6: 'h4' }

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...BLOCKS, ...INLINE, ...TABLE],
  allowedAttributes: ALLOWED_ATTRIBUTES,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: NON_TEXT,
  nestingLimit: DEPTH_MAX,
  transformTags: {
    ...REPLACED_HEADINGS,
    strike: 's',
    del: 's',
    a: (tagName, { href }) => ({ tagName, attribs: readLinkAttributes(href) }),
  },
}

const HEADINGS_WITH_ID = { ...ALLOWED_ATTRIBUTES, h2: ['id'], h3: ['id'], h4: ['id'] }

/**
 * Reduces HTML to what descriptions need, without scripts, styles, frames or unknown attributes. Text without tags
 * becomes paragraphs. Pictures keep their sources for `resolveTextPictures`. Sanitised HTML stays unchanged, so that a
 * repeated import changes nothing.
 */
export function sanitiseHtml(html: string, report: ReportAdaptation = () => {}): string {
  const clean = TAG.test(html) ? sanitiseUntilStable(replaceMediaWithLinks(html, report), report) : html
  return TAG.test(clean) ? clean : sanitiseUntilStable(buildParagraphs(clean), report)
}

/** The parser may read its own output differently if elements are unclosed. */
function sanitiseUntilStable(html: string, report: ReportAdaptation): string {
  let clean = html
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const next = sanitiseOnce(clean, report).trim()
    if (next === clean) break
    clean = next
  }
  return clean
}

function sanitiseOnce(html: string, report: ReportAdaptation, more: sanitizeHtml.IOptions = {}): string {
  // The last picture, or link replaced with its text: sanitize-html regards an element around one as empty.
  let contentAt = -1
  return sanitizeHtml(html, {
    ...OPTIONS,
    ...more,
    onOpenTag: (name) => {
      if (REPORTED.has(name)) report('element', `<${name}>`)
    },
    transformTags: {
      ...OPTIONS.transformTags,
      ...more.transformTags,
      img: (tagName, attributes): sanitizeHtml.Tag => {
        const source = findSource(attributes, isPictureSource)
        if (source !== undefined) return { tagName, attribs: { src: source, alt: attributes['alt']?.trim() ?? '' } }
        report('picture', attributes['src'] ?? '')
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
      // A link without a valid target is replaced with its text.
      contentAt = tagPosition
      return 'excludeTag'
    },
  })
}

const WEB_ADDRESS = /^https?:\/\//i

/** An address with a scheme or a host, unlike the path of a file. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i

function isWebAddress(source: string): boolean {
  return WEB_ADDRESS.test(source) && URL.canParse(source)
}

/** Whether a picture can be shown: it has a web address, or is a file beside the text. */
function isPictureSource(source: string): boolean {
  return WEB_ADDRESS.test(source) || !ADDRESS.test(source)
}

/** Pages with lazy loading have the source in another attribute than `src`. */
function findSource(attributes: sanitizeHtml.Attributes, isUsable: (source: string) => boolean): string | undefined {
  const names = ['src', 'data-src', 'data-lazy-src', 'data-original']
  return names
    .map((name) => completeAddress(attributes[name]?.trim() ?? ''))
    .find((source) => source !== '' && isUsable(source))
}

/** Ids of the page's own elements, which texts must not use. */
const PAGE_IDS: ReadonlySet<string> = new Set(['main', 'top', 'root', 'document-data'])

/** Returns sanitised HTML. Headings get ids from their texts, so that links can target them. */
export function renderMarkdown(markdown: string, report: ReportAdaptation = () => {}): string {
  const usedIds = new Set<string>()
  const marked = new Marked({
    async: false,
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens)
        const slug = buildSlug(sanitizeHtml(text, { allowedTags: [] }).replace(/&[#\w]+;/g, ' '))
        const id = findFreeName(slug || 'section', (name) => usedIds.has(name) || PAGE_IDS.has(name))
        usedIds.add(id)
        return `<h${depth} id="${escapeHtml(id)}">${text}</h${depth}>\n`
      },
    },
  })
  return sanitiseOnce(replaceMediaWithLinks(marked.parse(markdown, { async: false }), report), report, {
    allowedAttributes: HEADINGS_WITH_ID,
    // Other ids in the owner's HTML could collide with those of the page.
    transformTags: Object.fromEntries(
      Object.entries({ h2: 'h2', h3: 'h3', h4: 'h4', ...REPLACED_HEADINGS }).map(([tag, tagName]) => [
        tag,
        (_: string, { id }: sanitizeHtml.Attributes): sanitizeHtml.Tag => ({
          tagName,
          attribs: id !== undefined && usedIds.has(id) ? { id } : {},
        }),
      ]),
    ),
  }).trim()
}

function readLinkAttributes(href = ''): sanitizeHtml.Attributes {
  const target = completeAddress(href.trim())
  if (/^https?:/i.test(target)) return { href: target, rel: 'nofollow noopener' }
  return /^(?:mailto:|tel:|\/(?![/\\])|#)/i.test(target) ? { href: target } : {}
}

/** Blank lines separate paragraphs; other line ends become `<br />`. */
export function buildParagraphs(text: string): string {
  return text
    .split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.trim().replace(/\r\n?|\n/g, '<br />')}</p>`)
    .join('\n')
}

/** An element with what it shows if it cannot be played. The bound keeps the time linear if many are not closed. */
const MEDIA = /<(iframe|video|audio|object)\b[^<>]*>(?:[^]{0,5000}?<\/\1\s*>)?|<embed\b[^<>]*>/gi

const PLAYERS: readonly (readonly [address: RegExp, page: string])[] = [
  [
    /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]{6,20})(?=$|[/?&#])/i,
    'https://www.youtube.com/watch?v=',
  ],
  [/^https:\/\/player\.vimeo\.com\/video\/(\d+)/i, 'https://vimeo.com/'],
]

/** Replaces embedded media and frames with links, and removes those without an address. */
function replaceMediaWithLinks(html: string, report: ReportAdaptation): string {
  return html.replace(MEDIA, (element) => {
    const elements: { name: string; attributes: sanitizeHtml.Attributes }[] = []
    sanitizeHtml(element, { onOpenTag: (name, attributes) => elements.push({ name, attributes }) })
    // The parser does not recognise a tag in which a quote is not closed.
    const [{ name, attributes } = { name: '', attributes: {} }, ...inner] = elements
    // A nested element may have the address: `<video><source src="…"></video>`, `<object><embed src="…"></object>`.
    const played = inner.filter((each) => ['source', 'embed', 'iframe'].includes(each.name))
    const sources = [attributes, ...played.map((each) => each.attributes), { src: attributes['data'] ?? '' }]
    const source = sources.map((each) => findSource(each, isWebAddress)).find(Boolean)
    const address = source && resolvePlayerAddress(source)
    if (address === undefined) report('element', element.slice(0, element.indexOf('>') + 1))
    else report('link', address)
    return address === undefined ? '' : writeLink(address, attributes, name)
  })
}

function resolvePlayerAddress(address: string): string {
  const secure = address.replace(/^http:/i, 'https:')
  for (const [player, page] of PLAYERS) {
    const id = player.exec(secure)?.[1]
    if (id !== undefined) return page + id
  }
  return address
}

function writeLink(address: string, attributes: sanitizeHtml.Attributes, element: string): string {
  const { hostname } = new URL(address)
  const isFrame =
    element === 'iframe' &&
    !/(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|wistia\.(?:com|net))$/.test(hostname)
  const host = hostname.replace(/^www\./, '')
  const otherwise = isFrame ? host : `${element === 'audio' ? 'Audio' : 'Video'} (${host})`
  const title = readPlainText(attributes['title']?.trim() || attributes['aria-label'] || '')
  return `<a href="${address.replace(/&/g, '&amp;').replace(/"/g, '%22')}">${escapeHtml(title || otherwise)}</a>`
}
