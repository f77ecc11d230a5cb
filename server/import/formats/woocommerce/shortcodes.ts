import type { ReportAdaptation } from '../../import-report.ts'

/** `[name attributes]`, `[/name]` and `[name /]`. Doubled brackets are how WordPress writes a text that looks so. */
const SHORTCODE = /(?<!\[)\[(\/?)([a-z][\w-]*)((?:\s[^[\]<>]*)?)\](?!\])/g

const EMBEDDED = /\[embed\b[^[\]]*\]\s*(https?:\/\/[^\s[\]<>"]+)\s*\[\/embed\]/g

/** WordPress's and WooCommerce's own that may stand without attributes; others are known by how they are written. */
const NAMES: ReadonlySet<string> = new Set([
  'audio',
  'caption',
  'embed',
  'gallery',
  'playlist',
  'video',
  'vimeo',
  'youtube',
  'products',
  'product',
  'reviews',
  'contact-form-7',
  'wpforms',
])

const PLAYERS: ReadonlySet<string> = new Set(['audio', 'embed', 'video', 'vimeo', 'youtube'])

/**
 * A text without WordPress's shortcodes. What stands between an opening and a closing one stays; a player whose address is
 * given becomes an element, which the sanitiser makes a link of.
 */
export function removeShortcodes(text: string, note: ReportAdaptation): string {
  if (!text.includes('[')) return text
  const withPlayers = text.replace(EMBEDDED, (_, address: string) => writePlayer('video', address))
  const closed = new Set(
    [...withPlayers.matchAll(SHORTCODE)].flatMap(([, slash, name]) => (slash === '' ? [] : [name!])),
  )
  return withPlayers.replace(SHORTCODE, (whole, slash: string, name: string, attributes: string) => {
    const isShortcode =
      NAMES.has(name) || closed.has(name) || name.includes('_') || /\s(?:[\w-]+=\S|\/$)/.test(attributes)
    if (!isShortcode) return whole
    const address = PLAYERS.has(name) ? /https?:\/\/[^\s"'<>[\]]+/.exec(attributes)?.[0] : undefined
    if (address !== undefined) return writePlayer(name === 'audio' ? 'audio' : 'video', address)
    // The pair counts once.
    if (slash === '') note('shortcode', whole)
    return ''
  })
}

function writePlayer(element: 'audio' | 'video', address: string): string {
  return `<${element} src="${address}"></${element}>`
}
