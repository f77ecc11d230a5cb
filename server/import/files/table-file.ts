import { ImportError } from '../import-error.ts'
import { PROTECTED } from '../workbook/workbook.ts'
import { openWorkbookTable } from '../workbook/workbook-table.ts'
import type { ImportNotes } from '../import-report.ts'
import { type CsvFile, type CsvOptions, openCsvFile } from './csv-file.ts'
import type { SourcePath } from './source-path.ts'
import { readFirstBytes } from './text-file.ts'

export interface TableOptions extends CsvOptions {
  /** Name of the sheet of a workbook. */
  readonly sheet?: string | undefined
  /** Whether a row has the column names that the caller expects. It decides between the sheets and rows of a workbook. */
  readonly recognises?: ((header: readonly string[]) => boolean) | undefined
  /**
   * Returns the columns for pictures that are placed in a workbook: that of all pictures, and then that of the picture of the
   * row alone. Without it, such pictures are ignored.
   */
  readonly pictureColumns?: ((header: readonly string[]) => readonly PictureColumn[]) | undefined
  /** Receives what the cells of a workbook show, but a table cannot contain, such as errors of formulas. */
  readonly notes?: Pick<ImportNotes, 'warn'> | undefined
}

export interface PictureColumn {
  /** The column is added with the first name if it is missing. */
  readonly names: readonly [string, ...string[]]
  /** Put between several pictures; undefined if a cell can have only one. */
  readonly separator?: string | undefined
}

const ZIP_SIGNATURE = Buffer.from('PK\u0003\u0004')

/** A file of old versions of Excel, or an encrypted workbook, which has an entry of this name. */
const OLE_SIGNATURE = Buffer.from('d0cf11e0', 'hex')
const ENCRYPTED_ENTRY = Buffer.from('EncryptedPackage', 'utf16le')
const OLE_DIRECTORY_BYTES = 2 ** 20

/**
 * Opens a table in a CSV file or in a workbook, whichever the file contains.
 * @throws ImportError if it is neither or cannot be read, or if the options name a sheet or row that it does not have
 */
export async function openTableFile(source: SourcePath, options: TableOptions = {}): Promise<CsvFile> {
  const beginning = await readFirstBytes(source, ZIP_SIGNATURE.length)
  if (ZIP_SIGNATURE.equals(beginning)) return openWorkbookTable(source, options)
  if (OLE_SIGNATURE.equals(beginning) && (await readFirstBytes(source, OLE_DIRECTORY_BYTES)).includes(ENCRYPTED_ENTRY))
    throw new ImportError({ file: source.path }, PROTECTED)
  if (options.sheet !== undefined)
    throw new ImportError({ file: source.path }, 'only a workbook has sheets; remove --sheet')
  return openCsvFile(source, options)
}
