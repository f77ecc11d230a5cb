import type { CatalogWriter } from '../store/catalog-store.ts'
import type { CsvFile } from './files/csv-file.ts'
import type { DraftResult } from './draft-product.ts'
import type { ImportNotes } from './import-report.ts'
import type { XmlFile } from './files/xml-file.ts'

export interface ScannedProducts {
  readonly rowCount: number
  /** Returns whether the file has a product with this slug; omitted by formats without slugs. */
  readonly holdsSlug?: (slug: string) => boolean
  readDrafts(context: DraftContext): AsyncGenerator<DraftResult>
}

export interface DraftContext {
  /** ISO 4217 code for prices without a currency. */
  readonly currency: string
  readonly locale: string
  /** IANA name of the time zone for dates without an offset. */
  readonly timeZone: string
  /** In milliseconds since 1970. */
  readonly now: number
  readonly stored: StoredProducts
  /** Called with the number of rows read so far. */
  readonly onRows: (rows: number) => void
}

export type StoredProducts = Pick<CatalogWriter, 'findProduct' | 'listProductsByIdentifier'>

export interface ProductFormat {
  readonly id: string
  readonly name: string
  /** Named in the error message about an unrecognised file. */
  readonly expectedColumns: string
  recognises(header: readonly string[]): boolean
  /**
   * First pass: reads the whole file once.
   * @throws ImportError if the file cannot be used
   */
  scan(file: CsvFile, notes: ImportNotes): Promise<ScannedProducts>
  scanXml?(file: XmlFile, notes: ImportNotes): Promise<ScannedProducts>
}
