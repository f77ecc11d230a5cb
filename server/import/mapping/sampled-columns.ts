import { readPlainText } from '../cells.ts'
import { isBlankRow, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { listColumnKeys } from './column-keys.ts'

const SAMPLE_ROWS = 500
const VALUE_MAX_LENGTH = 5_000

export interface SampledColumn {
  readonly key: string
  readonly heading: string
  /** One for each of the first rows; '' for a blank cell. */
  readonly values: readonly string[]
}

/** Columns with neither a heading nor values are left out. */
export async function sampleColumns(file: CsvFile): Promise<readonly SampledColumn[]> {
  const rows = await readSample(file)
  return listColumnKeys(file.header)
    .map((key, index) => ({
      key,
      heading: file.header[index] ?? '',
      values: rows.map(({ cells }) => readPlainText((cells[index] ?? '').slice(0, VALUE_MAX_LENGTH))),
    }))
    .filter(({ heading, values }) => heading !== '' || values.some(Boolean))
}

async function readSample(file: CsvFile): Promise<readonly CsvRow[]> {
  const sample: CsvRow[] = []
  for await (const rows of file.readRows()) {
    for (const row of rows) if (!isBlankRow(row)) sample.push(row)
    if (sample.length >= SAMPLE_ROWS) break
  }
  return sample.slice(0, SAMPLE_ROWS)
}
