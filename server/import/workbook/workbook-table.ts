import type { CsvFile, CsvRow, TableOptions } from '../files/csv-file.ts'
import type { SourcePath } from '../files/source-path.ts'
import { checkHead, findHead, foldColumnName, HEAD_ROWS } from '../files/csv-columns.ts'
import { TABLE_ADVICE } from '../files/text-file.ts'
import { ImportError, nameSheet } from '../import-error.ts'
import { openArchive } from './archive.ts'
import { readRows, readWorkbook, type Sheet, type XlsxWorkbook } from './xlsx-workbook.ts'

/** Bounds the disk space that an import needs. The texts of a million products have about half as many characters. */
const CHARACTERS_MAX = 2_000_000_000
const TOO_LARGE = `the sheet has more than ${CHARACTERS_MAX / 1e9} billion characters; divide it`

/** Most chunks of 16 KB that are read to find the first rows of a sheet, which may begin with many blank rows. */
const HEAD_CHUNKS_MAX = 1_000

const NO_WORKBOOK = 'this is an archive, or a workbook of another kind (.xlsb, .ods, .numbers)'
const PICTURES =
  'the workbook contains pictures, which are not imported; write the names of their files into a column, and give the folder of the files with --images'

/**
 * Opens a sheet as a table, whose rows are unpacked each time they are read.
 * @throws ImportError if the workbook cannot be used
 */
export async function openWorkbookTable(source: SourcePath, options: TableOptions): Promise<CsvFile> {
  const { path } = source
  await using archive = await openArchive(source)
  const workbook = await readWorkbook(archive)
  if (!workbook) throw new ImportError({ file: path }, `${NO_WORKBOOK}; ${TABLE_ADVICE}`)
  const { sheet, head, leftOut } = await chooseSheet(workbook, path, options)
  const name = nameSheet(path, sheet.name)
  const { number: headerLine, cells: header } = checkHead(name, head, options)
  if (leftOut.length > 0) {
    const others = leftOut.map((other) => `"${other}"`).join(', ')
    const reason = `other sheets with products were not imported: ${others}; move their rows to the sheet "${sheet.name}", or import each with --sheet`
    options.notes?.warn({ file: path, reason })
  }
  if (archive.hasFolder('xl/media')) options.notes?.warn({ file: name, reason: PICTURES })
  /** The last row whose faults were reported, because rows may be read again. */
  let reportedRow = headerLine

  async function* readTable(): AsyncGenerator<readonly CsvRow[]> {
    await using own = await openArchive(source)
    let characters = 0
    for await (const rows of readRows({ ...workbook!, archive: own }, sheet)) {
      const tableRows: CsvRow[] = []
      for (const { line, cells, faults } of rows) {
        if (line <= headerLine) continue
        const texts = header.map((_, column) => cells[column] ?? '')
        for (const { length } of texts) characters += length
        if (characters > CHARACTERS_MAX) throw new ImportError({ file: name, line }, TOO_LARGE)
        tableRows.push({ line, number: line, cells: texts })
        if (line <= reportedRow) continue
        reportedRow = line
        for (const { column: index, reason } of faults) {
          const column = header[index]
          if (column) options.notes?.warn({ file: name, line, row: line, column, reason })
        }
      }
      yield tableRows
    }
  }

  return { name, sheet: sheet.name, headerLine, header, readRows: readTable }
}

/**
 * Chooses the sheet that the options name, or else the first visible one with known column names, or else that with most
 * names that columns of tables often have; the first one that is not empty if none has any.
 * @returns the names of other sheets that seem to hold products as well
 * @throws ImportError if there is no such sheet
 */
async function chooseSheet(workbook: XlsxWorkbook, file: string, options: TableOptions) {
  const { sheet: asked, recognises = () => false, countKnown = () => 0 } = options
  const candidates = []
  for (const sheet of workbook.sheets) {
    if (asked === undefined ? sheet.isHidden : foldColumnName(sheet.name) !== foldColumnName(asked)) continue
    const rows = await readFirstRows(workbook, sheet)
    if (rows.length === 0 && asked === undefined) continue
    const head = findHead(rows, options)
    const { cells: header = [], number = 0 } = head ?? {}
    const hasRows = rows.some((row) => row.number > number)
    candidates.push({ sheet, head, header, hasRows, isKnown: recognises(header), known: countKnown(header) })
  }
  const [mostKnown] = candidates.toSorted((left, right) => right.known - left.known)
  const chosen = candidates.find(({ isKnown }) => isKnown) ?? mostKnown
  if (!chosen) {
    const names = workbook.sheets.map(({ name }) => `"${name}"`).join(', ')
    const reason =
      asked === undefined
        ? 'all visible sheets of the workbook are empty; --sheet names a hidden one'
        : `the workbook has no sheet "${asked}"`
    throw new ImportError({ file }, `${reason}. Its sheets are ${names}`)
  }
  const names = new Set(chosen.header.filter(Boolean).map(foldColumnName))
  const leftOut = candidates.filter(({ sheet, header, hasRows, isKnown }) => {
    const shared = header.filter((name) => names.has(foldColumnName(name)))
    return sheet !== chosen.sheet && hasRows && (isKnown || shared.length * 2 > names.size)
  })
  return { sheet: chosen.sheet, head: chosen.head, leftOut: leftOut.map(({ sheet }) => sheet.name) }
}

/** Reads the first rows of a sheet that are not blank. */
async function readFirstRows(workbook: XlsxWorkbook, sheet: Sheet): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = []
  let chunks = 0
  for await (const found of readRows(workbook, sheet)) {
    rows.push(...found)
    chunks += 1
    if (rows.length >= HEAD_ROWS || chunks >= HEAD_CHUNKS_MAX) break
  }
  return rows.slice(0, HEAD_ROWS)
}
