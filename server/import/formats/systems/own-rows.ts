import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import type { StagedProduct } from '../../stage.ts'
import { VARIANT_FIELDS, VITRINE_COLUMNS, type VitrineField } from '../vitrine/vitrine-columns.ts'
import {
  SourceRow,
  type CellLine,
  type OwnCell,
  type SourceColumns,
  type System,
  type SystemGroup,
  type VariantSet,
} from './system.ts'

const OPTION_COUNT = 6

interface OwnRow<Field extends string> extends CsvRow {
  readonly product: CsvRow
  readonly variant: CsvRow
  readonly optionFields: readonly Field[]
  /** The rows of the lines of a cell. */
  readonly lineRows?: ReadonlyMap<OwnColumn<Field> | undefined, readonly CsvRow[]>
}

interface OwnColumn<Field extends string> {
  readonly name: string
  readonly isOfVariant: boolean
  listFields(row: OwnRow<Field>): readonly Field[]
}

interface CellColumn<Field extends string> extends OwnColumn<Field> {
  read(row: SourceRow<Field>, group: SystemGroup<Field>, index: number): string | readonly CellLine<Field>[]
}

/** Translates rows of a system to the own sheet, and finds the source of a cell. */
export class OwnRows<Field extends string> {
  readonly file: CsvFile
  readonly #system: System<Field>
  readonly #source: CsvFile
  readonly #sourceColumns: SourceColumns<Field>
  readonly #cells: readonly CellColumn<Field>[]
  readonly #optionCount: number
  readonly #columns: readonly OwnColumn<Field>[]

  constructor(system: System<Field>, source: CsvFile, columns: SourceColumns<Field>) {
    const { indexes } = columns
    this.#system = system
    this.#source = source
    this.#sourceColumns = columns
    const cells = Object.entries(system.cells) as [VitrineField, OwnCell<Field>][]
    this.#cells = [
      ...cells.map(([field, cell]) => buildColumn(VITRINE_COLUMNS[field][0], cell, VARIANT_FIELDS.has(field))),
      ...Object.entries(system.attributeColumns ?? {}).map(([name, cell]) => buildColumn(`Attribute: ${name}`, cell)),
    ].filter(({ fields }) => fields.some((field) => indexes.has(field)))
    this.#optionCount = system.options?.some((field) => indexes.has(field)) ? OPTION_COUNT : 0
    this.#columns = this.#listColumns()
    this.file = {
      name: source.name,
      headerLine: source.headerLine,
      header: this.#columns.map(({ name }) => name),
      originOf: (row, index, line) => this.#findOrigin(row as OwnRow<Field>, this.#columns[index], line),
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
      ...this.place(group.product.row, row.row),
      cells: [key, name, ...others, ...options.flatMap((option, at) => [option.name, values[at] ?? ''])],
      optionFields: options.map(({ field }) => field),
      lineRows,
    }
  }

  /** Builds a row without values, which messages refer to. */
  place(product: CsvRow, variant: CsvRow): OwnRow<Field> {
    const { row, name } = this.#system.identity
    const cells = [
      new SourceRow(variant, this.#sourceColumns).read(row),
      new SourceRow(product, this.#sourceColumns).read(name),
    ]
    return { line: variant.line, number: variant.number, cells, product, variant, optionFields: [] }
  }

  #listColumns(): readonly OwnColumn<Field>[] {
    const { identity } = this.#system
    const listOptionFields = (index: number) => (row: OwnRow<Field>) => row.optionFields.slice(index, index + 1)
    return [
      { name: VITRINE_COLUMNS.slug[0], isOfVariant: true, listFields: () => [identity.row] },
      { name: VITRINE_COLUMNS.name[0], isOfVariant: false, listFields: () => [identity.name] },
      ...this.#cells,
      ...Array.from({ length: this.#optionCount }, (_, index) =>
        ['name', 'value'].map((part) => ({
          name: `Option ${index + 1} ${part}`,
          isOfVariant: true,
          listFields: listOptionFields(index),
        })),
      ).flat(),
    ]
  }

  /** Finds the first cell that is not blank. A variant inherits cells from its product. */
  #findOrigin(
    own: OwnRow<Field>,
    column: OwnColumn<Field> | undefined,
    line = 0,
  ): ReturnType<NonNullable<CsvFile['originOf']>> {
    const fields = column?.listFields(own) ?? []
    const product = own.lineRows?.get(column)?.[line] ?? own.product
    const sources = column?.isOfVariant ? [own.variant, product] : [product]
    const cells = sources.flatMap((row) => fields.map((field) => ({ row, field })))
    const found =
      cells.find(({ row, field }) => new SourceRow(row, this.#sourceColumns).read(field) !== '') ??
      cells.find(({ field }) => this.#sourceColumns.indexes.has(field))
    return {
      file: this.#source,
      row: found?.row ?? sources[0] ?? own,
      index: found && this.#sourceColumns.indexes.get(found.field),
    }
  }
}

function buildColumn<Field extends string>(name: string, cell: OwnCell<Field>, isOfVariant = false) {
  const fields = typeof cell === 'string' ? [cell] : cell.from
  const read: CellColumn<Field>['read'] =
    typeof cell === 'string' ? (row) => row.read(cell) : (row, group, index) => cell.read(row, group, index)
  return { name, isOfVariant, fields, listFields: () => fields, read }
}
