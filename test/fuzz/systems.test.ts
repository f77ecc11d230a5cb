import { array, asyncProperty, constantFrom, nat, oneof, record, tuple, type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import { ImportError } from '../../server/import/import-error.ts'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { BMECAT_CATALOGUE, SYSTEM_SAMPLES } from '../support/system-samples.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { anyText } from './arbitrary-text.ts'
import { fuzz } from './fuzz.ts'

let catalog: TempCatalog
let fileCount = 0

beforeAll(async () => {
  catalog = await openTempCatalog()
})

afterAll(() => catalog[Symbol.asyncDispose]())

/** What the shop pays; no other cell has these digits. */
const SECRET = '77777.70'
const SECRET_COLUMN = /cost|wholesale|purchase/i

/** Rows of a system's sample with some of its cells in other columns and rows, or with any text. */
function buildTable(id: keyof typeof SYSTEM_SAMPLES): Arbitrary<readonly [string, string]> {
  const { rows, delimiter }: { rows: readonly CsvCells[]; delimiter?: string } = SYSTEM_SAMPLES[id]
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = Object.fromEntries(
    columns.map((column) => {
      if (SECRET_COLUMN.test(column)) return [column, constantFrom(SECRET)]
      const usual = constantFrom(...new Set(rows.map((row) => row[column] ?? '')))
      const any = constantFrom(...new Set(rows.flatMap((row) => Object.values(row))))
      return [
        column,
        oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: any }, { weight: 1, arbitrary: anyText }),
      ]
    }),
  )
  return array(record(cells), { minLength: 1, maxLength: 8 }).map((table) => [id, writeCsv(table, delimiter)])
}

const table = oneof(...(Object.keys(SYSTEM_SAMPLES) as (keyof typeof SYSTEM_SAMPLES)[]).map(buildTable))

fuzz(
  'an export of another system is rejected or imported, without any other error, without costs, and equally twice',
  80,
  asyncProperty(tuple(table), async ([[format, text]]) => {
    fileCount += 1
    const path = await catalog.write(`export-${fileCount}.csv`, text.toWellFormed())
    await catalog.store.write(async (writer) => {
      await writer.clear()
      await writer.putSite({ ...NEUTRAL_SITE, currency: 'USD' })
    })
    try {
      const first = await importFile(catalog.store, path, { format })
      const second = await importFile(catalog.store, path, { format })
      expect(second.products).toMatchObject({ created: 0, changed: 0 })
      expect(second.rejected.count).toBe(first.rejected.count)
    } catch (error) {
      expect(error).toBeInstanceOf(ImportError)
    }
    await catalog.store.read(async (reader) => {
      for await (const product of reader.scanProducts()) {
        expect(JSON.stringify(product)).not.toContain('77777')
        for (const { priceMinor } of product.variants) expect(priceMinor).not.toBe(7_777_770)
      }
    })
  }),
)

/** Parts of the catalogue that a mutation copies, moves or removes. */
const TAGS = BMECAT_CATALOGUE.split(/(?=<)/)

fuzz(
  'a BMEcat catalogue with missing, moved and changed elements is rejected or imported, without any other error',
  60,
  asyncProperty(
    array(tuple(nat(TAGS.length - 1), oneof(constantFrom(...TAGS, ''), anyText)), { minLength: 1, maxLength: 8 }),
    async (changes) => {
      fileCount += 1
      const tags = [...TAGS]
      for (const [at, text] of changes) tags[at] = text
      const path = await catalog.write(`catalogue-${fileCount}.xml`, tags.join('').toWellFormed())
      await catalog.store.write(async (writer) => {
        await writer.clear()
        await writer.putSite({ ...NEUTRAL_SITE, currency: 'EUR' })
      })
      await importFile(catalog.store, path, { format: 'bmecat' }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ImportError)
      })
    },
  ),
)
