import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import type { CsvFile } from './files/csv-file.ts'
import type { DraftResult } from './draft-product.ts'
import type { ImportNotes } from './import-report.ts'
import type { SiteBasics } from './site-basics.ts'
import type { XmlFile, XmlTable } from './files/xml-file.ts'

export interface ScannedProducts {
  readonly rowCount: number
  readonly basics?: SiteBasics
  /** Whether the file has the product; omitted if it has only translations. */
  readonly holdsSlug?: (slug: string) => boolean
  readDrafts(context: DraftContext): AsyncGenerator<DraftResult>
}

/** The rows of a file by their languages. */
export interface LanguageTables {
  /** Number of rows in the file, whatever their language. */
  readonly rowCount: number
  /** Language of the main table, if that of the site is unknown and the file says it. */
  readonly locale: string | undefined
  /** Undefined if no row is in the first language. */
  readonly main: CsvFile | undefined
  /** Tables by language key, with the product numbers of the first language. */
  readonly translated: ReadonlyMap<string, CsvFile>
}

/** Which texts of a file with several languages count. */
export interface TextLanguages {
  /** Keys of the site's languages, the first one first; none if they are unknown. */
  readonly languages: readonly string[]
  /** Key of the further language whose texts alone count; null for all. */
  readonly language: string | null
}

export interface DraftContext {
  /** ISO 4217, for prices without a currency. */
  readonly currency: string
  readonly locale: string
  /** IANA name, for dates without an offset. */
  readonly timeZone: string
  /** Current time in milliseconds since 1970. */
  readonly now: number
  readonly stored: StoredProducts
  readonly onRows: (rows: number) => void
}

export type StoredProducts = Pick<CatalogWriter, 'prepareLookups' | 'findProduct' | 'listProductsByIdentifier'>

export interface ProductFormat {
  readonly id: string
  readonly name: string
  /** Columns that the error about an unrecognised file names. */
  readonly expectedColumns: string
  recognises(header: readonly string[]): boolean
  /**
   * Reads the whole file for the first time.
   * @param languages keys of the site's languages, the first one first; if missing, columns in all languages are read
   * @throws ImportError if the file cannot be used
   */
  scan(file: CsvFile, notes: ImportNotes, languages?: readonly string[]): Promise<ScannedProducts>
  /**
   * Splits a table whose rows name their languages.
   * @returns undefined if they do not
   * @throws ImportError if no row is in a wanted language
   */
  splitByLanguage?(file: CsvFile, wanted: TextLanguages, notes: ImportNotes): Promise<LanguageTables | undefined>
  /** How the format reads XML, if it does. */
  readonly xml?: {
    /** Root elements of its files. */
    readonly roots: readonly string[]
    /** Whether all files of the format are XML. */
    readonly isOnly: boolean
    open(
      file: XmlFile,
      notes: ImportNotes,
      wanted: TextLanguages,
    ): XmlTable & { readonly languages?: ReadonlySet<string> }
  }
}
