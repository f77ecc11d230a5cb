import sanitizeHtml from 'sanitize-html'
import { readPlainText } from './plain-text.ts'

const ESCAPED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** A plain text that was written as HTML: entities become their characters, tags go. */
export function readHtmlText(html: string): string {
  if (!/[&<]/.test(html)) return readPlainText(html)
  // The sanitiser decodes every entity that HTML knows and escapes only what HTML has to.
  const escaped = sanitizeHtml(html.replace(/<br\b[^>]*>/gi, ' '), { allowedTags: [], allowedAttributes: {} })
  return readPlainText(escaped.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ESCAPED[entity]!))
}
