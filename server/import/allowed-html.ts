const BLOCKS = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'dl', 'dt', 'dd']
const INLINE = ['strong', 'em', 'b', 'i', 'u', 's', 'a', 'code', 'abbr', 'sub', 'sup']
const TABLE = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']

/** Elements of texts that have content. */
export const ALLOWED_TAGS: readonly string[] = [...BLOCKS, ...INLINE, ...TABLE]

/** Elements of texts without content. */
export const ALLOWED_EMPTY_TAGS: readonly string[] = ['br', 'hr', 'img']

/** Other attributes are removed. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, string[]>> = {
  a: ['href', 'rel'],
  img: ['src', 'alt'],
  abbr: ['title'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  ol: ['start'],
}
