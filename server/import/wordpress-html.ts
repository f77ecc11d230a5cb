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
  /<(\/?)(p|ul|ol|dl|table|h[1-6]|pre|figure|form|div|section|article|aside|blockquote|center|hr)\b[^<>]*>/gi

/** The sanitiser adds the paragraphs of a text without tags. */
function addParagraphs(html: string): string {
  if (!TAG.test(html)) return html
  let written = ''
  let from = 0
  let depth = 0
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(BLOCK_TAG)) {
    if (depth === 0) {
      written += writeText(html.slice(from, index))
      from = index
    }
    if (WITHOUT_PARAGRAPHS.test(name)) depth = Math.max(0, depth + (slash === '' ? 1 : -1))
    if (depth > 0) continue
    written += html.slice(from, index + tag.length)
    from = index + tag.length
  }
  return written + (depth === 0 ? writeText(html.slice(from)) : html.slice(from))
}

/** `<br>` and the line end after it are one line break. */
function writeText(text: string): string {
  return text.trim() === '' ? text : buildParagraphs(text.replace(/<br\s*\/?>[^\S\n]*\r?\n/gi, '\n'))
}
