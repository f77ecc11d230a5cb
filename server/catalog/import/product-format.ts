import type { CsvFile } from './csv/csv-file.ts'
import type { DraftResult } from './draft-product.ts'
import type { ImportNotes } from './import-report.ts'
import { SHOPIFY_FORMAT } from './shopify/shopify-format.ts'

/** A file that was read through once and holds no structural fault. */
export interface SurveyedProducts {
  readonly rowCount: number
  /**
   * Yields the file's products one after the other.
   * @param currency of prices that name none, ISO 4217
   * @param onRows is called with the number of rows read so far
   */
  readDrafts(currency: string, onRows: (rows: number) => void): AsyncGenerator<DraftResult>
}

/** A kind of file that holds products. */
export interface ProductFormat {
  /** As a sentence names it: 'Shopify product export'. */
  readonly name: string
  recognises(header: readonly string[]): boolean
  /**
   * Reads the whole file once.
   * @throws ImportError where it cannot be used as it is
   */
  survey(file: CsvFile, notes: ImportNotes): Promise<SurveyedProducts>
}

/** In the order in which they are asked. */
export const PRODUCT_FORMATS: readonly ProductFormat[] = [SHOPIFY_FORMAT]
