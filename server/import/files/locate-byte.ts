import { createReadStream } from 'node:fs'

const QUOTE = 0x22
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * The line and the cell in which a byte of a CSV file stands. Bytes that are no valid text cannot go through the parser,
 * so this walks over the raw bytes; quotes, delimiters and line ends are the same in every encoding built on ASCII.
 */
export async function locateByte(
  path: string,
  offset: number,
  delimiter: string,
): Promise<{ line: number; cell: number }> {
  const separator = delimiter.charCodeAt(0)
  const place = { line: 1, cell: 0 }
  let isQuoted = false
  let previous = 0
  const before: AsyncIterable<Buffer> = offset === 0 ? emptyChunks() : createReadStream(path, { end: offset - 1 })
  for await (const chunk of before) {
    for (const byte of chunk) {
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === separator && !isQuoted) place.cell += 1
      else if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && previous !== CARRIAGE_RETURN)) {
        place.line += 1
        if (!isQuoted) place.cell = 0
      }
      previous = byte
    }
  }
  return place
}

async function* emptyChunks(): AsyncGenerator<Buffer> {}
