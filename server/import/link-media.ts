import { escapeHtml } from '../platform/escape-html.ts'
import { completeAddress, readHtmlText } from './cells.ts'

const MEDIA = /<(iframe|video|audio|object|embed)\b([^<>]*)>/gi

const HAS_MEDIA = /<(?:iframe|video|audio|object|embed)\b/i

/** Attributes for addresses. With lazy loading, the address is in a `data-` attribute. */
const SOURCES: readonly string[] = ['src', 'data-src', 'data-lazy-src']

const PLAYERS: readonly (readonly [address: RegExp, page: string])[] = [
  [
    /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]{6,20})(?=$|[/?&#])/i,
    'https://www.youtube.com/watch?v=',
  ],
  [/^https:\/\/player\.vimeo\.com\/video\/(\d+)/i, 'https://vimeo.com/'],
]

/**
 * Replaces embedded media and frames with links.
 * @param report receives the address of each link, or null and the tag of an element without an address
 */
export function replaceMediaWithLinks(html: string, report: (address: string | null, tag: string) => void): string {
  if (!HAS_MEDIA.test(html)) return html
  const ends = new ElementEnds(html)
  let linked = ''
  let from = 0
  MEDIA.lastIndex = 0
  for (let match = MEDIA.exec(html); match; match = MEDIA.exec(html)) {
    const [tag, name = '', attributes = ''] = match
    const inner = match.index + tag.length
    const end = ends.find(name.toLowerCase(), inner)
    const content = end === undefined ? '' : html.slice(inner, end.start)
    const address = readAddress(attributes, SOURCES) ?? readInnerAddress(content) ?? readAddress(attributes, ['data'])
    report(address ?? null, tag)
    linked +=
      html.slice(from, match.index) + (address === undefined ? '' : writeLink(address, attributes, name.toLowerCase()))
    from = end?.end ?? inner
    MEDIA.lastIndex = from
  }
  return linked + html.slice(from)
}

/** Finds closing tags. One that was not found is not searched again, because a text may have many unclosed elements. */
class ElementEnds {
  readonly #html: string
  readonly #unclosed = new Set<string>(['embed'])

  constructor(html: string) {
    this.#html = html
  }

  find(name: string, from: number): { readonly start: number; readonly end: number } | undefined {
    if (this.#unclosed.has(name)) return undefined
    const closing = new RegExp(`</${name}\\s*>`, 'gi')
    closing.lastIndex = from
    const match = closing.exec(this.#html)
    if (match) return { start: match.index, end: closing.lastIndex }
    this.#unclosed.add(name)
    return undefined
  }
}

/** Reads the address in `<video><source src="…"></video>` or `<object><embed src="…"></object>`. */
function readInnerAddress(content: string): string | undefined {
  const [, attributes] = /<(?:source|embed|iframe)\b([^<>]*)>/i.exec(content) ?? []
  return attributes === undefined ? undefined : readAddress(attributes, SOURCES)
}

function readAddress(attributes: string, names: readonly string[]): string | undefined {
  for (const name of names) {
    const address = completeAddress(readAttribute(attributes, name))
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

function writeLink(address: string, attributes: string, element: string): string {
  const { hostname } = new URL(address)
  const isFrame =
    element === 'iframe' &&
    !/(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|wistia\.(?:com|net))$/.test(hostname)
  const host = hostname.replace(/^www\./, '')
  const otherwise = isFrame ? host : `${element === 'audio' ? 'Audio' : 'Video'} (${host})`
  const title = readAttribute(attributes, 'title') || readAttribute(attributes, 'aria-label')
  return `<a href="${address.replace(/&/g, '&amp;').replace(/"/g, '%22')}">${escapeHtml(title || otherwise)}</a>`
}

function readAttribute(attributes: string, name: string): string {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes) ?? []
  return readHtmlText(double ?? single ?? bare ?? '')
}
