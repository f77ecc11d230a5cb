const BLOCKS = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'dl', 'dt', 'dd']
const INLINE = ['strong', 'em', 'b', 'i', 'u', 's', 'a', 'code', 'abbr', 'sub', 'sup']
const TABLE = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']

/** Elements that texts may have, besides the void ones. */
export const ALLOWED_TAGS: readonly string[] = [...BLOCKS, ...INLINE, ...TABLE]

export const ALLOWED_EMPTY_TAGS: readonly string[] = ['br', 'hr', 'img']

export const ALLOWED_ATTRIBUTES: Readonly<Record<string, string[]>> = {
  a: ['href', 'rel'],
  img: ['src', 'alt'],
  abbr: ['title'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  ol: ['start'],
}
