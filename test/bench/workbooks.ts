// Measures imports of workbooks: npm run bench -- workbooks [--rows 100000]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PROJECT_DIR } from '../support/folders.ts'
import { importTwice } from './all/measure-imports.ts'
import { generateWorkbook, type WorkbookKind } from './generate-workbook.ts'

const MEMORY_MIB = 400

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
const folder = mkdtempSync(join(tmpdir(), 'vitrine-workbooks-'))
console.log(`Imports of ${values.rows} rows and 30 columns into an empty database, and again without a change:\n`)
console.log(
  '| workbook | import s | processor s | unchanged s | peak MiB | target MiB |\n| --- | ---: | ---: | ---: | ---: | ---: |',
)
const kinds: readonly WorkbookKind[] = ['xlsx', 'xlsx-inline', 'ods']
for (const kind of kinds) {
  const path = join(folder, kind === 'ods' ? 'products.ods' : `${kind}.xlsx`)
  await generateWorkbook(path, kind, Number(values.rows))
  const [first, again] = await importTwice(PROJECT_DIR, folder, path)
  const peak = Math.max(first!.memoryMiB, again!.memoryMiB)
  const figures = [first!.seconds, first!.processorSeconds, again!.seconds, peak].map((figure) => figure.toFixed(1))
  console.log(`| ${kind} | ${figures.join(' | ')} | ${MEMORY_MIB} |`)
}
rmSync(folder, { recursive: true })
