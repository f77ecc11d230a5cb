import { StringDecoder } from 'node:string_decoder'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { ImportError } from '../import-error.ts'
import { detectEncoding, isKnownEncoding, readFirstBytes, readText, type TextFile } from './text-file.ts'

/** Enough to hold the declaration. */
const BEGINNING_BYTES = 1024
/** Text without any tag in it: more than this is a tag that nobody closed. */
const TEXT_MAX_CHARACTERS = 2_000_000
/** A feed needs five levels, HTML within one a few more. The parser's time grows with the square of the depth. */
const DEPTH_MAX = 100

/** An XML file whose encoding is known. It is streamed, as often as it is asked for. */
export interface XmlFile extends TextFile {
  /** As reports name it. */
  readonly name: string
}

/** Hears what stands in a file, in its order. `line` is where a tag or text ends. */
export interface XmlListener {
  openTag(tag: SaxesTagNS, line: number): void
  text(text: string): void
  closeTag(): void
}

/**
 * @param encoding overrides what the file says
 * @returns undefined where a file is no XML
 */
export async function openXmlFile(path: string, encoding?: string): Promise<XmlFile | undefined> {
  const bytes = await readFirstBytes(path, BEGINNING_BYTES)
  const marked = encoding ?? detectEncoding(bytes)
  const beginning = new TextDecoder(marked).decode(bytes)
  if (!beginning.trimStart().startsWith('<')) return undefined
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(beginning)?.[1]
  const says = encoding === undefined && marked === 'utf-8' && declared !== undefined && isKnownEncoding(declared)
  return { path, name: path, encoding: says ? declared : marked }
}

/**
 * Reads a file through. After each part of it the caller may use what was heard. Entities that the document itself
 * declares are not replaced, and nothing outside of it is read.
 * @throws ImportError where it is not well-formed, with line and column, and where the listener throws
 */
export async function* readXml(file: XmlFile, listener: XmlListener): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: true, position: true })
  let failure: ImportError | undefined
  let silence = 0
  let depth = 0
  const hear = (event: () => void) => {
    silence = 0
    if (!failure) event()
  }
  parser.on('opentag', (tag) => {
    depth += 1
    if (depth > DEPTH_MAX)
      throw new ImportError(
        { file: file.name, line: parser.line },
        `tags are nested more than ${DEPTH_MAX} levels deep: a tag was probably not closed`,
      )
    hear(() => listener.openTag(tag, parser.line))
  })
  parser.on('closetag', () => {
    depth -= 1
    hear(() => listener.closeTag())
  })
  parser.on('text', (text) => hear(() => listener.text(text)))
  parser.on('cdata', (text) => hear(() => listener.text(text)))
  parser.on('error', (error) => {
    failure ??= describeFault(file, parser, error)
  })
  const decoder = new StringDecoder('utf8')
  const take = (text: string) => {
    silence += text.length
    parser.write(text)
    if (silence > TEXT_MAX_CHARACTERS)
      failure ??= new ImportError(
        { file: file.name, line: parser.line },
        'the text does not end: a tag was probably not closed',
      )
    if (failure) throw failure
  }
  try {
    for await (const bytes of readText(file)) {
      take(decoder.write(bytes))
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
  const reason = 'the XML is not well-formed: an "&" that begins no entity; write "&amp;" for it'
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

/** Longer than any token and than any entity's name: a chunk may end within one. */
const LOOKAHEAD = 100

/**
 * The first ampersand that begins no entity. A parser takes all up to the next semicolon for the entity's name and
 * complains there, or at the end of the file, where nobody would look for it.
 * @param chunks of the file, as UTF-8; a file may be one line that is longer than any string
 */
export async function findBareAmpersand(
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
