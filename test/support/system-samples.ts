import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { CsvCells } from './csv-text.ts'
import { PROJECT_DIR } from './folders.ts'

export interface SystemSample {
  readonly delimiter: string
  readonly rows: readonly CsvCells[]
}

const readCase = (path: string) => readFileSync(join(PROJECT_DIR, 'test', 'import', 'cases', path), 'utf8')

/** @param name of the case */
export function readSample(name: string, delimiter = ','): SystemSample {
  return { delimiter, rows: parse(readCase(`${name}/products.csv`), { columns: true, delimiter }) }
}

/** One for each other format: tests, the fuzzer and the benchmark of imports use them. */
export const SYSTEM_SAMPLES = {
  magento: readSample('magento'),
  prestashop: readSample('prestashop', ';'),
  squarespace: readSample('squarespace'),
  wix: readSample('wix'),
  shopware: readSample('shopware', ';'),
  etsy: readSample('etsy'),
  bigcommerce: readSample('bigcommerce'),
}

/** A catalogue in BMEcat 2005. */
export const BMECAT_CATALOGUE = readCase('bmecat/products.xml')

/** A feed for Google with a group of products. */
export const GOOGLE_FEED = readCase('google-group/products.xml')
