import { isDeepStrictEqual } from 'node:util'
import type { CatalogLists, ListKind } from '../../catalog/store/catalog-lists.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../../catalog/store/catalog-writer.ts'
import type { ColumnNames } from '../files/csv-columns.ts'
import {
  readSettingsSheet,
  RowError,
  type SheetCells,
  type TranslatedCells,
  type WrittenRow,
  writeSettingsSheet,
} from '../files/settings-sheet.ts'
import type { SourcePath } from '../files/source-path.ts'
import type { NoticePlace, ReportBuilder } from '../import-report.ts'
import type { ImportOptions } from '../run-import.ts'

type Entry<Kind extends ListKind> = CatalogLists[Kind][number]

export interface ListRow<Kind extends ListKind> {
  readonly entry: Entry<Kind>
  readonly place: NoticePlace
  /** Languages that the file has a column for. */
  readonly languages: readonly string[]
}

export interface ReadRow<Field extends string, Required extends Field> {
  readonly cells: SheetCells<Field, Required>
  readonly translations: TranslatedCells<Field>
  /** Whether the row has a translation, also one in a language that the site does not have. */
  readonly isTranslated: boolean
}

/** A table beside the products: its columns, what its rows become, and how they are written. */
interface ListRules<Kind extends ListKind, Field extends string, Required extends Field> {
  readonly kind: Kind
  /** In the order in which exports write them. */
  readonly columns: ColumnNames<Field>
  /** Columns that also exist for each further language. */
  readonly translated?: readonly NoInfer<Field>[]
  /** Notices about a whole row name the last one. */
  readonly required: readonly Required[]
  readonly rowsMax: number
  /** @throws RowError */
  readRow(row: ReadRow<Field, Required>, options: ImportOptions, report: ReportBuilder): Entry<Kind>
  /** What only one row may have: equal ones are left out, and others rejected. */
  keyOf?(entry: Entry<Kind>): string
  /** Combines the rows with the stored entries, and may reject rows. By default, the entries of the rows are stored. */
  merge?(
    rows: readonly ListRow<Kind>[],
    stored: CatalogLists[Kind],
    writer: CatalogWriter,
    report: ReportBuilder,
  ): Promise<CatalogLists[Kind]>
  /** @returns undefined for an entry that the export lacks */
  writeRow(entry: Entry<Kind>, languages: readonly string[]): WrittenRow<Field> | undefined
}

export type StoreList = (writer: CatalogWriter) => Promise<void>

export interface OwnerList {
  readonly kind: ListKind
  /**
   * Reads the file before anything is written.
   * @returns a function that stores the rows, to be called after the products to which they may refer are written
   * @throws ImportError if the file cannot be used or has too many rows; single rows with errors are rejected
   */
  read(source: SourcePath, options: ImportOptions, report: ReportBuilder): Promise<StoreList>
  /** @returns null if the list is empty */
  buildSheet(reader: CatalogReader, languages: readonly string[]): Promise<string | null>
}

export function defineList<Kind extends ListKind, Field extends string, Required extends Field>(
  rules: ListRules<Kind, Field, Required>,
): OwnerList {
  const { kind, columns } = rules
  const names = (rules.translated ?? []).map((field) => [field, columns[field]] as const)
  const translated = Object.fromEntries(names) as unknown as ColumnNames<Field>

  return {
    kind,
    async read(source, options, report) {
      const rows: ListRow<Kind>[] = []
      const known = new Map<string | undefined, { readonly entry: Entry<Kind>; readonly line: number }>()
      const { required } = rules
      const sheet = { ...rules, translated, languages: options.languages }
      await readSettingsSheet(source, options.encoding, sheet, report, (cells, translations, isTranslated) => {
        const entry = rules.readRow({ cells, translations, isTranslated }, options, report)
        const { place } = cells[required.at(-1)!]
        const key = rules.keyOf?.(entry)
        const other = known.get(key)
        if (other && isDeepStrictEqual(other.entry, entry)) return
        if (other)
          throw new RowError(cells[required[0]!].place, `is in line ${other.line} too; remove one of the two rows`)
        if (key !== undefined) known.set(key, { entry, line: place.line })
        rows.push({ entry, place, languages: Object.keys(translations) })
      })
      return async (writer) => {
        const stored = await writer.readList(kind)
        const merged = await rules.merge?.(rows, stored, writer, report)
        const list = merged ?? (rows.map(({ entry }) => entry) as unknown as CatalogLists[Kind])
        const isChanged = !isDeepStrictEqual(stored, list)
        if (isChanged) await writer.putList(kind, list)
        report.lists[kind] = { count: list.length, isChanged }
      }
    },
    async buildSheet(reader, languages) {
      const list: readonly Entry<Kind>[] = await reader.readList(kind)
      const rows = list.flatMap((entry) => rules.writeRow(entry, languages) ?? [])
      return list.length === 0 ? null : writeSettingsSheet(columns, translated, rows, languages)
    },
  }
}
