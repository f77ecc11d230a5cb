import { type CsvRow, CsvSplitter } from './csv-splitter.ts'

/** Number of rows that are inspected to find the delimiter and the column names. */
const FIRST_ROWS = 50

interface FirstRows {
  readonly rows: readonly CsvRow[]
  /** The fault of the first row, whose cells may be wrong. */
  readonly fault?: unknown
}

/** Reads the first rows, up to one with a fault, which is reported later, when the whole file is read. */
export function readFirstRows(text: string, { path, delimiter }: { path: string; delimiter: string }): FirstRows {
  const splitter = new CsvSplitter({ path, delimiter, header: [] })
  const rows: CsvRow[] = []
  try {
    for (const line of text.split(/(?<=\n)/)) {
      rows.push(...splitter.split(line))
      if (rows.length >= FIRST_ROWS) return { rows }
    }
    return { rows: rows.concat(splitter.split('', true)) }
  } catch (fault) {
    if (rows.length > 0) return { rows }
    return { rows: [{ line: 1, number: 1, cells: (/^[^\r\n]*/.exec(text)?.[0] ?? '').split(delimiter) }], fault }
  }
}

const DELIMITERS = [',', ';', '\t'] as const

/** Excel reads this line as the delimiter of the file. */
const DELIMITER_LINE = /^\uFEFF?sep=(.)\r?\n/i

/**
 * Returns the delimiter that divides most rows into equally many cells. Other characters, such as commas in titles and
 * decimals, do not occur equally often in each row.
 */
export function detectDelimiter(beginning: string): string {
  const given = DELIMITER_LINE.exec(beginning)?.[1]
  if (given !== undefined) return given
  const found = DELIMITERS.map((delimiter) => {
    const counts = readFirstRows(beginning, { path: '', delimiter }).rows.map(({ cells }) => cells.length - 1)
    const usual = findMode(counts.filter((count) => count > 0))
    return { delimiter, usual, rows: usual === 0 ? 0 : counts.filter((count) => count === usual).length }
  })
  const [best] = found.toSorted((one, other) => other.rows - one.rows || other.usual - one.usual)
  return best?.delimiter ?? DELIMITERS[0]
}

/** Returns the most frequent number, the larger one of several equally frequent ones, or 0 if there is none. */
function findMode(numbers: readonly number[]): number {
  const frequencies = new Map<number, number>()
  for (const number of numbers) frequencies.set(number, (frequencies.get(number) ?? 0) + 1)
  let [mode, best] = [0, 0]
  for (const [number, frequency] of frequencies)
    if (frequency > best || (frequency === best && number > mode)) [mode, best] = [number, frequency]
  return mode
}

/** In a table of two columns, a row with a single cell may be the column names of a row with an unquoted comma. */
const TITLED_MIN_COLUMNS = 3

/** Lines above the column names, such as a title, fill at most this share of the columns. */
const TITLE_MAX_SHARE = 0.5

/** Returns the index of the column names: the first row, unless it and the following ones are lines of a title. */
export function findHeader(rows: readonly CsvRow[]): number {
  const widths = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  if (DELIMITER_LINE.test(`${rows[0]?.cells.join('') ?? ''}\n`) || /^sep=$/i.test(rows[0]?.cells[0] ?? ''))
    widths[0] = 0
  const usual = findMode(widths.filter((width) => width > 1))
  const titleMax = usual < TITLED_MIN_COLUMNS ? 0 : usual * TITLE_MAX_SHARE
  const index = widths.findIndex((width) => width > titleMax)
  return index === -1 ? 0 : index
}
