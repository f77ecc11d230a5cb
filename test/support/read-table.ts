import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { CsvFile, CsvRow, TableOptions } from '../../server/import/files/csv-file.ts'
import { openTableFile } from '../../server/import/files/table-file.ts'
import { describePlace } from '../../server/import/import-error.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

interface ReadTable {
  readonly name: string
  readonly sheet: string | undefined
  readonly headerLine: number
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Numbers of the rows in the sheet. */
  readonly numbers: readonly number[]
  /** Such as `row 2, column "Name": shows the error`. */
  readonly warnings: readonly string[]
}

/** Reads a CSV file or a workbook to its end. */
export async function readTable(content: Uint8Array | string, options: TableOptions = {}): Promise<ReadTable> {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'products.xlsx')
  await writeFile(path, content)
  const warnings: string[] = []
  const notes = {
    warn: ({ reason, ...place }: Parameters<NonNullable<TableOptions['notes']>['warn']>[0]) => {
      warnings.push(`${describePlace(place).replace(`${folder.path}/`, '')}: ${reason}`)
    },
  }
  const file = await openTableFile({ path, folder: null }, { notes, ...options })
  const rows = await readRows(file)
  const again = await readRows(file)
  if (JSON.stringify(rows) !== JSON.stringify(again)) throw new Error('the second pass read other rows than the first')
  return {
    name: file.name.replace(`${folder.path}/`, ''),
    sheet: file.sheet,
    headerLine: file.headerLine,
    header: file.header,
    rows: rows.map(({ cells }) => cells),
    numbers: rows.map(({ number }) => number),
    warnings,
  }
}

async function readRows(file: CsvFile): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const batch of file.readRows()) rows.push(...batch)
  return rows
}
