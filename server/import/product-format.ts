import type { FormatId } from '../../shared/catalog.ts'
import type { CatalogWriter } from '../store/catalog-store.ts'
import type { CsvFile } from './files/csv-file.ts'
import type { PictureColumn } from './files/table-file.ts'
import type { DraftResult } from './draft-product.ts'
import type { ImportNotes } from './import-report.ts'
import type { SiteBasics } from './site-basics.ts'
import type { XmlFile } from './files/xml-file.ts'

export interface ScannedProducts {
  readonly rowCount: number
  /** Currency, language and name of the site, if the file says them. */
  readonly basics?: SiteBasics
  /** Returns whether the file has a product with this slug; omitted by formats without slugs. */
  readonly holdsSlug?: (slug: string) => boolean
  readDrafts(context: DraftContext): AsyncGenerator<DraftResult>
  /** The items of an XML file as a table that can be imported, for the file of rejected rows. */
  readonly table?: CsvFile
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

export type StoredProducts = Pick<CatalogWriter, 'prepareLookups' | 'findProduct' | 'listProductsByIdentifier'>

export interface ProductFormat {
  readonly id: FormatId
  readonly name: string
  /** Named in the error message about an unrecognised file. */
  readonly expectedColumns: string
  recognises(header: readonly string[]): boolean
  /** Columns that receive the pictures in a workbook, see `TableOptions`. */
  readonly pictureColumns?: readonly PictureColumn[]
  /**
   * First pass: reads the whole file once.
   * @throws ImportError if the file cannot be used
   */
  scan(file: CsvFile, notes: ImportNotes): Promise<ScannedProducts>
  /** Name of the root of XML files, if it is not a feed. */
  readonly xmlRoot?: string
  scanXml?(file: XmlFile, notes: ImportNotes): Promise<ScannedProducts>
}
