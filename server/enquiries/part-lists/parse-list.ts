import { LIST_LINE_MAX_LENGTH, LIST_LINES_MAX } from '../../../shared/part-list.ts'
import { QUANTITY_MAX } from '../../../shared/enquiry-fields.ts'
import { foldText } from '../../../shared/slug.ts'
import {
  HEADINGS,
  NUMBER_AT_END,
  NUMBER_AT_START,
  ONLY_QUANTITY,
  PRICE,
  TIMES_AT_START,
  WITH_LABEL,
  WITH_UNIT,
} from './quantity-words.ts'
import { splitCells, splitLines } from './split-lines.ts'

/** One way to read a line. */
export interface Reading {
  /** A possible part number or name. */
  readonly number: string
  /** The number; the text if it is ambiguous, such as '2 boxes' or '5,000'; null if the line has no quantity. */
  readonly quantity: number | string | null
}

export interface ListLine {
  /** As pasted. */
  readonly text: string
  /** By the whole part number, and by single words, which count only if no product is found by the former. */
  readonly readings: readonly Reading[]
  readonly wordReadings: readonly Reading[]
  /** Readings of the line as the name of a product instead of its number. */
  readonly names: readonly Reading[]
}

export interface ParsedList {
  readonly lines: readonly ListLine[]
  /** Whether there are more lines than are read. */
  readonly isCut: boolean
}

/** Maximum number of part numbers of a line. */
const READINGS_MAX = 12
const WORDS_MAX = 6

/**
 * Reads a list of part numbers and quantities, as text or CSV, without empty lines and headings. Ambiguous lines get
 * all their readings, because only the catalogue can tell which is right.
 * @param locale decides whether '1.000' may be a thousand
 */
export function parseList(text: string, locale: string): ParsedList {
  const rows = splitLines(text)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .slice(0, LIST_LINES_MAX + 2)
    .map((line) => line.slice(0, LIST_LINE_MAX_LENGTH))
    .map((line) => ({ text: line.trim(), cells: splitCells(stripBullet(line)) }))
  const columns = findColumns(rows[0]?.cells ?? [])
  const listed = columns ? rows.slice(1) : rows
  const hasPositions = !columns && isPositionColumn(listed.map(({ cells }) => cells))
  const group = findGroupSeparator(locale)
  const lines = listed.slice(0, LIST_LINES_MAX).map(({ text: line, cells }): ListLine => {
    const { readings, wordReadings, names } =
      columns && cells.length > 1
        ? readColumns(cells, columns, group)
        : readCells((hasPositions ? cells.slice(1) : cells).filter(Boolean), group)
    return { text: line, readings: unique(readings), wordReadings: unique(wordReadings), names: unique(names) }
  })
  return { lines, isCut: listed.length > LIST_LINES_MAX }
}

type Readings = Omit<ListLine, 'text'>

/** Removes quotation marks of mails, bullets and paragraph numbers: '> - 1. 20 pcs' becomes '20 pcs'. */
function stripBullet(line: string): string {
  return line.replace(
    /^[\s>]*(?:[-*•·–—▪] +)?(?:(?:pos(?:ition|ición)?|item|línea|line)\.? *\d{1,4}[:.)]? +|\d{1,3}[.)] +)?(?=\S)/iu,
    (start) => (start.includes('\t') ? start.replace(/^[ >]+/, '') : ''),
  )
}

interface Columns {
  readonly numbers: readonly number[]
  readonly quantity: number
  readonly name: number
}

/** Finds the columns of a table. @returns undefined if the row has no headings */
function findColumns(cells: readonly string[]): Columns | undefined {
  const headings = cells.map((cell) => foldText(cell).replace(/\s+/g, ' '))
  const numbers = headings.flatMap((heading, index) => (HEADINGS.number.test(heading) ? [index] : []))
  const quantity = headings.findIndex((heading) => HEADINGS.quantity.test(heading))
  const name = headings.findIndex((heading) => HEADINGS.name.test(heading))
  const found = numbers.length + [quantity, name].filter((index) => index >= 0).length
  const isHeading =
    found >= 2 || (found === 1 && (headings.length === 1 || headings.every((heading) => !/\d/.test(heading))))
  return isHeading ? { numbers, quantity, name } : undefined
}

