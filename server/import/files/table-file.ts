import { ImportError } from '../import-error.ts'
import { openWorkbookTable } from '../workbook/workbook-table.ts'
import { CsvSplitter, type CsvFile, type CsvRow, type TableOptions } from './csv-file.ts'
import { readSource, type SourcePath } from './source-path.ts'
import { checkHead, findHead, findMode, HEAD_ROWS } from './csv-columns.ts'
import { findEncoding, identifyUnsupportedFile, readText, TABLE_ADVICE } from './text-file.ts'

const SIGNATURE_BYTES = 200

/** First bytes of a ZIP archive. */
const ZIP_SIGNATURE = Buffer.from('PK\u0003\u0004')

/**
 * Opens a CSV file or a workbook.
 * @throws ImportError if it is neither or cannot be read, or lacks a sheet or row that the options name
 */
export async function openTableFile(source: SourcePath, options: TableOptions = {}): Promise<CsvFile> {
  const beginning = await readSource(source, SIGNATURE_BYTES)
  if (beginning.indexOf(ZIP_SIGNATURE) === 0) return openWorkbookTable(source, options)
  const unreadable = identifyUnsupportedFile(beginning)
  if (unreadable !== undefined) throw new ImportError({ file: source.path }, `this is ${unreadable}; ${TABLE_ADVICE}`)
  if (options.sheet !== undefined)
    throw new ImportError({ file: source.path }, 'only a workbook has sheets; remove --sheet')
  return openCsvFile(source, options)
}

/** Part of a file in which the delimiter and the column names are sought. */
const BEGINNING_CHARACTERS = 256 * 1024

/** Excel reads this line as the delimiter of the file. */
const DELIMITER_LINE = /^sep=(.)\r?\n/i

const DELIMITERS = [',', ';', '\t']

/** Detects encoding, delimiter and the row of the column names. */
async function openCsvFile(source: SourcePath, options: TableOptions): Promise<CsvFile> {
  const { path } = source
  const encoding = options.encoding ?? (await findEncoding(source))
  const file = { ...source, encoding }
  let beginning = ''
  for await (const part of readText(file)) {
    beginning += part
    if (beginning.length >= BEGINNING_CHARACTERS) break
  }
  if (options.encoding === undefined && !encoding.startsWith('utf-'))
    options.notes?.warn({
      file: path,
      reason: `the file is not UTF-8, so it was read as ${encoding}; --encoding names another one`,
    })
  const named = DELIMITER_LINE.exec(beginning)?.[1]
  const delimiter = options.delimiter ?? named ?? detectDelimiter(beginning)
  const { rows, fault } = readFirstRows(beginning, delimiter, path)
  if (rows.length === 0 && fault) throw fault
  const {
    line,
    number: headerRow,
    cells: header,
  } = checkHead(path, findHead(named ? rows.slice(1) : rows, options), options)
  return {
    name: path,
    headerLine: line,
    header,
    delimiter,
    async *readRows() {
      const splitter = new CsvSplitter({ path, delimiter, header })
      for await (const text of readText(file)) yield splitter.split(text).filter(({ number }) => number > headerRow)
      yield splitter.split('', true).filter(({ number }) => number > headerRow)
    },
  }
}

/**
 * Returns the delimiter that divides most rows into equally many cells. Other characters, such as commas in titles and
 * decimals, do not occur equally often in each row.
 */
function detectDelimiter(beginning: string): string {
  const found = DELIMITERS.map((delimiter) => {
    const counts = readFirstRows(beginning, delimiter).rows.map(({ cells }) => cells.length - 1)
    const usual = findMode(counts.filter((count) => count > 0))
    return { delimiter, usual, rows: usual === 0 ? 0 : counts.filter((count) => count === usual).length }
  })
  return found.toSorted((one, other) => other.rows - one.rows || other.usual - one.usual)[0]!.delimiter
}

/** Reads the first rows, up to one with a fault. */
function readFirstRows(
  text: string,
  delimiter: string,
  path = '',
): { readonly rows: readonly CsvRow[]; readonly fault?: unknown } {
  const splitter = new CsvSplitter({ path, delimiter, header: [] })
  const rows: CsvRow[] = []
  try {
    for (const line of text.split(/(?<=\n)/)) {
      rows.push(...splitter.split(line))
      if (rows.length >= HEAD_ROWS) return { rows }
    }
    return { rows: rows.concat(splitter.split('', true)) }
  } catch (fault) {
    return { rows, fault }
  }
}
