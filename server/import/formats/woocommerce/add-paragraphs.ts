import { buildParagraphs } from '../../sanitise-html.ts'

/** What holds its own text: no paragraph is made in it. */
const WHOLE: ReadonlySet<string> = new Set([
  'p',
  'ul',
  'ol',
  'dl',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'figure',
  'form',
])

const BLOCK_TAG =
  /<(\/?)(p|ul|ol|dl|table|h[1-6]|pre|figure|form|div|section|article|aside|blockquote|center|hr)\b[^<>]*>/gi

const HAS_TAG = /<[a-z!/?]/i

/**
 * Paragraphs of the text that stands beside blocks, as the shop makes them when it shows a text. A text without any tag is
 * left to the sanitiser.
 */
export function addParagraphs(html: string): string {
  if (!HAS_TAG.test(html)) return html
  let written = ''
  let from = 0
  let depth = 0
  for (const { 0: tag, 1: slash, 2: name, index } of html.matchAll(BLOCK_TAG)) {
    if (depth === 0) {
      written += writeText(html.slice(from, index))
      from = index
    }
    if (WHOLE.has(name!.toLowerCase())) depth = Math.max(0, depth + (slash === '' ? 1 : -1))
    if (depth > 0) continue
    written += html.slice(from, index + tag.length)
    from = index + tag.length
  }
  return written + (depth === 0 ? writeText(html.slice(from)) : html.slice(from))
}

/** A line end behind a break is that break. */
function writeText(text: string): string {
  return text.trim() === '' ? text : buildParagraphs(text.replace(/<br\s*\/?>[^\S\n]*\r?\n/gi, '\n'))
}
