import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { VARIANT_FIELDS, VITRINE_COLUMNS, type VitrineField } from '../vitrine/vitrine-columns.ts'
import type { CsvSheet } from '../../files/csv-sheet.ts'
import type { ComputedCell, OwnCell, SourceRow, System, SystemGroup, VariantSet } from './system.ts'

/** A product with its variants. */
export interface OwnGroup<Field extends string> extends SystemGroup<Field>, VariantSet<Field> {
  readonly key: string
  readonly name: string
}

interface OwnRow<Field extends string> extends CsvRow {
  readonly group: OwnGroup<Field>
  readonly variant: SourceRow<Field>
  /** The rows of the lines of a cell. */
  readonly lineRows: ReadonlyMap<OwnColumn<Field> | undefined, readonly SourceRow<Field>[]>
}

interface OwnColumn<Field extends string> {
  readonly name: string
  readonly isOfVariant: boolean
  /** Fields of which messages name the first that is not blank. */
  readonly from: readonly Field[]
  /** Index of the option whose field messages name instead. */
  readonly option?: number
  read(row: SourceRow<Field>, group: OwnGroup<Field>, index: number): ReturnType<ComputedCell<Field>['read']>
}

/** Translates rows of a system to the own sheet, and finds the source of a cell. */
export class OwnRows<Field extends string> {
  readonly file: CsvFile
  readonly #source: CsvSheet<Field>
  readonly #columns: readonly OwnColumn<Field>[]

  constructor(system: System<Field>, source: CsvSheet<Field>) {
    this.#source = source
    const { unchanged = [], cells, attributeColumns = {}, options = [], identity } = system
    const given = { ...Object.fromEntries(unchanged.map((field) => [field, field])), ...cells }
    const has = (field: Field) => source.has(field)
    const computed = [
      ...(Object.entries(given) as [VitrineField, OwnCell<Field>][]).map(([field, cell]) =>
        buildColumn(VITRINE_COLUMNS[field][0], cell, VARIANT_FIELDS.has(field)),
      ),
      ...Object.entries(attributeColumns).map(([name, cell]) => buildColumn(`Attribute: ${name}`, cell, false)),
    ]
    this.#columns = [
      { name: VITRINE_COLUMNS.slug[0], isOfVariant: true, from: [identity.row], read: (_row, { key }) => key },
      { name: VITRINE_COLUMNS.name[0], isOfVariant: false, from: [identity.name], read: (_row, { name }) => name },
      ...computed.filter(({ from }) => from.some(has)),
      ...(options.some(has) ? [0, 1, 2, 3, 4, 5].flatMap((option) => buildOptionColumns<Field>(option)) : []),
    ]
    this.file = {
      name: source.file.name,
      headerLine: source.file.headerLine,
      header: this.#columns.map(({ name }) => name),
      originOf: (row, index, line) => this.#findOrigin(row as OwnRow<Field>, this.#columns[index], line),
      async *readRows() {},
    }
  }

  translate(group: OwnGroup<Field>, variant: SourceRow<Field>, index: number): OwnRow<Field> {
    const lineRows = new Map<OwnColumn<Field>, readonly SourceRow<Field>[]>()
    const cells = this.#columns.map((column) => {
      // The own sheet reads the fields of a product from its first row. Messages about other rows need only its name.
      if (!column.isOfVariant && index > 0 && column.name !== VITRINE_COLUMNS.name[0]) return ''
      const cell = column.read(column.isOfVariant ? variant : group.product, group, index)
      if (typeof cell === 'string') return cell
      const rows = cell.map(({ row }) => row)
      lineRows.set(column, rows)
      return cell.map(({ text }) => text).join('\n')
    })
    return { ...variant.row, cells, group, variant, lineRows }
  }

  /** Finds the first cell that is not blank. A variant inherits cells other than options from its product. */
  #findOrigin(
    { group, variant, lineRows }: OwnRow<Field>,
    column: OwnColumn<Field> | undefined,
    line = 0,
  ): ReturnType<NonNullable<CsvFile['originOf']>> {
    const { from = [], option, isOfVariant = false } = column ?? {}
    const fields = option === undefined ? from : group.options.slice(option, option + 1).map(({ field }) => field)
    const inherited = lineRows.get(column)?.[line] ?? group.product
    const rows = option === undefined ? (isOfVariant ? [variant, inherited] : [inherited]) : [variant]
    const cells = rows.flatMap((row) => fields.map((field) => ({ row, field })))
    const found =
      cells.find(({ row, field }) => row.read(field) !== '') ?? cells.find(({ field }) => this.#source.has(field))
    const { row } = found?.row ?? rows[0]!
    return { file: this.#source.file, row, index: found && this.#source.indexes.get(found.field) }
  }
}

function buildColumn<Field extends string>(name: string, cell: OwnCell<Field>, isOfVariant: boolean): OwnColumn<Field> {
  const computed = typeof cell === 'string' ? { from: [cell], read: (row: SourceRow<Field>) => row.read(cell) } : cell
  return { ...computed, name, isOfVariant }
}

function buildOptionColumns<Field extends string>(option: number): readonly OwnColumn<Field>[] {
  const place = { isOfVariant: true, from: [], option }
  return [
    { ...place, name: `Option ${option + 1} name`, read: (_row, { options }) => options[option]?.name ?? '' },
    {
      ...place,
      name: `Option ${option + 1} value`,
      read: (_row, { variants }, index) => variants[index]?.values[option] ?? '',
    },
  ]
}
