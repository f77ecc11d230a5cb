import sanitizeHtml from 'sanitize-html'
import { unescapeHtml } from '../../../shared/escape.ts'
import { cutText, readPlainText } from './plain-text.ts'

const OTHER_ENTITY = /&(?!(?:lt|gt|quot|amp);)[#\w]+;/

/** Several times what any plain text may hold: the parser's time grows with the square of the depth of tags. */
const PARSED_MAX_LENGTH = 10_000

/** A plain text that was written as HTML: entities become their characters, tags go. */
export function readHtmlText(html: string): string {
  if (!/[&<]/.test(html)) return readPlainText(html)
  if (!html.includes('<') && !OTHER_ENTITY.test(html)) return readPlainText(unescapeHtml(html))
  // The sanitiser decodes every entity that HTML knows and escapes only what HTML has to.
  const escaped = sanitizeHtml(cutText(html, PARSED_MAX_LENGTH).replace(/<br\b[^>]*>/gi, ' '), {
    allowedTags: [],
    allowedAttributes: {},
  })
  return readPlainText(unescapeHtml(escaped))
}
