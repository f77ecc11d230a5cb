import { BYTE_ORDER_MARK, writeCsvRows } from '../../../shared/csv-rows.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { readPlainText } from '../cells.ts'
import { ImportError } from '../import-error.ts'
import type { FieldPlace, NoticePlace, ReportBuilder } from '../import-report.ts'
import {
  type ColumnNames,
  foldColumnName,
  indexFields,
  matchColumns,
  splitColumnLanguages,
  warnOfUnknownColumn,
} from './csv-columns.ts'
import { checkCellCount, describeCell, isBlankRow, scanCsvRows } from './csv-file.ts'
import type { SourcePath } from './source-path.ts'
import { openTableFile } from './table-file.ts'

export interface SheetCell {
  /** Text as it is in the file. */
  readonly raw: string
  /** Text without surrounding spaces and line breaks. */
  readonly text: string
  readonly place: FieldPlace
}

/** Cells by field. A field is missing if the file lacks its column; required columns exist. */
export type SheetCells<Field extends string, Required extends Field> = Readonly<
  Partial<Record<Field, SheetCell>> & Record<Required, SheetCell>
>

/** An error that rejects the row that is being read. */
export class RowError extends Error {
  readonly place: NoticePlace

  constructor(place: NoticePlace, reason: string) {
    super(reason)
    this.place = place
  }
}

/** Cells of columns such as `Name[de]`, by the key of the language. */
export type TranslatedCells<Field extends string> = Readonly<
  Record<string, Readonly<Partial<Record<Field, SheetCell>>>>
>

interface SheetRules<Field extends string, Required extends Field, Translated extends string> {
  readonly columns: ColumnNames<Field>
  /** Columns that may also exist for each further language. */
  readonly translated?: ColumnNames<Translated>
  /** Keys of the site's languages, the first one first. */
  readonly languages?: readonly string[] | undefined
  readonly required: readonly Required[]
  readonly rowsMax?: number
}

/**
 * Reads a table such as `categories.csv`. Blank rows are skipped.
 * @param addRow may throw a RowError; `isTranslated` also if the site does not have the language of a translation
 * @throws ImportError if the file cannot be read or has too many rows
 */
export async function readSettingsSheet<
  Field extends string,
  Required extends Field,
  Translated extends string = never,
>(
  source: SourcePath,
  encoding: string | undefined,
  rules: SheetRules<Field, Required, Translated>,
  report: ReportBuilder,
  addRow: (
    cells: SheetCells<Field, Required>,
    translations: TranslatedCells<Translated>,
    isTranslated: boolean,
  ) => void,
): Promise<void> {
  const { columns, languages, required, rowsMax = Infinity } = rules
  const { translated = {} as ColumnNames<Translated> } = rules
  const [known, knownTranslated] = [indexFields(columns), indexFields(translated)]
  const recognises = (header: readonly string[]) => {
    const fields = new Set(header.map((name) => known.get(foldColumnName(name))))
    return required.every((field) => fields.has(field))
  }
  const file = await openTableFile(source, { encoding, recognises, notes: report })
  const isTranslated = (name: string) => knownTranslated.has(foldColumnName(name))
  const { main, byLanguage } = splitColumnLanguages(file, isTranslated, languages, report)
  const { indexes, others } = matchColumns(file, main, columns, required)
  const translations = [...byLanguage].map(
    ([language, header]) => [language, matchColumns(file, header, translated, []).indexes] as const,
  )
  for (const { name } of others) warnOfUnknownColumn(file, name, report)
  let count = 0
  await scanCsvRows(file, (row) => {
    if (isBlankRow(row)) return
    count += 1
    if (count > rowsMax)
      throw new ImportError({ file: file.name, line: row.line }, `the file has more than ${rowsMax} rows; remove some`)
    if (!checkCellCount(file, row, report)) return
    const readCells = (places: ReadonlyMap<string, number>) =>
      Object.fromEntries(
        [...places].map(([field, index]): [string, SheetCell] => {
          const raw = row.cells[index] ?? ''
          return [field, { raw, text: readPlainText(raw), place: describeCell(file, row, index) }]
        }),
      )
    const texts = translations.map(([language, places]) => [language, readCells(places)] as const)
    try {
      addRow(
        readCells(indexes) as SheetCells<Field, Required>,
        Object.fromEntries(texts) as TranslatedCells<Translated>,
        row.cells.some((cell, index) => main[index] !== file.header[index] && cell.trim() !== ''),
      )
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      report.reject({ ...error.place, reason: error.message })
    }
  })
}

/** A row to write, whose cells are named by field. */
export type WrittenRow<Field extends string, Translated extends string = Field> = WrittenCells<Field> & {
  /** By the key of the language. */
  readonly translations?: Readonly<Record<string, WrittenCells<Translated>>> | undefined
}

type WrittenCells<Field extends string> = { readonly [Name in Field]?: string | number | null | undefined }

/** Writes a table that `readSettingsSheet` reads. @param languages keys of the further ones */
export function writeSettingsSheet<Field extends string, Translated extends string>(
  columns: ColumnNames<Field>,
  translated: ColumnNames<Translated>,
  rows: readonly WrittenRow<Field, Translated>[],
  languages: readonly string[],
): string {
  const keys = languages.filter((key) => rows.some(({ translations = {} }) => Object.hasOwn(translations, key)))
  const names = listNames(translated)
  const header = [...listNames(columns), ...keys.flatMap((key) => names.map((name) => `${name}[${key}]`))]
  const lines = rows.map((row) => [
    ...writeCells<Field>(columns, row),
    ...keys.flatMap((key) => writeCells(translated, getOwn(row.translations ?? {}, key))),
  ])
  return BYTE_ORDER_MARK + writeCsvRows([header, ...lines])
}

function writeCells<Field extends string>(columns: ColumnNames<Field>, cells: WrittenCells<Field> = {}) {
  return (Object.keys(columns) as Field[]).map((field) => String(cells[field] ?? ''))
}

function listNames(columns: ColumnNames<string>): readonly string[] {
  return Object.values(columns).map(([name]) => name)
}
