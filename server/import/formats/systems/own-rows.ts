import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import type { StagedProduct } from '../../stage.ts'
import { VARIANT_FIELDS, VITRINE_COLUMNS, type VitrineField } from '../vitrine/vitrine-columns.ts'
import {
  SourceRow,
  type ComputedCell,
  type OwnCell,
  type SourceColumns,
  type System,
  type SystemGroup,
  type VariantSet,
} from './system.ts'

const OPTION_COLUMNS = [0, 1, 2, 3, 4, 5].flatMap((option) =>
  ['name', 'value'].map((part) => ({ name: `Option ${option + 1} ${part}`, isOfVariant: true, from: [], option })),
)

interface OwnRow<Field extends string> extends CsvRow {
  readonly product: CsvRow
  readonly variant: CsvRow
  readonly optionFields: readonly Field[]
  /** The rows of the lines of a cell. */
  readonly lineRows: ReadonlyMap<OwnColumn<Field> | undefined, readonly CsvRow[]>
}

interface OwnColumn<Field extends string> {
  readonly name: string
  readonly isOfVariant: boolean
  /** Fields of which messages name the first that is not blank. */
  readonly from: readonly Field[]
  /** Index of the option whose field messages name instead. */
  readonly option?: number
}

type CellColumn<Field extends string> = OwnColumn<Field> & ComputedCell<Field>

/** Translates rows of a system to the own sheet, and finds the source of a cell. */
export class OwnRows<Field extends string> {
  readonly file: CsvFile
  readonly #source: CsvFile
  readonly #sourceColumns: SourceColumns<Field>
  readonly #cells: readonly CellColumn<Field>[]

  constructor(system: System<Field>, source: CsvFile, sourceColumns: SourceColumns<Field>) {
    this.#source = source
    this.#sourceColumns = sourceColumns
    const { unchanged = [], cells, attributeColumns = {}, options = [], identity } = system
    const given = { ...Object.fromEntries(unchanged.map((field) => [field, field])), ...cells }
    const has = (field: Field) => sourceColumns.indexes.has(field)
    this.#cells = [
      ...(Object.entries(given) as [VitrineField, OwnCell<Field>][]).map(([field, cell]) =>
        buildColumn(VITRINE_COLUMNS[field][0], cell, VARIANT_FIELDS.has(field)),
      ),
      ...Object.entries(attributeColumns).map(([name, cell]) => buildColumn(`Attribute: ${name}`, cell, false)),
    ].filter(({ from }) => from.some(has))
    const columns: readonly OwnColumn<Field>[] = [
      { name: VITRINE_COLUMNS.slug[0], isOfVariant: true, from: [identity.row] },
      { name: VITRINE_COLUMNS.name[0], isOfVariant: false, from: [identity.name] },
      ...this.#cells,
      ...(options.some(has) ? OPTION_COLUMNS : []),
    ]
    this.file = {
      name: source.name,
      headerLine: source.headerLine,
      header: columns.map(({ name }) => name),
      originOf: (row, index, line) => this.#findOrigin(row as OwnRow<Field>, columns[index], line),
      async *readRows() {},
    }
  }

  translate(
    { key, name }: Pick<StagedProduct, 'key' | 'name'>,
    group: SystemGroup<Field>,
    { row, values }: VariantSet<Field>['variants'][number],
    options: VariantSet<Field>['options'],
    index: number,
  ): OwnRow<Field> {
    const lineRows = new Map<OwnColumn<Field>, readonly CsvRow[]>()
    const others = this.#cells.map((column) => {
      // The own sheet reads the fields of a product from its first row.
      if (!column.isOfVariant && index > 0) return ''
      const cell = column.read(column.isOfVariant ? row : group.product, group, index)
      if (typeof cell === 'string') return cell
      lineRows.set(
        column,
        cell.map((line) => line.row.row),
      )
      return cell.map(({ text }) => text).join('\n')
    })
    return {
      ...row.row,
      cells: [key, name, ...others, ...options.flatMap((option, at) => [option.name, values[at] ?? ''])],
      product: group.product.row,
      variant: row.row,
      optionFields: options.map(({ field }) => field),
      lineRows,
    }
  }

  /** Finds the first cell that is not blank. A variant inherits cells other than options from its product. */
  #findOrigin(
    { product, variant, optionFields, lineRows }: OwnRow<Field>,
    column: OwnColumn<Field> | undefined,
    line = 0,
  ): ReturnType<NonNullable<CsvFile['originOf']>> {
    const { from = [], option, isOfVariant = false } = column ?? {}
    const fields = option === undefined ? from : optionFields.slice(option, option + 1)
    const inherited = lineRows.get(column)?.[line] ?? product
    const rows = option === undefined ? (isOfVariant ? [variant, inherited] : [inherited]) : [variant]
    const cells = rows.flatMap((row) => fields.map((field) => ({ row, field })))
    const found =
      cells.find(({ row, field }) => new SourceRow(row, this.#sourceColumns).read(field) !== '') ??
      cells.find(({ field }) => this.#sourceColumns.indexes.has(field))
    return {
      file: this.#source,
      row: found?.row ?? rows[0]!,
      index: found && this.#sourceColumns.indexes.get(found.field),
    }
  }
}

function buildColumn<Field extends string>(
  name: string,
  cell: OwnCell<Field>,
  isOfVariant: boolean,
): CellColumn<Field> {
  const computed = typeof cell === 'string' ? { from: [cell], read: (row: SourceRow<Field>) => row.read(cell) } : cell
  return { ...computed, name, isOfVariant }
}
