const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character)
}

const CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(HTML_ENTITIES).map(([character, entity]) => [entity, character]),
)

export function unescapeHtml(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => CHARACTERS[entity] ?? entity)
}

const JSON_ESCAPES: Record<string, string> = {
  '<': '\\u003C',
  '>': '\\u003E',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Serialises a value as JSON that can neither end its `<script>` element nor begin a comment. */
export function stringifyForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => JSON_ESCAPES[character] ?? character)
}
