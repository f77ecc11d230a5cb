import { SaxesParser } from 'saxes'
import { ImportError } from '../import-error.ts'
import type { SiteBasics } from '../site-basics.ts'
import type { CsvFile, CsvRow } from './csv-file.ts'
import { readSource, type SourcePath } from './source-path.ts'
import { detectEncoding, isKnownEncoding, readText, type TextFile } from './text-file.ts'

/** Bytes in which the root element is looked for. Long comments may precede it. */
const FIRST_BYTES = 4_096
/** A longer text or tag means that a tag was not closed. */
const TEXT_MAX_CHARACTERS = 2_000_000
/** Feeds and workbooks need less than ten levels. Parsing time grows with the square of the depth. */
const DEPTH_MAX = 100
/** A longer element probably lacks its closing tag. A tag counts as one character. */
const ELEMENT_MAX_CHARACTERS = 2_000_000

export interface XmlFile extends TextFile {
  /** Name of the root element without its namespace prefix; undefined if the beginning of the file has no element. */
  readonly root: string | undefined
}

/** Declarations and comments, which may precede the root element. */
const PROLOG = /<\?[^]*?\?>|<!--[^]*?-->|<![^>[]*(?:\[[^\]]*\][^>]*)?>/g

/** An element with everything in it. Namespaces are not resolved, because programs use the usual prefixes. */
export interface XmlElement {
  /** Such as `g`; '' without a prefix. */
  readonly prefix: string
  /** Name without the prefix. */
  readonly local: string
  /** Line on which the opening tag ends. */
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
  readonly content: (string | XmlElement)[]
}

export function listElements({ content }: XmlElement): readonly XmlElement[] {
  return content.filter((part) => typeof part !== 'string')
}

/** Returns the text of an element and of those in it. */
export function readElementText({ content }: Pick<XmlElement, 'content'>): string {
  return content.map((part) => (typeof part === 'string' ? part : readElementText(part))).join('')
}

interface ElementRules {
  /** @param path names of an element's ancestors and, at the end, its own */
  isWanted(path: readonly string[]): boolean
  /** What messages call a wanted element. */
  readonly kind: string
}

const BARE_AMPERSAND = 'an "&" has to be written as "&amp;"'

/**
 * Opens a file if it is XML.
 * @param encoding overrides the declared one
 * @returns undefined if the file is not XML
 */
export async function openXmlFile(source: SourcePath, encoding?: string): Promise<XmlFile | undefined> {
  const bytes = await readSource(source, FIRST_BYTES)
  const marked = detectEncoding(bytes)
  const beginning = new TextDecoder(marked).decode(bytes)
  if (!beginning.trimStart().startsWith('<')) return undefined
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(beginning)?.[1]
  const isDeclared = marked === 'utf-8' && declared !== undefined && isKnownEncoding(declared)
  const root = /^\s*<(?:[\w.-]+:)?([\w.-]+)/.exec(beginning.replace(PROLOG, ''))?.[1]
  return { ...source, encoding: encoding ?? (isDeclared ? declared : marked), root }
}

/**
 * Parses XML and yields the wanted elements of each chunk. Declared entities are not expanded, and no external files
 * are read.
 * @param file what messages call the file
 * @throws ImportError with the line if the XML is not well-formed
 */
export async function* readElements(
  file: string,
  chunks: AsyncIterable<string>,
  rules: ElementRules,
): AsyncGenerator<readonly XmlElement[]> {
  const parser = new SaxesParser({ position: true })
  let textLength = 0
  let tagLine = 1
  let characters = 0
  let found: XmlElement[] = []
  const path: string[] = []
  /** The wanted element and the open ones in it. */
  const open: XmlElement[] = []
  const fail = (reason: string, line = parser.line): never => {
    throw new ImportError({ file, line }, reason)
  }
  const countCharacters = (count: number) => {
    characters += count
    const tooLong = `this ${rules.kind} has more than ${ELEMENT_MAX_CHARACTERS / 1e6} million characters: its tag was probably not closed`
    if (characters > ELEMENT_MAX_CHARACTERS) fail(tooLong, open[0]?.line)
  }
  const startText = () => {
    textLength = 0
    tagLine = parser.line
  }
  const receiveText = (text: string) => {
    textLength = 0
    if (open.length > 0) countCharacters(text.length)
    open.at(-1)?.content.push(text)
  }
  parser.on('opentag', ({ name, attributes: given }) => {
    startText()
    const [local = '', prefix = ''] = name.split(':').toReversed()
    if (path.push(local) > DEPTH_MAX)
      fail(`tags are nested more than ${DEPTH_MAX} levels deep: a tag was probably not closed`)
    if (open.length > 0) countCharacters(1)
    else if (rules.isWanted(path)) characters = 0
    else return
    const attributes = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key.slice(key.indexOf(':') + 1), value]),
    )
    const element: XmlElement = { prefix, local, line: parser.line, attributes, content: [] }
    open.at(-1)?.content.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    startText()
    path.pop()
    const element = open.pop()
    if (element && open.length === 0) found.push(element)
  })
  parser.on('text', receiveText)
  parser.on('cdata', receiveText)
  parser.on('error', ({ message }) => {
    const fault = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    // A parser reads from an "&" to the next semicolon, which may be far away.
    if (/entity name/.test(fault)) fail(`the XML is not well-formed: ${BARE_AMPERSAND}`, tagLine)
    if (/unclosed tag|document must contain a root|unexpected end/.test(fault))
      fail(`the file was cut off (${fault}), or ${BARE_AMPERSAND}`, tagLine)
    fail(`the XML is not well-formed: ${fault}`)
  })
  for await (const text of chunks) {
    textLength += text.length
    parser.write(text)
    if (textLength > TEXT_MAX_CHARACTERS)
      fail(`the text does not end: a tag was probably not closed, or ${BARE_AMPERSAND}`, tagLine)
    yield found
    found = []
  }
  parser.close()
  yield found
}

/** Products in an XML file as a table. */
export abstract class XmlTable implements CsvFile {
  abstract readonly header: readonly string[]
  readonly name: string
  readonly headerLine = 1
  readonly isXml = true
  readonly #file: XmlFile
  readonly #rules: ElementRules

  constructor(file: XmlFile, rules: ElementRules) {
    this.name = file.path
    this.#file = file
    this.#rules = rules
  }

  /** What the file says of the site, once its rows were read. */
  abstract get basics(): SiteBasics

  /** @returns undefined for an element that is no product */
  protected abstract readCells(element: XmlElement): readonly string[] | undefined

  async *readRows(): AsyncGenerator<readonly CsvRow[]> {
    let number = 0
    for await (const elements of readElements(this.name, readText(this.#file), this.#rules))
      yield elements.flatMap((element) => {
        const cells = this.readCells(element)
        return cells ? { line: element.line, number: (number += 1), cells } : []
      })
  }
}
