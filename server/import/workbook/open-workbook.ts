import type { SourcePath } from '../files/source-path.ts'
import { TABLE_ADVICE } from '../files/text-file.ts'
import { ImportError } from '../import-error.ts'
import { Archive } from './archive.ts'
import { XlsxWorkbook } from './xlsx-workbook.ts'

/** Files by which other kinds of archives are recognised. */
const OTHER_KINDS: readonly (readonly [entry: string, name: string])[] = [
  ['xl/workbook.bin', 'a binary Excel workbook (.xlsb)'],
  ['content.xml', 'an OpenDocument file (.ods)'],
  ['Index/Document.iwa', 'a Numbers spreadsheet'],
  ['Index.zip', 'a Numbers spreadsheet'],
  ['word/document.xml', 'a Word document'],
  ['ppt/presentation.xml', 'a presentation'],
]

/** @throws ImportError if the workbook is damaged, encrypted or another kind of file */
export async function openWorkbook(source: SourcePath): Promise<XlsxWorkbook> {
  const archive = await Archive.open(source)
  try {
    const workbook = await XlsxWorkbook.open(archive)
    if (workbook) return workbook
    const kind = OTHER_KINDS.find(([entry]) => archive.has(entry))?.[1] ?? 'an archive (ZIP) without a workbook'
    throw new ImportError({ file: source.path }, `this is ${kind}; ${TABLE_ADVICE}`)
  } catch (error) {
    await archive[Symbol.asyncDispose]()
    throw error
  }
}
