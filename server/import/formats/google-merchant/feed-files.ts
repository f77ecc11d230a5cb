import { matchColumns, type ColumnNames } from '../../files/csv-columns.ts'
import { checkCellCount, isBlankRow, lineOfCell, type CsvFile, type CsvRow } from '../../files/csv-file.ts'
import { TABLE_ADVICE } from '../../files/text-file.ts'
import { readXml, type XmlFile, type XmlListener } from '../../files/xml-file.ts'
import {
  FEED_FIELDS,
  foldFieldName,
  isIgnoredField,
  type Feed,
  type FeedChannel,
  type FeedField,
  type FeedItem,
  type FeedNotes,
  type FeedValue,
} from './feed-items.ts'
import { ImportError } from '../../import-error.ts'
import type { ImportNotes } from '../../import-report.ts'

const UNKNOWN_ATTRIBUTE = 'unknown attribute; it was left out'

const COLUMN_NAMES = Object.fromEntries(
  FEED_FIELDS.map((field) => [field, [field]]),
) as unknown as ColumnNames<FeedField>

/** Entries are on lines of their own. A comma separates them only before a URL or before `section:name:value`. */
const SEPARATORS: { readonly [Field in FeedField]?: RegExp } = {
  additional_image_link: /[\r\n]+|,(?=\s*https?:)/i,
  product_detail: /[\r\n]+|,(?=[^,:]*:[^,:]+:)/,
  product_highlight: /[\r\n]+/,
  product_type: /[\r\n]+/,
}

export function isFeedHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(foldFieldName))
  const count = ['id', 'title', 'description', 'link', 'image_link', 'price', 'availability'].filter((name) =>
    names.has(name),
  ).length
  return (
    count >= 4 &&
    names.has('title') &&
    ['image_link', 'item_group_id', 'google_product_category'].some((name) => names.has(name))
  )
}

/**
 * Opens a feed that is a table, with tabs or other delimiters.
 * @throws ImportError if a required column is missing or two columns have the same meaning
 */
export function openTableFeed(file: CsvFile, notes: ImportNotes): Feed {
  const { indexes, others } = matchColumns(file, file.header.map(foldFieldName), COLUMN_NAMES, ['id', 'title'])
  for (const { name, index } of others) {
    const column = file.header[index] ?? name
    if (!isIgnoredField(name))
      notes.warn({ file: file.name, line: file.headerLine, column, value: null, reason: UNKNOWN_ATTRIBUTE }, true)
  }
  return {
    name: file.name,
    async *readItems(itemNotes): AsyncGenerator<readonly FeedItem[]> {
      for await (const rows of file.readRows())
        yield rows
          .filter((row) => !isBlankRow(row) && checkCellCount(file, row, itemNotes))
          .map((row) => ({
            line: row.line,
            row: row.number,
            number: row.number,
            values: readValues(file, row, indexes),
          }))
    },
  }
}

function readValues(
  file: CsvFile,
  row: CsvRow,
  indexes: ReadonlyMap<FeedField, number>,
): ReadonlyMap<FeedField, readonly FeedValue[]> {
  const values = new Map<FeedField, readonly FeedValue[]>()
  for (const [field, index] of indexes) {
    const cell = row.cells[index] ?? ''
    if (cell.trim() === '') continue
    const line = lineOfCell(file, row, index)
    const texts = SEPARATORS[field] ? cell.split(SEPARATORS[field]) : [cell]
    values.set(
      field,
      texts.map((text) => ({ text, line, column: file.header[index] ?? field, parts: new Map() })),
    )
  }
  return values
}

/** Returns the items of an XML feed as a table that `openTableFeed` reads with the same result. */
export function buildFeedTable(feed: Feed, fields: ReadonlySet<FeedField>): CsvFile {
  const header = FEED_FIELDS.filter((field) => fields.has(field))
  return {
    name: feed.name,
    headerLine: 1,
    header,
    async *readRows() {
      for await (const items of feed.readItems({ warn: () => {}, reject: () => {} }))
        yield items.map(({ line, number, values }) => ({
          line,
          number,
          cells: header.map((field) => writeCell(values.get(field) ?? [], SEPARATORS[field] !== undefined)),
        }))
    },
  }
}

function writeCell(values: readonly FeedValue[], isList: boolean): string {
  if (!isList) return values[0]?.text ?? ''
  const texts = values.map(({ text, parts }) => {
    const [section = '', name, value] = DETAIL_PARTS.map((part) => parts.get(part))
    return name === undefined || value === undefined ? text : `${section}:${name}:${value}`
  })
  return texts.map((text) => text.trim().replace(/\s+/g, ' ')).join('\n')
}

const DETAIL_PARTS = ['section_name', 'attribute_name', 'attribute_value'] as const

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

