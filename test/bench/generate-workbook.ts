import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { escapeXml, listOdsParts, listXlsxParts, type ZipEntry } from '../support/workbooks.ts'

export type WorkbookKind = 'xlsx' | 'xlsx-inline' | 'ods'

const ATTRIBUTES = Array.from({ length: 11 }, (_, index) => `Attribute: Property ${index + 1}`)
const COLUMNS =
  'Slug,Name,Brand,Short description,Description,Category,Tags,Featured,Visibility,SKU,GTIN,MPN,Price,Compare-at price,Availability,Weight (g),Pack size,Minimum quantity,Lead time'
const HEADER = [...COLUMNS.split(','), ...ATTRIBUTES]

/** Writes a workbook with 30 columns, of which 15 have another text in each row. */
export async function generateWorkbook(path: string, kind: WorkbookKind, rowCount: number): Promise<void> {
  const parts =
    kind === 'ods' ? listOdsParts([{ data: '@' }]) : listXlsxParts({ sheets: [{ data: '@' }], strings: '@' })
  const zip = new ZipFile()
  const rows = () => listRows(rowCount)
  for (const part of parts) {
    const pieces = part.name.includes('sharedStrings')
      ? writeShared(part, kind === 'xlsx' ? rows() : [])
      : fill(part, writeRows(kind, rows()))
    zip.addReadStreamLazy(part.name, (receive) => receive(null, Readable.from(pieces)))
  }
  zip.end()
  await pipeline(Readable.from(zip.outputStream), createWriteStream(path))
}

function* listRows(rowCount: number): Generator<readonly (string | number)[]> {
  yield HEADER
  for (let index = 0; index < rowCount; index++)
    yield [
      `piece-${index}`,
      `Piece ${index}, by hand`,
      `Maker ${index % 200}`,
      `<p>Number ${index} of a small series.</p>`,
      `<p>Piece ${index} is made by hand and in <strong>small</strong> series. Wash it with warm water.</p><p>It stands well on a table.</p>`,
      `Kind ${index % 60}`,
      'handmade, table',
      'no',
      'public',
      `SKU-${index}`,
      '',
      `MPN ${index}`,
      5 + (index % 300) + 0.5,
      '',
      'in stock',
      450,
      1 + (index % 10),
      10,
      '5-7',
      ...ATTRIBUTES.map((_, attribute) => (attribute < 9 ? `value ${index}-${attribute}` : `value ${index % 50}`)),
    ]
}

/** Replaces the mark in the XML of a part. */
function* fill({ content }: ZipEntry, pieces: Iterable<string>): Generator<string> {
  const [before = '', after] = String(content).split('@')
  yield before
  if (after === undefined) return
  yield* pieces
  yield after
}

function* writeShared(part: ZipEntry, rows: Iterable<readonly (string | number)[]>): Generator<string> {
  yield* fill(
    part,
    mapTexts(rows, (text) => `<si><t>${escapeXml(text)}</t></si>`),
  )
}

function* mapTexts(rows: Iterable<readonly (string | number)[]>, write: (text: string) => string): Generator<string> {
  // Excel stores equal texts once, but few of these are equal.
  for (const cells of rows) yield cells.map((cell) => (typeof cell === 'string' ? write(cell) : '')).join('')
}

function* writeRows(kind: WorkbookKind, rows: Iterable<readonly (string | number)[]>): Generator<string> {
  let shared = 0
  for (const cells of rows) {
    const written = cells.map((cell) => {
      if (kind === 'ods')
        return typeof cell === 'number'
          ? `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`
          : `<table:table-cell office:value-type="string"><text:p>${escapeXml(cell)}</text:p></table:table-cell>`
      if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
      return kind === 'xlsx'
        ? `<c t="s"><v>${shared++}</v></c>`
        : `<c t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
    })
    yield kind === 'ods' ? `<table:table-row>${written.join('')}</table:table-row>` : `<row>${written.join('')}</row>`
  }
}
