import { ImportError } from '../import-error.ts'
import type { CsvRow, TableOptions } from './csv-file.ts'

/** Number of rows at the beginning of a table that may have its column names. */
export const HEAD_ROWS = 50

const COLUMNS_MAX = 10_000

/** In a table of two columns, a row with a single cell may be the column names of a row with an unquoted comma. */
const TITLED_MIN_COLUMNS = 3

/** The column names of a table. */
export interface Head {
  readonly line: number
  /** Number of the row. */
  readonly number: number
  readonly header: readonly string[]
}

/**
 * Finds the row that the options name, or else the first one with known column names, or else the first one that is not a
 * title, which fills at most half of the columns.
 */
export function findHead(
  rows: readonly CsvRow[],
  { headerRow, recognises = () => false }: TableOptions,
): Head | undefined {
  const heads = rows.map(({ line, number, cells }): Head => ({ line, number, header: cells.map(readName) }))
  if (headerRow !== undefined) return heads.find(({ number }) => number === headerRow)
  const widths = heads.map(({ header }) => header.filter(Boolean).length)
  const usual = findMode(widths.filter((width) => width > 1))
  const titleMax = usual < TITLED_MIN_COLUMNS ? 0 : usual / 2
  return heads.find(({ header }) => recognises(header)) ?? heads.find((_, index) => widths[index]! > titleMax)
}

function readName(cell: string): string {
  return cell.trim().replace(/\s+/g, ' ')
}

/** @throws ImportError if there is no row with column names, or it has too many */
export function checkHead(file: string, head: Head | undefined, { headerRow }: TableOptions): Head {
  if (!head && headerRow === undefined) throw new ImportError({ file }, 'the table is empty')
  if (!head)
    throw new ImportError(
      { file, line: headerRow },
      `the row is blank or not among the first ${HEAD_ROWS} rows with cells; --header-row names the row with the column names`,
    )
  const { line, header } = head
  if (header.length <= COLUMNS_MAX) return head
  throw new ImportError(
    { file, line },
    `the header has ${header.length} columns, more than ${COLUMNS_MAX}; remove some`,
  )
}

/** Returns the most frequent number, the larger one of several equally frequent ones, or 0 if there is none. */
export function findMode(numbers: readonly number[]): number {
  const frequencies = new Map<number, number>()
  for (const number of numbers) frequencies.set(number, (frequencies.get(number) ?? 0) + 1)
  const [mode] = [...frequencies].toSorted(
    ([one, frequency], [other, otherFrequency]) => otherFrequency - frequency || other - one,
  )
  return mode?.[0] ?? 0
}