/** Opens RSS or Atom. Reading the items throws ImportError if the XML is damaged. */
export function openXmlFeed(file: XmlFile): Feed {
  const channel: FeedChannel = {}
  return {
    name: file.name,
    channel,
    async *readItems(notes) {
      const collector = new ItemCollector(file.name, notes, channel)
      for await (const _ of readXml(file, collector)) yield collector.takeItems()
    },
  }
}

type ElementKind = { readonly field: FeedField; readonly isGoogle: boolean } | null

interface OpenValue {
  text: string
  readonly line: number
  readonly column: string
  parts: Map<string, string>
}

/** Shared by values without inner elements, which most are, because a map for each would take a tenth of the time. */
const NO_PARTS: Map<string, string> = new Map()

class ItemCollector implements XmlListener {
  readonly #file: string
  readonly #notes: FeedNotes
  readonly #channel: FeedChannel
  /** Depth of the elements that describe the feed: children of `feed` in Atom and of `channel` in RSS. */
  #channelDepth = 0
  #channelField: keyof FeedChannel | undefined
  readonly #unknown = new Set<string>()
  #items: FeedItem[] = []
  #itemCount = 0
  #depth = 0
  #itemDepth = 0
  #itemLine = 0
  #itemCharacters = 0
  #google = new Map<FeedField, FeedValue[]>()
  #plain = new Map<FeedField, FeedValue[]>()
  #kind: ElementKind = null
  #value: OpenValue | undefined
  #href: string | undefined
  #part: string | undefined
  /** Cached by namespace and local name, because the same few elements are in each item. */
  readonly #kinds = new Map<string, Map<string, ElementKind>>()

  constructor(file: string, notes: FeedNotes, channel: FeedChannel) {
    this.#file = file
    this.#notes = notes
    this.#channel = channel
  }

  takeItems(): readonly FeedItem[] {
    const items = this.#items
    this.#items = []
    return items
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
    if (this.#depth === this.#itemDepth + 1) this.#openValue(local, uri, name, line, attributes['href']?.value)
    else if (this.#value && this.#depth === this.#itemDepth + 2) this.#part = foldFieldName(local)
  }

  text(text: string): void {
    if (this.#channelField) this.#channel[this.#channelField] += text
    if (!this.#value) return
    this.#countCharacters(text.length)
    this.#value.text += text
    if (this.#part === undefined) return
    if (this.#value.parts === NO_PARTS) this.#value.parts = new Map()
    this.#value.parts.set(this.#part, (this.#value.parts.get(this.#part) ?? '') + text)
  }

  closeTag(): void {
    this.#channelField = undefined
    if (this.#itemDepth > 0 && this.#depth === this.#itemDepth + 2) this.#part = undefined
    if (this.#itemDepth > 0 && this.#depth === this.#itemDepth + 1) {
      this.#closeValue()
    }
    if (this.#depth === this.#itemDepth) {
      // Attributes in Google's namespace take precedence over elements of RSS and Atom.
      for (const [field, values] of this.#google) this.#plain.set(field, values)
      this.#itemCount += 1
      this.#items.push({ line: this.#itemLine, row: undefined, number: this.#itemCount, values: this.#plain })
      this.#itemDepth = 0
    }
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

  #openValue(local: string, uri: string, name: string, line: number, href: string | undefined): void {
    let kinds = this.#kinds.get(uri)
    if (!kinds) this.#kinds.set(uri, (kinds = new Map<string, ElementKind>()))
    let kind = kinds.get(local)
    if (kind === undefined) kinds.set(local, (kind = this.#identify(local, uri, name, line)))
    this.#kind = kind
    if (!kind) return
    this.#value = { text: '', line, column: name, parts: NO_PARTS }
    this.#href = href
  }

  #identify(local: string, uri: string, name: string, line: number): ElementKind {
    const isGoogle = GOOGLE_NAMESPACE.test(uri)
    if (!isGoogle && !PLAIN_NAMESPACE.test(uri)) return null
    const folded = foldFieldName(local)
    const field = !isGoogle && SUMMARIES.has(folded) ? 'description' : folded
    if (KNOWN_FIELDS.has(field)) return { field: field as FeedField, isGoogle }
    this.#warnOnce(name, field, line)
    return null
  }

  #closeValue(): void {
    const [kind, value] = [this.#kind, this.#value]
    this.#value = undefined
    if (!kind || !value) return
    // Atom puts a link's address into the attribute href.
    if (value.text.trim() === '') value.text = this.#href ?? ''
    if (value.text.trim() === '') return
    const values = kind.isGoogle ? this.#google : this.#plain
    const others = values.get(kind.field)
    if (others && kind.isGoogle) others.push(value)
    else if (!others) values.set(kind.field, [value])
  }

  #warnOnce(name: string, field: string, line: number): void {
    if (isIgnoredField(field) || this.#unknown.has(name)) return
    this.#unknown.add(name)
    this.#notes.warn({ file: this.#file, line, column: name, value: null, reason: UNKNOWN_ATTRIBUTE })
  }
}
