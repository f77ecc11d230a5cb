import type { ReportAdaptation } from './import-report.ts'
import { buildParagraphs, TAG } from './sanitise-html.ts'

/** Matches `[name attributes]`, `[/name]` and `[name /]`, but not the escape `[[name]]`. */
const SHORTCODE = /(?<!\[)\[(\/?)([a-z][\w-]*)((?:\s[^[\]<>]*)?)\](?!\])/g

const EMBEDDED = /\[embed\b[^[\]]*\]\s*(https?:\/\/[^\s[\]<>"]+)\s*\[\/embed\]/g

/** Shortcodes that are recognised even without attributes. */
const KNOWN_SHORTCODES =
  /^(?:audio|caption|embed|gallery|playlist|video|vimeo|youtube|products?|reviews|contact-form-7|wpforms)$/

const PLAYERS: ReadonlySet<string> = new Set(['audio', 'embed', 'video', 'vimeo', 'youtube'])

/**
 * Expands escaped line ends (`\n` as two characters), removes shortcodes and adds paragraphs, as WordPress does.
 * @param report called for each removed shortcode
 */
export function convertWordPressHtml(text: string, report: ReportAdaptation): string {
  const html = text.replace(/\\\\n|\\n/g, (escape) => (escape === '\\n' ? '\n' : '\\n'))
  return addParagraphs(removeShortcodes(html, report))
}

/** Players with a URL become HTML elements, which the sanitiser turns into links. */
function removeShortcodes(text: string, report: ReportAdaptation): string {
  if (!text.includes('[')) return text
  const withPlayers = text.replace(EMBEDDED, (_, address: string) => writePlayer('video', address))
  const closed = new Set(
    [...withPlayers.matchAll(SHORTCODE)].flatMap(([, slash, name = '']) => (slash === '' ? [] : [name])),
  )
  return withPlayers.replace(SHORTCODE, (whole, slash: string, name: string, attributes: string) => {
    const isShortcode =
      KNOWN_SHORTCODES.test(name) || closed.has(name) || name.includes('_') || /\s(?:[\w-]+=\S|\/$)/.test(attributes)
    if (!isShortcode) return whole
    const address = PLAYERS.has(name) ? /https?:\/\/[^\s"'<>[\]]+/.exec(attributes)?.[0] : undefined
    if (address !== undefined) return writePlayer(name === 'audio' ? 'audio' : 'video', address)
    if (slash === '') report('shortcode', whole)
    return ''
  })
}

function writePlayer(element: 'audio' | 'video', address: string): string {
  return `<${element} src="${address}"></${element}>`
}

const WITHOUT_PARAGRAPHS = /^(?:p|ul|ol|dl|table|h[1-6]|pre|figure|form)$/i

const BLOCK_TAG =
  /(<\/?(?:p|ul|ol|dl|table|h[1-6]|pre|figure|form|div|section|article|aside|blockquote|center|hr)\b[^<>]*>)/i

/** The sanitiser adds the paragraphs of a text without tags. */
function addParagraphs(html: string): string {
  if (!TAG.test(html)) return html
  let depth = 0
  // Texts and tags alternate.
  const parts = html.split(BLOCK_TAG).map((part, index) => {
    if (index % 2 === 0) return depth === 0 ? writeText(part) : part
    const [, slash, name = ''] = /^<(\/?)(\w+)/.exec(part) ?? []
    if (WITHOUT_PARAGRAPHS.test(name)) depth = Math.max(0, depth + (slash === '' ? 1 : -1))
    return part
  })
  return parts.join('')
}

/** `<br>` and the line end after it are one line break. */
function writeText(text: string): string {
  return text.trim() === '' ? text : buildParagraphs(text.replace(/<br\s*\/?>[^\S\n]*\r?\n/gi, '\n'))
}
