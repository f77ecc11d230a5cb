import { StringDecoder } from 'node:string_decoder'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { ImportError } from '../import-error.ts'
import type { SourcePath } from './source-path.ts'
import {
  decodeBeginning,
  detectEncoding,
  isKnownEncoding,
  readFirstBytes,
  readText,
  type TextFile,
} from './text-file.ts'

const FIRST_BYTES = 1024
/** A longer text means that a tag was not closed. */
const TEXT_MAX_CHARACTERS = 2_000_000
/** Feeds need five levels. Parsing time grows with the square of the depth. */
const DEPTH_MAX = 100

export interface XmlFile extends TextFile {
  readonly name: string
  /** Name of the root element without its prefix; undefined if long comments precede the root. */
  readonly root: string | undefined
}

const PROLOG_ENDS = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
] as const

/** Returns the name of the root element after declarations and comments. */
function readRoot(beginning: string): string | undefined {
  for (let rest = beginning.trimStart(); ;) {
    const [start, end] = PROLOG_ENDS.find(([open]) => rest.startsWith(open)) ?? []
    if (start === undefined || end === undefined) return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(rest)?.[1]
    const at = rest.indexOf(end, start.length)
    if (at === -1) return undefined
    rest = rest.slice(at + end.length).trimStart()
  }
}

/** Receives the elements. `line` is the line on which a tag ends. */
export interface XmlListener {
  openTag(tag: SaxesTagNS, line: number): void
  text(text: string): void
  closeTag(): void
}

/**
 * Opens a file if it is XML.
 * @param encoding overrides the declared one
 * @returns undefined if the file is not XML
 */
export async function openXmlFile(source: SourcePath, encoding?: string): Promise<XmlFile | undefined> {
  const bytes = await readFirstBytes(source, FIRST_BYTES)
  const marked = encoding ?? detectEncoding(bytes)
  const beginning = decodeBeginning(bytes, marked)
  if (!beginning.trimStart().startsWith('<')) return undefined
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(beginning)?.[1]
  const isDeclared = encoding === undefined && marked === 'utf-8' && declared !== undefined && isKnownEncoding(declared)
  return { ...source, name: source.path, encoding: isDeclared ? declared : marked, root: readRoot(beginning) }
}

/**
 * Parses the file and yields after each chunk, so that the caller can process what the listener received. Declared
 * entities are not expanded, and no external files are read.
 * @throws ImportError with line and column if the XML is not well-formed, and errors of the listener
 */
export async function* readXml(file: XmlFile, listener: XmlListener): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: true, position: true })
  let failure: ImportError | undefined
  let textLength = 0
  let depth = 0
  const receiveText = (text: string) => {
    textLength = 0
    if (!failure) listener.text(text)
  }
  parser.on('opentag', (tag) => {
    depth += 1
    if (depth > DEPTH_MAX)
      throw new ImportError(
        { file: file.name, line: parser.line },
        `tags are nested more than ${DEPTH_MAX} levels deep: a tag was probably not closed`,
      )
    textLength = 0
    if (!failure) listener.openTag(tag, parser.line)
  })
  parser.on('closetag', () => {
    depth -= 1
    textLength = 0
    if (!failure) listener.closeTag()
  })
  parser.on('text', receiveText)
  parser.on('cdata', receiveText)
  parser.on('error', (error) => {
    failure ??= describeFault(file, parser, error)
  })
  const decoder = new StringDecoder('utf8')
  const parse = (text: string) => {
    textLength += text.length
    parser.write(text)
    if (textLength > TEXT_MAX_CHARACTERS)
      failure ??= new ImportError(
        { file: file.name, line: parser.line },
        'the text does not end: a tag was probably not closed',
      )
    if (failure) throw failure
  }
  try {
    for await (const bytes of readText(file)) {
      parse(decoder.write(bytes))
      yield
    }
    parser.close()
    if (failure) throw failure
  } catch (error) {
    throw error === failure ? await findCause(file, error) : error
  }
  yield
}

async function findCause(file: XmlFile, error: unknown): Promise<unknown> {
  if (!(error instanceof ImportError) || !/entity|cut off|does not end/.test(error.reason)) return error
  const place = await findBareAmpersand(readText(file))
  if (!place) return error
  const reason = 'the XML is not well-formed: an "&" has to be written as "&amp;"'
  return new ImportError({ file: file.name, line: place.line, column: String(place.column) }, reason, { cause: error })
}

function describeFault(file: XmlFile, parser: { line: number; columnIndex: number }, error: Error): ImportError {
  const fault = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
  const reason = /unclosed tag|document must contain a root|unexpected end/.test(fault)
    ? `the file was cut off (${fault})`
    : `the XML is not well-formed: ${fault}`
  return new ImportError({ file: file.name, line: parser.line, column: String(parser.columnIndex) }, reason, {
    cause: error,
  })
}

const TOKENS = /\n|<!\[CDATA\[|\]\]>|<!--|-->|&(?!(?:#\d+|#x[\da-fA-F]+|[a-zA-Z_][\w.-]*);)/g

/**
 * Characters at the end of a chunk that are searched with the next one, because an entity may continue there. No token
 * or entity name is as long.
 */
const LOOKAHEAD = 100

/**
 * Finds the first `&` that begins no entity. The parser reports it only at the next semicolon or the end of the file.
 * @param chunks as UTF-8
 */
export async function findBareAmpersand(
  chunks: AsyncIterable<Buffer>,
): Promise<{ line: number; column: number } | undefined> {
  const decoder = new StringDecoder('utf8')
  const place = { line: 1, column: 1 }
  let closing: string | undefined
  let text = ''
  // Returns whether an `&` was found at `place`.
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
    const done = Math.max(end, read)
    place.column += done - read
    text = text.slice(done)
    return false
  }
  for await (const chunk of chunks) {
    text += decoder.write(chunk)
    if (search(text.length - LOOKAHEAD)) return place
  }
  return search(text.length) ? place : undefined
}
