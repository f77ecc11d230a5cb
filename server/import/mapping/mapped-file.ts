import { buildRepeatableSlug, isSlug } from '../../../shared/slug.ts'
import { readCode, readPlainText } from '../cells.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import { isBlankRow, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { isOptionColumn, readAttributeColumn, VITRINE_COLUMNS } from '../formats/vitrine/vitrine-columns.ts'
import { ImportError } from '../import-error.ts'
import { listColumnKeys } from './column-keys.ts'
import { findTargetField, JOINED_FIELDS, readOptionTarget, type TableMapping } from './mapping-file.ts'
import { addCurrency, translateAttribute, translateCell, type CellContext } from './translate-cell.ts'

type ReadCells = (cells: readonly string[]) => string

interface OwnColumn {
  readonly sources: { readonly index: number; readonly read: ReadCells }[]
  /** Text between the cells of several sources. Without it, the first cell that is not blank counts. */
  readonly joint?: string | undefined
  /** The value if all sources are blank. */
  readonly fixed?: string | undefined
  /** The value if the source is not blank: the name of an option. */
  readonly label?: string
}

interface MappedRow extends CsvRow {
  readonly source: CsvRow
}

const { slug: SLUG, name: NAME, sku: SKU, gtin: GTIN, mpn: MPN, price: PRICE, compareAtPrice: FORMER } = VITRINE_COLUMNS

/**
 * Presents a table as Vitrine's own sheet. Messages name the columns and rows of the table.
 * @param mapping has a column for the name or the number
 */
export function openMappedFile(file: CsvFile, mapping: TableMapping, locale: string): CsvFile {
  const columns = listOwnColumns(file, mapping)
  const read = (name: string, cells: readonly string[]) => readCell(columns.get(name), cells)
  const nameKey = columns.has(NAME[0]) ? NAME[0] : SKU[0]
  const buildSlug = (text: string) => (isSlug(text) ? text : buildRepeatableSlug(text, locale))
  const readSlug: ReadCells = (cells) =>
    buildSlug(read(SLUG[0], cells) || read(nameKey, cells)) || buildSlug(read(SKU[0], cells))
  // Rows of one name are variants if they have options, and otherwise different products.
  const isGrouped = columns.has(SLUG[0]) || [...columns.keys()].some(isOptionColumn)
  const readOwnSlug = (row: CsvRow) => {
    const { cells } = (row as MappedRow).source
    const code = [SKU, GTIN, MPN].map(([key]) => readCode(read(key, cells))).find(Boolean)
    return code && buildSlug(`${readPlainText(read(nameKey, cells))} ${code}`)
  }
  const readPrice =
    (key: string): ReadCells =>
    (cells) =>
      addCurrency(read(key, cells), read('Currency', cells).trim().toUpperCase())

  const readers = new Map<string, ReadCells>([
    [SLUG[0], readSlug],
    [NAME[0], (cells) => read(nameKey, cells)],
  ])
  for (const key of columns.keys())
    if (key !== 'Currency' && !readers.has(key))
      readers.set(key, key === PRICE[0] || key === FORMER[0] ? readPrice(key) : (cells) => read(key, cells))
  const header = [...readers.keys()]
  const sourcesOf = (key = '') =>
    (key === SLUG[0] ? [SLUG[0], NAME[0], SKU[0]] : [key === NAME[0] ? nameKey : key]).flatMap(
      (own) => columns.get(own)?.sources ?? [],
    )
  const translate = (source: CsvRow): MappedRow => ({
    line: source.line,
    number: source.number,
    cells: [...readers.values()].map((reader) => reader(source.cells)),
    source,
  })
  return {
    name: file.name,
    headerLine: file.headerLine,
    header,
    ...(!isGrouped && { readOwnSlug }),
    originOf(row, index) {
      const { source } = row as MappedRow
      const sources = sourcesOf(header[index])
      const filled = sources.find((each) => source.cells[each.index]?.trim())
      return { file, row: source, index: (filled ?? sources[0])?.index }
    },
    async *readRows() {
      for await (const rows of readTableRows(file)) yield rows.map(translate)
    },
  }
}

/** Lists columns by the own sheet's names, and `Currency`. */
function listOwnColumns({ header }: CsvFile, mapping: TableMapping): ReadonlyMap<string, OwnColumn> {
  const targets = new Map(Object.entries(mapping.columns).map(([column, target]) => [foldColumnName(column), target]))
  const columns = new Map<string, OwnColumn>()
  const add = (name: string, index: number, read: ReadCells, more: Omit<OwnColumn, 'sources'> = {}) => {
    const column = columns.get(name) ?? { ...more, sources: [] }
    column.sources.push({ index, read })
    columns.set(name, column)
  }
  let options = 0
  for (const [index, key] of listColumnKeys(header).entries()) {
    const target = targets.get(foldColumnName(key))
    if (!target) continue
    const { to } = target
    const context: CellContext = { heading: header[index] || key, target, mapping }
    const readRaw: ReadCells = (cells) => cells[index] ?? ''
    const readValue: ReadCells = (cells) => translateAttribute(readRaw(cells), context)
    const [field, option] = [findTargetField(to), readOptionTarget(to)]
    if (field) add(to, index, (cells) => translateCell(readRaw(cells), field, context), { joint: JOINED_FIELDS[field] })
    else if (option !== undefined) {
      options += 1
      add(`Option ${options} name`, index, readValue, { label: option })
      add(`Option ${options} value`, index, readValue)
    } else add(to, index, readAttributeColumn(to) === undefined ? readRaw : readValue)
  }
  for (const [name, fixed] of Object.entries(mapping.fixed ?? {}))
    columns.set(name, { sources: [], ...columns.get(name), fixed })
  return columns
}

function readCell(
  { sources, joint, fixed = '', label }: OwnColumn = { sources: [] },
  cells: readonly string[],
): string {
  const texts = sources.map((source) => source.read(cells)).filter((text) => text.trim() !== '')
  const [first = fixed] = texts
  if (texts.length === 0) return fixed
  if (label !== undefined) return label
  return joint === undefined ? first : texts.join(joint)
}

/**
 * Leaves out blank rows, repeated headers and blank cells behind the last column. Missing cells at the end of a row are
 * blank, because Excel leaves them out in some rows.
 * @throws ImportError if only the last row has too few cells
 */
async function* readTableRows(file: CsvFile): AsyncGenerator<readonly CsvRow[]> {
  const { header } = file
  const width = header.findLastIndex((name) => name !== '') + 1
  let shortRows = 0
  let last: CsvRow | undefined
  for await (const batch of file.readRows()) {
    const rows = batch.filter((row) => !isBlankRow(row) && !isHeader(row, header))
    for (const row of rows) if (row.cells.length < width) shortRows += 1
    last = rows.at(-1) ?? last
    yield rows.map((row) => fitToWidth(row, header.length))
  }
  if (last && shortRows === 1 && last.cells.length < width)
    throw new ImportError(
      { file: file.name, line: last.line, column: header[last.cells.length - 1] },
      `the last row has ${last.cells.length} of ${width} cells: the file was cut off`,
    )
}

/** Adds or removes blank cells at the end. Surplus values remain, so that the row is rejected later. */
function fitToWidth(row: CsvRow, width: number): CsvRow {
  const { cells } = row
  if (cells.length === width) return row
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  return { ...row, cells: Array.from({ length: Math.max(used, width) }, (_, index) => cells[index] ?? '') }
}

function isHeader({ cells }: CsvRow, header: readonly string[]): boolean {
  return header.every((name, index) => name === (cells[index] ?? '').trim().replace(/\s+/g, ' '))
}
