import { readHtmlText } from '../cells/html-text.ts'
import { readLongText } from '../cells/plain-text.ts'
import { buildParagraphs } from '../sanitise-html.ts'

/** `A, B\, C` as its two entries. */
export function splitList(cell: string): readonly string[] {
  return cell
    .split(/(?<!\\),/)
    .map((entry) => readHtmlText(entry.replaceAll('\\,', ',')))
    .filter((entry) => entry !== '')
}

const BLOCK = /<(?:p|div|ul|ol|dl|table|h[1-6]|blockquote|pre|hr|section|figure)\b/i

/**
 * HTML as the exporter writes it: line ends as the two characters `\n`, paragraphs as blank lines where there are no
 * blocks, for the shop adds those tags only when it shows a text.
 */
export function readShopHtml(cell: string): string {
  const html = readLongText(cell).replace(/\\\\n|\\n/g, (escape) => (escape === '\\n' ? '\n' : '\\n'))
  if (BLOCK.test(html) || !/<[a-z!/?]/i.test(html)) return html
  return buildParagraphs(html)
}
