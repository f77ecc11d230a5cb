import type { CatalogWriter } from '../store/catalog-store.ts'
import type { CsvFile } from './files/csv-file.ts'
import type { DraftResult } from './draft-product.ts'
import type { ImportNotes } from './import-report.ts'
import type { XmlFile } from './files/xml-file.ts'

/** A products file after the first pass, which found no structural errors. */
export interface ScannedProducts {
  readonly rowCount: number
  /** Whether the file has a product with this slug; omitted by formats without slugs. */
  readonly holdsSlug?: (slug: string) => boolean
  readDrafts(context: DraftContext): AsyncGenerator<DraftResult>
}

export interface DraftContext {
  /** Default currency of prices (ISO 4217). */
  readonly currency: string
  /** Locale of slugs that are made from names (BCP 47). */
  readonly locale: string
  /** Default time zone of dates (IANA name). */
  readonly timeZone: string
  /** Epoch milliseconds; decides which sale prices are active. */
  readonly now: number
  readonly stored: StoredProducts
  /** Receives the number of rows read so far. */
  readonly onRows: (rows: number) => void
}

/** Access to stored products for formats that identify products by other means than slugs. */
export type StoredProducts = Pick<CatalogWriter, 'findProduct' | 'listProductsByIdentifier'>

export interface ProductFormat {
  readonly id: string
  readonly name: string
  /** Columns by which the format is detected, for the error message about an unrecognised file. */
  readonly expectedColumns: string
  recognises(header: readonly string[]): boolean
  /**
   * First pass: reads the whole file once.
   * @throws ImportError if the file cannot be used
   */
  scan(file: CsvFile, notes: ImportNotes): Promise<ScannedProducts>
  /** First pass over an XML file, for formats that may be XML. */
  scanXml?(file: XmlFile, notes: ImportNotes): Promise<ScannedProducts>
}