function readColumns(cells: readonly string[], { numbers, quantity, name }: Columns, group: string): Readings {
  const given = cells[quantity] ?? ''
  const quantityOfRow = given === '' ? null : (readOnlyQuantity(given, group)?.quantity ?? given)
  const named = cells[name] ?? ''
  const codes = numbers.flatMap((index) => cells[index] || [])
  const texts = codes.length > 0 ? codes : [named].filter(Boolean)
  const asReading = (number: string): Reading => ({ number, quantity: quantityOfRow })
  return {
    readings: texts.map(asReading),
    wordReadings: [],
    names: [...(named ? [named] : []), ...texts].map(asReading),
  }
}

/** Whether the first cells number the lines (1, 2, 3 or 10, 20, 30), and are no quantities. */
function isPositionColumn(rows: readonly (readonly string[])[]): boolean {
  const step = Number(rows[0]?.[0])
  return (
    rows.length >= 3 &&
    (step === 1 || step === 10) &&
    rows.every(([first, ...others], index) => others.length > 0 && Number(first) === step * (index + 1))
  )
}

/** @param cells without empty ones */
function readCells(cells: readonly string[], group: string): Readings {
  if (cells.length < 2) return readText(cells[0] ?? '', group)
  const read = cells.map((cell) => ({ cell, ...readOnlyQuantity(cell, group) }))
  const withUnit = read.filter(({ hasUnit }) => hasUnit)
  const plain = read.filter(({ hasUnit }) => hasUnit === false)
  const texts = read
    .filter(({ cell, quantity }) => quantity === undefined && /[\p{L}\p{N}]/u.test(cell) && !PRICE.test(cell))
    .map(({ cell }) => cell)
  const joined = texts.join(' ')
  if (withUnit.length + plain.length === 0) {
    const whole = readText(joined, group)
    return { ...whole, readings: [...texts.map((number) => ({ number, quantity: null })), ...whole.readings] }
  }
  const readOthers = (cell: { readonly cell: string } | null): Reading['quantity'] => {
    const rest = withUnit.length > 0 ? withUnit : plain.filter((candidate) => candidate !== cell)
    return rest.length > 1 ? rest.map((each) => each.cell).join(' / ') : (rest[0]?.quantity ?? null)
  }
  const quantity = readOthers(null)
  const named: Reading = { number: joined, quantity }
  const isQuantity = texts.length > 0 && plain.length === 1 && /^\d{1,2}$/.test(plain[0]!.cell)
  return {
    readings: [
      ...texts.map((number) => ({ number, quantity })),
      ...(isQuantity ? [] : plain).map((candidate) => ({ number: candidate.cell, quantity: readOthers(candidate) })),
      ...(texts.length > 1 ? [named] : []),
    ],
    wordReadings: listWords(joined).map((number) => ({ number, quantity })),
    names: joined ? [named] : [],
  }
}

/** Reads a line such as '20 x DIN 912 M6x20' or 'ABC-123, 2 Stk.'. */
function readText(line: string, group: string): Readings {
  const text = line.replace(/\s+/g, ' ').trim()
  const whole: Reading = { number: text, quantity: null }
  const sure = findSureQuantity(text, group)
  if (sure) {
    const wordReadings = listWords(sure.number).map((number) => ({ ...sure, number }))
    return { readings: [sure, whole], wordReadings, names: [sure.number ? sure : whole] }
  }
  const [, first = '', afterFirst = ''] = NUMBER_AT_START.exec(text) ?? []
  const [, beforeLast = '', last = ''] = NUMBER_AT_END.exec(text) ?? []
  const split = [
    ...(afterFirst ? [{ number: afterFirst, quantity: readNumber(first, group) }] : []),
    ...(beforeLast ? [{ number: beforeLast, quantity: readNumber(last, group) }] : []),
  ]
  const bare = [first, last].filter(Boolean).join(' / ') || null
  return {
    readings: [whole, ...split],
    // A number may belong to the name: 'ABC-1 screw 100'.
    wordReadings: listWords(text).map((number) => ({ number, quantity: number === bare ? null : bare })),
    names: [whole, ...split.slice(0, 1)],
  }
}

