import { matchColumns, type ColumnNames } from '../../files/csv-columns.ts'
import { checkCellCount, isBlankRow, lineOfCell, type CsvFile, type CsvRow } from '../../files/csv-file.ts'
import { TABLE_ADVICE } from '../../files/text-file.ts'
import { readXml, type XmlFile, type XmlListener } from '../../files/xml-file.ts'
import {
  FEED_FIELDS,
  foldFieldName,
  isIgnoredField,
  type Feed,
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

/** A comma separates entries only before a URL or before `section:name:value`. */
const SEPARATORS: { readonly [Field in FeedField]?: RegExp } = {
  additional_image_link: /,(?=\s*https?:)/i,
  product_detail: /,(?=[^,:]*:[^,:]+:)/,
}

/** Returns whether a header has the attribute names of a Google feed. */
export function isFeedHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(foldFieldName))
  const count = ['id', 'title', 'description', 'link', 'image_link', 'price', 'availability'].filter((name) =>
    names.has(name),
  ).length
  return (
    count >= 4 &&
    names.has('title') &&
    ['image_link', 'availability', 'item_group_id', 'google_product_category'].some((name) => names.has(name))
  )
}

/**
 * Opens a feed that is a table, with tabs or other delimiters.
 * @throws ImportError if a required column is missing or two columns have the same meaning
 */
export function openTableFeed(file: CsvFile, notes: ImportNotes): Feed {
  const { indexes, others } = matchColumns(file.name, file.header.map(foldFieldName), COLUMN_NAMES, ['id', 'title'])
  for (const { name, index } of others) {
    const column = file.header[index] ?? name
    if (!isIgnoredField(name)) notes.warn({ file: file.name, line: 1, column, value: null, reason: UNKNOWN_ATTRIBUTE })
  }
  return {
    name: file.name,
    async *readItems(itemNotes): AsyncGenerator<readonly FeedItem[]> {
      for await (const rows of file.readRows())
        yield rows
          .filter((row) => !isBlankRow(row) && checkCellCount(file, row, itemNotes))
          .map((row) => ({ line: row.line, row: row.number, values: readValues(file, row, indexes) }))
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
    const line = lineOfCell(row, index)
    const texts = SEPARATORS[field] ? cell.split(SEPARATORS[field]) : [cell]
    values.set(
      field,
      texts.map((text) => ({ text, line, column: file.header[index] ?? field, parts: new Map() })),
    )
  }
  return values
}

const GOOGLE_NAMESPACE = /^https?:\/\/base\.google\.com\/c?ns\/1\.0\/?$/
/** Namespaces of the elements without a prefix: those of Atom and RSS 1.0, and none for RSS 2.0. */
const PLAIN_NAMESPACE =
  /^(?:|http:\/\/www\.w3\.org\/2005\/Atom|http:\/\/purl\.org\/atom\/ns#|http:\/\/purl\.org\/rss\/1\.0\/)$/

const ROOTS = new Set(['rss', 'feed', 'RDF'])
const ITEMS = new Set(['item', 'entry'])
const SUMMARIES = new Set(['summary', 'content'])
/** A longer item probably lacks its closing tag. A tag counts as one character. */
const ITEM_MAX_CHARACTERS = 2_000_000
const KNOWN_FIELDS: ReadonlySet<string> = new Set(FEED_FIELDS)

/** Opens an RSS or Atom feed. Reading its items throws ImportError if the XML is damaged. */
export function openXmlFeed(file: XmlFile): Feed {
  return {
    name: file.name,
    async *readItems(notes) {
      const collector = new ItemCollector(file.name, notes)
      for await (const _ of readXml(file, collector)) yield collector.takeItems()
    },
  }
}

interface OpenValue {
  text: string
  readonly line: number
  readonly column: string
  readonly parts: Map<string, string>
}

class ItemCollector implements XmlListener {
  readonly #file: string
  readonly #notes: FeedNotes
  readonly #unknown = new Set<string>()
  #items: FeedItem[] = []
  #depth = 0
  #itemDepth = 0
  #itemLine = 0
  #itemCharacters = 0
  #google = new Map<FeedField, FeedValue[]>()
  #plain = new Map<FeedField, FeedValue[]>()
  #value: OpenValue | undefined
  #part: string | undefined
  #close: (() => void) | undefined

  constructor(file: string, notes: FeedNotes) {
    this.#file = file
    this.#notes = notes
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
      if (this.#depth > 1 && ITEMS.has(local)) this.#openItem(line)
      return
    }
    this.#countCharacters(1)
    if (this.#depth === this.#itemDepth + 1) this.#openValue(local, uri, name, line, attributes['href']?.value)
    else if (this.#value && this.#depth === this.#itemDepth + 2) this.#part = foldFieldName(local)
  }

  text(text: string): void {
    if (!this.#value) return
    this.#countCharacters(text.length)
    this.#value.text += text
    if (this.#part !== undefined) this.#value.parts.set(this.#part, (this.#value.parts.get(this.#part) ?? '') + text)
  }

  closeTag(): void {
    if (this.#itemDepth > 0 && this.#depth === this.#itemDepth + 2) this.#part = undefined
    if (this.#itemDepth > 0 && this.#depth === this.#itemDepth + 1) {
      this.#close?.()
      this.#value = undefined
    }
    if (this.#depth === this.#itemDepth) {
      // Attributes in Google's namespace take precedence over elements of RSS and Atom.
      this.#items.push({ line: this.#itemLine, row: undefined, values: new Map([...this.#plain, ...this.#google]) })
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
    this.#close = undefined
    const isGoogle = GOOGLE_NAMESPACE.test(uri)
    if (!isGoogle && !PLAIN_NAMESPACE.test(uri)) return
    const folded = foldFieldName(local)
    const field = !isGoogle && SUMMARIES.has(folded) ? 'description' : folded
    if (!KNOWN_FIELDS.has(field)) {
      this.#warnOnce(name, field, line)
      return
    }
    const value: OpenValue = { text: '', line, column: name, parts: new Map() }
    this.#value = value
    this.#close = () => {
      // Atom puts a link's address into the attribute href.
      if (value.text.trim() === '') value.text = href ?? ''
      if (value.text.trim() === '') return
      const values = isGoogle ? this.#google : this.#plain
      const others = values.get(field as FeedField)
      if (others && isGoogle) others.push(value)
      else if (!others) values.set(field as FeedField, [value])
    }
  }

  #warnOnce(name: string, field: string, line: number): void {
    if (isIgnoredField(field) || this.#unknown.has(name)) return
    this.#unknown.add(name)
    this.#notes.warn({ file: this.#file, line, column: name, value: null, reason: UNKNOWN_ATTRIBUTE })
  }
}
