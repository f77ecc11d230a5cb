import { cutText, readHtmlText } from '../../cells.ts'
import type { ReportAdaptation } from '../../import-report.ts'
import { addParagraphs } from './add-paragraphs.ts'
import { removeShortcodes } from './shortcodes.ts'

const LIST_MAX_LENGTH = 200_000

/** `A, B\, C` as its two entries. */
export function splitList(cell: string): readonly string[] {
  return cutText(cell, LIST_MAX_LENGTH)
    .split(/(?<!\\),/)
    .map((entry) => readHtmlText(entry.replaceAll('\\,', ',')))
    .filter((entry) => entry !== '')
}

/**
 * HTML as the exporter writes it: line ends as the two characters `\n`, paragraphs as blank lines and shortcodes as they
 * were typed, for the shop makes tags of them only when it shows a text.
 */
export function readShopHtml(text: string, note: ReportAdaptation): string {
  const html = text.replace(/\\\\n|\\n/g, (escape) => (escape === '\\n' ? '\n' : '\\n'))
  return addParagraphs(removeShortcodes(html, note))
}
