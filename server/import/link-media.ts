import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '../platform/escape-html.ts'
import { completeAddress, readPlainText } from './cells.ts'
import type { ReportAdaptation } from './import-report.ts'

/** An element with what it shows if it cannot be played. The bound keeps the time linear if many are not closed. */
const MEDIA = /<(iframe|video|audio|object)\b[^<>]*>(?:[^]{0,5000}?<\/\1\s*>)?|<embed\b[^<>]*>/gi

const PLAYERS: readonly (readonly [address: RegExp, page: string])[] = [
  [
    /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]{6,20})(?=$|[/?&#])/i,
    'https://www.youtube.com/watch?v=',
  ],
  [/^https:\/\/player\.vimeo\.com\/video\/(\d+)/i, 'https://vimeo.com/'],
]

type Attributes = Readonly<Record<string, string | undefined>>

interface MediaElement {
  readonly name: string
  readonly attributes: Attributes
}

/** Stands for a tag that the HTML parser does not recognise, because a quote in it is not closed. */
const NO_ELEMENT: MediaElement = { name: '', attributes: {} }

/** Replaces embedded media and frames with links, and removes those without an address. */
export function replaceMediaWithLinks(html: string, report: ReportAdaptation): string {
  return html.replace(MEDIA, (element) => {
    const elements: MediaElement[] = []
    sanitizeHtml(element, { onOpenTag: (name, attributes) => elements.push({ name, attributes }) })
    const [{ name, attributes } = NO_ELEMENT, ...inner] = elements
    // A nested element may have the address: `<video><source src="…"></video>`, `<object><embed src="…"></object>`.
    const played = inner.filter((each) => ['source', 'embed', 'iframe'].includes(each.name))
    const sources = [attributes, ...played.map((each) => each.attributes), { src: attributes['data'] }]
    const address = sources.map(readAddress).find((found) => found !== undefined)
    if (address === undefined) report('element', element.slice(0, element.indexOf('>') + 1))
    else report('link', address)
    return address === undefined ? '' : writeLink(address, attributes, name)
  })
}

/** With lazy loading, the address is in a `data-` attribute. */
function readAddress(attributes: Attributes): string | undefined {
  for (const name of ['src', 'data-src', 'data-lazy-src']) {
    const address = completeAddress(readPlainText(attributes[name] ?? ''))
    if (/^https?:\/\//i.test(address) && URL.canParse(address)) return resolvePlayerAddress(address)
  }
  return undefined
}

function resolvePlayerAddress(address: string): string {
  const secure = address.replace(/^http:/i, 'https:')
  for (const [player, page] of PLAYERS) {
    const id = player.exec(secure)?.[1]
    if (id !== undefined) return page + id
  }
  return address
}

function writeLink(address: string, attributes: Attributes, element: string): string {
  const { hostname } = new URL(address)
  const isFrame =
    element === 'iframe' &&
    !/(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|wistia\.(?:com|net))$/.test(hostname)
  const host = hostname.replace(/^www\./, '')
  const otherwise = isFrame ? host : `${element === 'audio' ? 'Audio' : 'Video'} (${host})`
  const title = readPlainText(attributes['title']?.trim() || attributes['aria-label'] || '')
  return `<a href="${address.replace(/&/g, '&amp;').replace(/"/g, '%22')}">${escapeHtml(title || otherwise)}</a>`
}
