import { abbreviateValue } from '../../cells.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { TABLE_ADVICE } from '../../files/text-file.ts'
import { readXml, type XmlFile, type XmlListener } from '../../files/xml-file.ts'
import { ImportError } from '../../import-error.ts'
import type { ImportNotes } from '../../import-report.ts'
import { FEED_FIELDS, foldFieldName, isIgnoredField, REPEATED_FIELDS, type FeedField } from './feed-fields.ts'

export const UNKNOWN_ATTRIBUTE = 'unknown attribute; it was left out'

const GOOGLE_NAMESPACE = /^https?:\/\/base\.google\.com\/c?ns\/1\.0\/?$/
/** Namespaces of elements without a prefix: those of Atom and RSS 1.0, and none for RSS 2.0. */
const PLAIN_NAMESPACE =
  /^(?:|http:\/\/www\.w3\.org\/2005\/Atom|http:\/\/purl\.org\/atom\/ns#|http:\/\/purl\.org\/rss\/1\.0\/)$/

const ROOTS = new Set(['rss', 'feed', 'RDF'])
const ITEMS = new Set(['item', 'entry'])
const SUMMARIES = new Set(['summary', 'content'])
/** A longer item probably lacks its closing tag. A tag counts as one character. */
const ITEM_MAX_CHARACTERS = 2_000_000
const KNOWN_FIELDS: ReadonlySet<string> = new Set(FEED_FIELDS)
const REPEATED: ReadonlySet<string> = new Set(REPEATED_FIELDS)

/** Texts of the feed itself, known once its items were read. */
type FeedChannel = { [Field in 'title' | 'language']?: string }

interface FeedTable {
  readonly table: CsvFile
  readonly channel: FeedChannel
}

/** Opens RSS or Atom as a table with a column for each attribute. */
export function openFeedTable(file: XmlFile, notes: Pick<ImportNotes, 'warn'>): FeedTable {
  const channel: FeedChannel = {}
  // Only the first pass reports warnings.
  let own = notes
  const table: CsvFile = {
    name: file.name,
    headerLine: 1,
    header: FEED_FIELDS,
    isXml: true,
    async *readRows() {
      const collector = new ItemCollector(file.name, own, channel)
      own = { warn: () => {} }
      for await (const _ of readXml(file, collector)) yield collector.takeRows()
    },
  }
  return { table, channel }
}

type ElementKind = { readonly field: FeedField; readonly isGoogle: boolean } | null

type Values = Map<FeedField, string[]>

class ItemCollector implements XmlListener {
  readonly #file: string
  readonly #notes: Pick<ImportNotes, 'warn'>
  readonly #channel: FeedChannel
  /** Depth of the elements that describe the feed: children of `feed` in Atom and of `channel` in RSS. */
  #channelDepth = 0
  #channelField: keyof FeedChannel | undefined
  #rows: CsvRow[] = []
  #rowCount = 0
  #depth = 0
  #itemDepth = 0
  #itemLine = 0
  #itemCharacters = 0
  #google: Values = new Map()
  #plain: Values = new Map()
  #kind: ElementKind = null
  #text = ''
  #href = ''
  #part: string | undefined
  /** Texts of the elements within a value. */
  #parts = new Map<string, string>()
  /** Cached by namespace and local name, because the same few elements are in each item. */
  readonly #kinds = new Map<string, ElementKind>()

  constructor(file: string, notes: Pick<ImportNotes, 'warn'>, channel: FeedChannel) {
    this.#file = file
    this.#notes = notes
    this.#channel = channel
  }

  takeRows(): readonly CsvRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  openTag({ local, uri, name, attributes }: Parameters<XmlListener['openTag']>[0], line: number): void {
    this.#depth += 1
    if (this.#depth === 1 && !ROOTS.has(local)) {
      throw new ImportError(
        { file: this.#file, line },
        `this XML is neither RSS nor Atom: its root is <${name}>, not <rss> or <feed>; ${TABLE_ADVICE}`,
      )
    }
    if (this.#itemDepth === 0) {
      if (this.#depth === 1) this.#channelDepth = local === 'feed' ? 2 : 3
      if (this.#depth > 1 && ITEMS.has(local)) this.#openItem(line)
      else if (this.#depth === this.#channelDepth && (local === 'title' || local === 'language')) {
        this.#channelField = local
        this.#channel[local] = ''
      }
      return
    }
    this.#countCharacters(1)
    if (this.#depth === this.#itemDepth + 2) this.#part = foldFieldName(local)
    if (this.#depth !== this.#itemDepth + 1) return
    this.#kind = this.#findKind(local, uri, name, line)
    this.#text = ''
    this.#href = attributes['href']?.value ?? ''
    this.#parts = new Map()
  }

  text(text: string): void {
    if (this.#channelField) this.#channel[this.#channelField] += text
    if (!this.#kind) return
    this.#countCharacters(text.length)
    this.#text += text
    if (this.#part !== undefined) this.#parts.set(this.#part, (this.#parts.get(this.#part) ?? '') + text)
  }

  closeTag(): void {
    this.#channelField = undefined
    if (this.#itemDepth > 0 && this.#depth === this.#itemDepth + 2) this.#part = undefined
    if (this.#itemDepth > 0 && this.#depth === this.#itemDepth + 1) this.#closeValue()
    if (this.#depth === this.#itemDepth) this.#closeItem()
    this.#depth -= 1
  }

  #countCharacters(count: number): void {
    this.#itemCharacters += count
    if (this.#itemCharacters <= ITEM_MAX_CHARACTERS) return
    throw new ImportError(
      { file: this.#file, line: this.#itemLine },
      `this item has more than ${ITEM_MAX_CHARACTERS / 1e6} million characters: its tag was probably not closed`,
    )
  }

  #openItem(line: number): void {
    this.#itemCharacters = 0
    this.#itemDepth = this.#depth
    this.#itemLine = line
    this.#google = new Map()
    this.#plain = new Map()
  }

  #closeItem(): void {
    // Attributes in Google's namespace take precedence over elements of RSS and Atom.
    const values = new Map([...this.#plain, ...this.#google])
    const [title] = values.get('title') ?? values.get('id') ?? []
    for (const [field, { length, [0]: value = '' }] of values)
      if (length > 1 && !REPEATED.has(field))
        this.#notes.warn({
          file: this.#file,
          line: this.#itemLine,
          column: field,
          value: abbreviateValue(value),
          product: abbreviateValue(title ?? '') ?? undefined,
          reason: `the item has this attribute ${length} times; the first value was used`,
        })
    this.#rowCount += 1
    const cells = FEED_FIELDS.map((field) => {
      const texts = values.get(field) ?? []
      return REPEATED.has(field) ? texts.map((text) => text.trim().replace(/\s+/g, ' ')).join('\n') : (texts[0] ?? '')
    })
    this.#rows.push({ line: this.#itemLine, number: this.#rowCount, cells })
    this.#itemDepth = 0
  }

  #findKind(local: string, uri: string, name: string, line: number): ElementKind {
    const key = `${uri} ${local}`
    const known = this.#kinds.get(key)
    if (known !== undefined) return known
    const kind = this.#identify(local, uri, name, line)
    this.#kinds.set(key, kind)
    return kind
  }

  #identify(local: string, uri: string, name: string, line: number): ElementKind {
    const isGoogle = GOOGLE_NAMESPACE.test(uri)
    if (!isGoogle && !PLAIN_NAMESPACE.test(uri)) return null
    const folded = foldFieldName(local)
    const field = !isGoogle && SUMMARIES.has(folded) ? 'description' : folded
    if (KNOWN_FIELDS.has(field)) return { field: field as FeedField, isGoogle }
    if (!isIgnoredField(field))
      this.#notes.warn({ file: this.#file, line, column: name, value: null, reason: UNKNOWN_ATTRIBUTE })
    return null
  }

  #closeValue(): void {
    const kind = this.#kind
    this.#kind = null
    if (!kind) return
    const [name, value] = [this.#parts.get('attribute_name'), this.#parts.get('attribute_value')]
    const isDetail = name !== undefined && value !== undefined
    // Atom puts a link's address into the attribute href.
    const text = isDetail
      ? `:${name.replaceAll(':', ' ')}:${value}`
      : this.#text.trim() === ''
        ? this.#href
        : this.#text
    if (text.trim() === '') return
    const values = kind.isGoogle ? this.#google : this.#plain
    const others = values.get(kind.field)
    if (others && kind.isGoogle) others.push(text)
    else if (!others) values.set(kind.field, [text])
  }
}
