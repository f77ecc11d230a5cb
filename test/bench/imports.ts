// Measures imports into an empty database, and again without a change: generated exports of Shopify, WooCommerce and Google; exports
// of other systems, a BMEcat catalogue and a mapped table, each of which repeats the small sample of the tests with other identifiers;
// and workbooks with 30 columns.
//   npm run bench -- imports                 100,000 rows of each
//   npm run bench -- imports xlsx wix        only these
//   npm run bench -- imports --rows 1000
import { execFile } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs, promisify } from 'node:util'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { BMECAT_CATALOGUE, SYSTEM_SAMPLES, type SystemSample } from '../support/system-samples.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { formatTable } from './results.ts'
import { generateGoogleFeed } from './generate-google-feed.ts'
import { generateShopifyExport } from './generate-shopify-export.ts'
import { generateWooCommerceExport } from './generate-woocommerce-export.ts'
import { generateWorkbook } from './generate-workbook.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string', default: '100000' } },
})
const ROWS = Number(values.rows)

/** Prints the resources of a process as the last line of its standard error. */
const REPORTER = `data:text/javascript,process.on('exit', () => process.stderr.write('\\n' + JSON.stringify({ ...process.resourceUsage() })))`

/** Columns whose cells name a product or variant, or refer to one. */
const KEYS =
  /^(?:sku|url_key|name|(?:product|variant|parent)?[ _]?id(?: \[non editable\])?|reference #|url rewritten|name \*|product_number|product url|title|handleid)$/i

/** Gives a sample's products other identifiers. */
function renumber(row: CsvCells, copy: number): CsvCells {
  return Object.fromEntries(
    Object.entries(row).map(([column, cell]) => {
      if (KEYS.test(column) && cell !== '')
        return [column, /^\d{1,9}$/.test(cell) ? String(Number(cell) + 1_000 * copy) : `${cell}-${copy}`]
      return [column, cell.replace(/(?<=sku=)[^,|]+/g, (sku) => `${sku}-${copy}`)]
    }),
  )
}

async function writeSystem(path: string, { rows, delimiter }: SystemSample): Promise<void> {
  const columns = [...new Set(rows.flatMap(Object.keys))]
  const complete = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? ''])))
  await pipeline(async function* () {
    for (let copy = 0; copy * rows.length < ROWS; copy++) {
      const text = writeCsv(
        complete.map((row) => renumber(row, copy)),
        delimiter,
      )
      yield copy === 0 ? text : text.slice(text.indexOf('\n') + 1)
    }
  }, createWriteStream(path))
}

async function writeBmecat(path: string): Promise<void> {
  const start = BMECAT_CATALOGUE.indexOf('<PRODUCT mode="new">')
  const end = BMECAT_CATALOGUE.indexOf('<PRODUCT_TO_CATALOGGROUP_MAP>')
  const product = BMECAT_CATALOGUE.slice(start, BMECAT_CATALOGUE.indexOf('</PRODUCT>') + '</PRODUCT>'.length)
  await pipeline(async function* () {
    yield BMECAT_CATALOGUE.slice(0, start)
    for (let copy = 0; copy < ROWS; copy++)
      yield `${product.replaceAll('RM-100', `RM-${copy}`).replaceAll('Rauchmelder', `Rauchmelder ${copy}`)}\n`
    yield BMECAT_CATALOGUE.slice(end)
  }, createWriteStream(path))
}

async function writeMappedTable(path: string): Promise<void> {
  const columns = {
    Artikelnummer: 'SKU',
    Bezeichnung: 'Name',
    Preis: 'Price',
    Warengruppe: 'Category',
    Farbe: 'Attribute: Farbe',
  }
  await writeFile(path.replace('.csv', '.mapping.json'), JSON.stringify({ columns, fixed: { Currency: 'EUR' } }))
  await pipeline(async function* () {
    yield `${Object.keys(columns).join(';')}\n`
    for (let row = 0; row < ROWS; row++)
      yield `A-${row};Schraube Nummer ${row};${row % 90},${10 + (row % 90)};Gruppe ${row % 40};Farbe ${row % 9}\n`
  }, createWriteStream(path))
}

const FILES: Readonly<Record<string, readonly [file: string, write: (path: string) => Promise<unknown>]>> = {
  shopify: ['shopify.csv', (path) => generateShopifyExport(path, ROWS)],
  woocommerce: ['woocommerce.csv', (path) => generateWooCommerceExport(path, ROWS)],
  google: ['google.xml', (path) => generateGoogleFeed(path, ROWS)],
  ...Object.fromEntries(
    Object.entries(SYSTEM_SAMPLES).map(([id, sample]) => [
      id,
      [`${id}.csv`, (path: string) => writeSystem(path, sample)] as const,
    ]),
  ),
  bmecat: ['catalogue.xml', writeBmecat],
  'mapped table': ['table.csv', writeMappedTable],
  xlsx: ['products.xlsx', (path) => generateWorkbook(path, true, ROWS)],
  'xlsx-inline': ['inline.xlsx', (path) => generateWorkbook(path, false, ROWS)],
}

const rows: string[][] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(FILES)) {
  const found = FILES[name]
  if (!found) throw new Error(`unknown file "${name}"; the files are ${Object.keys(FILES).join(', ')}`)
  const [file, write] = found
  console.error(name)
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, file)
  await write(path)
  const [first, again] = await importTwice(folder.path, path)
  const peak = Math.max(first!.memoryMiB, again!.memoryMiB)
  const figures = [first!.seconds, first!.processorSeconds, again!.seconds, peak].map((figure) => figure.toFixed(1))
  rows.push([name, ...figures])
}
console.log(
  `Imports of ${ROWS} rows (Shopify, WooCommerce and Google: products) into an empty database, and again without a change:\n`,
)
console.log(formatTable(['file', 'import s', 'processor s', 'unchanged s', 'peak MiB'], rows))

/** The first import is into an empty database. */
async function importTwice(dataFolder: string, path: string) {
  const dataDir = join(dataFolder, 'import')
  mkdirSync(dataDir)
  const costs = []
  for (let time = 0; time < 2; time++) {
    const startedAt = performance.now()
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', REPORTER, 'server/commands/catalog.ts', 'import', path],
      { cwd: PROJECT_DIR, env: { PATH: process.env['PATH'], DATA_DIR: dataDir }, maxBuffer: 2 ** 26 },
    )
    const usage = JSON.parse(stderr.slice(stderr.lastIndexOf('\n'))) as NodeJS.ResourceUsage
    costs.push({
      seconds: (performance.now() - startedAt) / 1_000,
      processorSeconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
      memoryMiB: usage.maxRSS / 1024,
    })
  }
  return costs
}
