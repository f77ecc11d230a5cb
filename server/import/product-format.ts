import type { CatalogWriter } from '../store/catalog-store.ts'
import type { CsvFile } from './files/csv-file.ts'
import type { DraftResult } from './draft-product.ts'
import type { ImportNotes } from './import-report.ts'
import type { XmlFile } from './files/xml-file.ts'
import { GOOGLE_MERCHANT_FORMAT } from './formats/google-merchant/merchant-format.ts'
import { SHOPIFY_FORMAT } from './formats/shopify/shopify-format.ts'
import { VITRINE_FORMAT } from './formats/vitrine/vitrine-format.ts'
import { WOOCOMMERCE_FORMAT } from './formats/woocommerce/woocommerce-format.ts'

/** A file that was read through once and holds no structural fault. */
export interface ScannedProducts {
  readonly rowCount: number
  /** Whether a product stands in the file under a slug; left out by formats that know no slugs. */
  readonly holdsSlug?: (slug: string) => boolean
  /** Yields the file's products one after the other. */
  readDrafts(context: DraftContext): AsyncGenerator<DraftResult>
}

/** What drafts depend on besides their file. */
export interface DraftContext {
  /** Of prices that name none, ISO 4217. */
  readonly currency: string
  /** Of slugs that are made from names, BCP 47. */
  readonly locale: string
  /** Of dates that name none, IANA name. */
  readonly timeZone: string
  /** Epoch milliseconds; decides which reduced prices hold. */
  readonly now: number
  readonly stored: StoredProducts
  /** Is called with the number of rows read so far. */
  readonly onRows: (rows: number) => void
}

/** What is stored already, for formats that name their products otherwise than by slugs. */
export type StoredProducts = Pick<CatalogWriter, 'findProduct' | 'listProductsByIdentifier'>

/** A kind of file that holds products. */
export interface ProductFormat {
  /** As `--format` names it. */
  readonly id: string
  /** As a sentence names it: 'Shopify product export'. */
  readonly name: string
  /** The columns by which its header is known, for whoever has a file that is none. */
  readonly signs: string
  recognises(header: readonly string[]): boolean
  /**
   * Reads the whole file once.
   * @throws ImportError where it cannot be used as it is
   */
  scan(file: CsvFile, notes: ImportNotes): Promise<ScannedProducts>
  /** The same, where the format may be XML as well. */
  scanXml?(file: XmlFile, notes: ImportNotes): Promise<ScannedProducts>
}

/** In the order in which they are asked. */
export const PRODUCT_FORMATS: readonly ProductFormat[] = [
  VITRINE_FORMAT,
  SHOPIFY_FORMAT,
  WOOCOMMERCE_FORMAT,
  GOOGLE_MERCHANT_FORMAT,
]
