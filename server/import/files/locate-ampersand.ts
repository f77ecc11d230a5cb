import { StringDecoder } from 'node:string_decoder'

const TOKENS = /\n|<!\[CDATA\[|\]\]>|<!--|-->|&(?!(?:#\d+|#x[\da-fA-F]+|[a-zA-Z_][\w.-]*);)/g

/** Longer than any token and than any entity's name: a chunk may end within one. */
const LOOKAHEAD = 100

/**
 * The first ampersand that begins no entity. A parser takes all up to the next semicolon for the entity's name and
 * complains there, or at the end of the file, where nobody would look for it.
 * @param chunks of the file, as UTF-8; a file may be one line that is longer than any string
 */
export async function locateBareAmpersand(
  chunks: AsyncIterable<Buffer>,
): Promise<{ line: number; column: number } | undefined> {
  const decoder = new StringDecoder('utf8')
  const place = { line: 1, column: 1 }
  let closing: string | undefined
  let text = ''
  /** @returns whether an ampersand begins at `place` */
  const search = (end: number): boolean => {
    let read = 0
    for (const { 0: token, index } of text.matchAll(TOKENS)) {
      if (index >= end) break
      place.column += index - read
      read = index
      if (token === '\n') {
        place.line += 1
        place.column = 0
      } else if (closing !== undefined) closing = token === closing ? undefined : closing
      else if (token === '&') return true
      else if (token.startsWith('<')) closing = token === '<!--' ? '-->' : ']]>'
    }
    const kept = Math.max(end, read)
    place.column += kept - read
    text = text.slice(kept)
    return false
  }
  for await (const chunk of chunks) {
    text += decoder.write(chunk)
    if (search(text.length - LOOKAHEAD)) return place
  }
  return search(text.length) ? place : undefined
}
