import { ImportError } from '../import-error.ts'
import { PROTECTED } from '../workbook/archive.ts'
import { openWorkbookTable } from '../workbook/workbook-table.ts'
import { type CsvFile, openCsvFile, type TableOptions } from './csv-file.ts'
import type { SourcePath } from './source-path.ts'
import { readFirstBytes } from './text-file.ts'

const ZIP_SIGNATURE = Buffer.from('PK\u0003\u0004')

/** First bytes of old Excel files and of encrypted workbooks. */
const OLE_SIGNATURE = Buffer.from('d0cf11e0', 'hex')
const ENCRYPTED_ENTRY = Buffer.from('EncryptedPackage', 'utf16le')
const OLE_DIRECTORY_BYTES = 2 ** 20

/**
 * Opens a CSV file or a workbook.
 * @throws ImportError if it is neither or cannot be read, or lacks a sheet or row that the options name
 */
export async function openTableFile(source: SourcePath, options: TableOptions = {}): Promise<CsvFile> {
  if (await isWorkbook(source)) return openWorkbookTable(source, options)
  const beginning = await readFirstBytes(source, OLE_SIGNATURE.length)
  if (OLE_SIGNATURE.equals(beginning) && (await readFirstBytes(source, OLE_DIRECTORY_BYTES)).includes(ENCRYPTED_ENTRY))
    throw new ImportError({ file: source.path }, PROTECTED)
  if (options.sheet !== undefined)
    throw new ImportError({ file: source.path }, 'only a workbook has sheets; remove --sheet')
  return openCsvFile(source, options)
}

/** Returns whether a file begins like a workbook. @throws ImportError if it cannot be read */
export async function isWorkbook(source: SourcePath): Promise<boolean> {
  return ZIP_SIGNATURE.equals(await readFirstBytes(source, ZIP_SIGNATURE.length))
}
