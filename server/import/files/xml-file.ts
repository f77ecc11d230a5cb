import { StringDecoder } from 'node:string_decoder'
import { SaxesParser } from 'saxes'
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

/** An element with everything in it. */
export interface XmlElement {
  /** Name without its prefix. */
  readonly local: string
  readonly name: string
  /** Namespace. */
  readonly uri: string
  /** Line on which the opening tag ends. */
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
  readonly content: (string | XmlElement)[]
}

export function listElements({ content }: XmlElement): readonly XmlElement[] {
  return content.filter((part) => typeof part !== 'string')
}

/** Returns the text of an element and of those in it. */
export function readElementText({ content }: XmlElement): string {
  return content.map((part) => (typeof part === 'string' ? part : readElementText(part))).join('')
}

interface ElementRules {
  /** @param path names of an element's ancestors and, at the end, its own */
  isWanted(path: readonly string[]): boolean
  /** @throws ImportError if the file is of another kind */
  checkRoot(root: XmlElement): void
  /** What messages call a wanted element. */
  readonly kind: string
}

/** A longer element probably lacks its closing tag. A tag counts as one character. */
const ELEMENT_MAX_CHARACTERS = 2_000_000

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
 * Parses the file and yields the wanted elements of each chunk. Declared entities are not expanded, and no external
 * files are read.
 * @throws ImportError with line and column if the XML is not well-formed
 */
export async function* readElements(file: XmlFile, rules: ElementRules): AsyncGenerator<readonly XmlElement[]> {
  const parser = new SaxesParser({ xmlns: true, position: true })
  let failure: ImportError | undefined
  let textLength = 0
  let characters = 0
  let found: XmlElement[] = []
  const path: string[] = []
  /** The wanted element and the open ones in it. */
  const open: XmlElement[] = []
  const countCharacters = (count: number) => {
    characters += count
    if (characters <= ELEMENT_MAX_CHARACTERS) return
    throw new ImportError(
      { file: file.name, line: open[0]?.line },
      `this ${rules.kind} has more than ${ELEMENT_MAX_CHARACTERS / 1e6} million characters: its tag was probably not closed`,
    )
  }
  const receiveText = (text: string) => {
    textLength = 0
    if (failure || open.length === 0) return
    countCharacters(text.length)
    open.at(-1)?.content.push(text)
  }
  parser.on('opentag', ({ local, name, uri, attributes: given }) => {
    textLength = 0
    if (path.push(local) > DEPTH_MAX)
      throw new ImportError(
        { file: file.name, line: parser.line },
        `tags are nested more than ${DEPTH_MAX} levels deep: a tag was probably not closed`,
      )
    if (failure) return
    const attributes = Object.fromEntries(Object.values(given).map((attribute) => [attribute.name, attribute.value]))
    const element: XmlElement = { local, name, uri, line: parser.line, attributes, content: [] }
    if (path.length === 1) rules.checkRoot(element)
    if (open.length > 0) countCharacters(1)
    else if (rules.isWanted(path)) characters = 0
    else return
    open.at(-1)?.content.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    textLength = 0
    path.pop()
    const element = open.pop()
    if (element && open.length === 0) found.push(element)
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
      yield found
      found = []
    }
    parser.close()
    if (failure) throw failure
  } catch (error) {
    throw error === failure ? await findCause(file, error) : error
  }
  yield found
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
