import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { detectEncoding } from '../files/text-file.ts'
import { ImportError } from '../import-error.ts'
import { type Archive, PART_MAX_BYTES } from './archive.ts'

/** Longest text or tag. No spreadsheet program writes more: a cell has at most 32,767 characters. */
const TOKEN_MAX_CHARACTERS = 2_000_000
/** Deepest nesting of elements. Parsing time grows with the square of the depth. */
const DEPTH_MAX = 100

export type Attributes = Readonly<Record<string, string>>

export interface PartListener {
  /** @param name without its prefix, which differs between programs; names of attributes keep their prefixes */
  openTag(name: string, attributes: Attributes): void
  text(text: string): void
  closeTag(name: string): void
}

/**
 * Parses a file within a workbook and yields after each chunk, so that the caller can process what the listener
 * received.
 * @throws ImportError if the file is missing, damaged or not well-formed, or has a document type, and errors of the
 * listener
 */
export async function* parsePart(
  archive: Archive,
  part: string,
  listener: PartListener,
  maxBytes = PART_MAX_BYTES,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const fail = (reason: string, cause?: unknown) =>
    new ImportError({ file: archive.path }, `"${part}" in the workbook ${reason}`, { cause })
  let unfinished = 0
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    unfinished = 0
    depth += 1
    if (depth > DEPTH_MAX) throw fail(`has tags that are nested more than ${DEPTH_MAX} levels deep`)
    listener.openTag(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    unfinished = 0
    depth -= 1
    listener.closeTag(localName(name))
  })
  const receiveText = (text: string) => {
    unfinished = 0
    listener.text(text)
  }
  parser.on('text', receiveText)
  parser.on('cdata', receiveText)
  parser.on('doctype', () => {
    throw fail('has a document type (DTD), which no spreadsheet program writes')
  })
  parser.on('error', (error) => {
    throw fail(`is not well-formed XML (${error.message})`, error)
  })
  let decoder: TextDecoder | undefined
  const decode = (chunk?: Buffer) => {
    try {
      decoder ??= new TextDecoder(chunk && detectEncoding(chunk), { fatal: true })
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw fail('is not valid UTF-8', error)
    }
  }
  const parse = (text: string) => {
    unfinished += text.length
    parser.write(text)
    if (unfinished > TOKEN_MAX_CHARACTERS) throw fail(`has a text of more than ${TOKEN_MAX_CHARACTERS} characters`)
  }
  for await (const chunk of archive.read(part, maxBytes)) {
    parse(decode(chunk))
    yield
  }
  parse(decode())
  parser.close()
  yield
}

const IGNORING: PartListener = { openTag() {}, text() {}, closeTag() {} }

/** Parses a small file within a workbook. */
export async function parseWholePart(archive: Archive, part: string, listener: Partial<PartListener>): Promise<void> {
  const whole = { ...IGNORING, ...listener }
  for await (const _ of parsePart(archive, part, whole, SMALL_PART_MAX_BYTES));
}

/** Limit of a small file. Styles of workbooks that were edited for years have some megabytes. */
const SMALL_PART_MAX_BYTES = 64 * 2 ** 20

/** Finds an attribute with any prefix, because programs write different ones for `r:id`. */
export function findAttribute(attributes: Attributes, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1]
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}
