const TOKENS = /<!\[CDATA\[|\]\]>|<!--|-->|&(?!(?:#\d+|#x[\da-f]+|[a-z_][\w.-]*);)/gi

/**
 * The first ampersand that begins no entity. A parser takes all up to the next semicolon for the entity's name and
 * complains there, or at the end of the file, where nobody would look for it.
 * @param lines of the file
 */
export async function locateBareAmpersand(lines: AsyncIterable<string>): Promise<{ line: number; column: number } | undefined> {
  let line = 0
  let closing: string | undefined
  for await (const text of lines) {
    line += 1
    for (const { 0: token, index } of text.matchAll(TOKENS)) {
      if (closing !== undefined) closing = token === closing ? undefined : closing
      else if (token === '&') return { line, column: index + 1 }
      else if (token.startsWith('<')) closing = token === '<!--' ? '-->' : ']]>'
    }
  }
  return undefined
}
