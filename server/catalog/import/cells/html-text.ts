import sanitizeHtml from 'sanitize-html'
import { unescapeHtml } from '../../../../shared/escape.ts'
import { readPlainText } from './plain-text.ts'

const OTHER_ENTITY = /&(?!(?:lt|gt|quot|amp);)[#\w]+;/

/** A plain text that was written as HTML: entities become their characters, tags go. */
export function readHtmlText(html: string): string {
  if (!/[&<]/.test(html)) return readPlainText(html)
  if (!html.includes('<') && !OTHER_ENTITY.test(html)) return readPlainText(unescapeHtml(html))
  // The sanitiser decodes every entity that HTML knows and escapes only what HTML has to.
  const escaped = sanitizeHtml(html.replace(/<br\b[^>]*>/gi, ' '), { allowedTags: [], allowedAttributes: {} })
  return readPlainText(unescapeHtml(escaped))
}
