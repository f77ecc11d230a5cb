import { readPlainText } from '../cells.ts'
import { isBlankRow, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { listColumnKeys } from './column-keys.ts'

/** Number of rows whose values decide what a column is. */
const SAMPLE_ROWS = 500

const VALUE_MAX_LENGTH = 5_000

export interface ColumnProfile {
  readonly key: string
  readonly heading: string
  readonly index: number
  /** Values in the order of the rows, without blank ones, each as one line. */
  readonly values: readonly string[]
  readonly rowCount: number
  /** Whether a value has line breaks. */
  readonly hasLines: boolean
}

/** Columns with neither a heading nor values are left out. */
export async function readProfiles(file: CsvFile): Promise<readonly ColumnProfile[]> {
  const rows = await readSample(file)
  return listColumnKeys(file.header)
    .map((key, index) => {
      const cells = rows.map((row) => (row.cells[index] ?? '').slice(0, VALUE_MAX_LENGTH).trim())
      return {
        key,
        heading: file.header[index] ?? '',
        index,
        values: cells.map(readPlainText).filter(Boolean),
        rowCount: rows.length,
        hasLines: cells.some((cell) => /[\r\n]/.test(cell)),
      }
    })
    .filter(({ heading, values }) => heading !== '' || values.length > 0)
}

async function readSample(file: CsvFile): Promise<readonly CsvRow[]> {
  const sample: CsvRow[] = []
  for await (const rows of file.readRows()) {
    for (const row of rows) if (!isBlankRow(row)) sample.push(row)
    if (sample.length >= SAMPLE_ROWS) break
  }
  return sample.slice(0, SAMPLE_ROWS)
}

export function shareOf({ values }: ColumnProfile, condition: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(condition).length / values.length
}

export function isMostly(profile: ColumnProfile, condition: (value: string) => boolean): boolean {
  return shareOf(profile, condition) >= 0.8
}

export function countDistinct({ values }: ColumnProfile): number {
  return new Set(values).size
}

/** Returns whether nearly all rows have a value, and no two the same. */
export function isIdentifying(profile: ColumnProfile): boolean {
  return profile.values.length >= profile.rowCount * 0.95 && countDistinct(profile) === profile.values.length
}

export function averageLength({ values }: ColumnProfile): number {
  return values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, values.length)
}