/** Finds a quantity with a unit, a label or 'x' before a word. */
function findSureQuantity(text: string, group: string): Reading | null {
  const labelled = [...text.matchAll(WITH_LABEL)]
  const found = labelled.length > 0 ? labelled : [...text.matchAll(WITH_UNIT)]
  const [match] = found
  if (match) {
    const rest = trimRest(found.reduce((left, [part]) => left.replace(part, ' '), text))
    const isPieces = found.length === 1 && match[3] === undefined
    const quantity = isPieces ? readNumber(match[1] ?? '', group) : found.map(([part]) => part.trim()).join(' / ')
    return { number: rest, quantity }
  }
  const [, number, rest] = TIMES_AT_START.exec(text) ?? []
  if (number === undefined || rest === undefined) return null
  return { number: trimRest(rest), quantity: readNumber(number, group) }
}

/** Removes what joined the quantity to the rest: '20 pcs of ABC', 'ABC, 20 pcs', 'ABC: 20 pcs'. */
function trimRest(rest: string): string {
  return rest
    .replace(/\s+/g, ' ')
    .replace(/^[ ,;:=()[\]–—-]*(?:(?:x|×|\*|of|von|vom|de|à|a) )?[ ,;:=–—-]*/iu, '')
    .replace(/[ ,;:=([–—-]*(?: (?:x|×|à|a))?[ ,;:=([–—.-]*$/iu, '')
}

/** Lists the words that may be part numbers. */
function listWords(text: string): readonly string[] {
  const words = text.split(/[\s,;:()[\]]+/).filter((word) => /\d/.test(word) && word.length >= 4 && word !== text)
  return words.slice(0, WORDS_MAX)
}

/** @returns undefined if the cell has more than a quantity, or too large a number */
function readOnlyQuantity(
  cell: string,
  group: string,
): { readonly quantity: number | string; readonly hasUnit: boolean } | undefined {
  const plain = cell.replace(/^\d{1,3}(?: \d{3})+(?!\d)/, (thousands) => thousands.replaceAll(' ', "'"))
  const [, label, number, pieces, packs, measure] = ONLY_QUANTITY.exec(plain) ?? []
  if (number === undefined || measure !== undefined) return undefined
  if (packs !== undefined) return { quantity: cell, hasUnit: true }
  const quantity = readNumber(number, group)
  if (pieces !== undefined || label !== undefined) return { quantity, hasUnit: true }
  return typeof quantity === 'string' && (PRICE.test(cell) || /^\d+$/.test(cell))
    ? undefined
    : { quantity, hasUnit: false }
}

/** Reads a whole number. @returns the text if its separator may be one of thousands or of decimals */
function readNumber(text: string, group: string): number | string {
  const plain = text.replace(/['’](?=\d{3})/g, '').replace(/[.,]0{1,2}$/, '')
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(plain)
  const isSure = isGrouped && (plain.split(/[.,]/).length > 2 || plain.includes(group))
  const quantity = Number(isSure ? plain.replace(/[.,]/g, '') : /^\d+$/.test(plain) ? plain : Number.NaN)
  return quantity >= 1 && quantity <= QUANTITY_MAX ? quantity : text
}

function findGroupSeparator(locale: string): string {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(12_345)
  return parts.find(({ type }) => type === 'group')?.value ?? ','
}

const writeKey = ({ number, quantity }: Reading): string =>
  `${typeof quantity === 'number' ? quantity : ''} ${number.toLowerCase()}`

function unique(readings: readonly Reading[]): readonly Reading[] {
  const byText = new Map(readings.map((reading) => [writeKey(reading), reading]))
  return [...byText.values()].filter(({ number }) => number !== '').slice(0, READINGS_MAX)
}
