import { readBoolean, readPlainText } from '../../cells.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
import type { ImportNotes } from '../../import-report.ts'
import { splitList } from './woocommerce-cells.ts'
import type { WooCommerceColumns, WooCommerceField } from './woocommerce-columns.ts'

export type WooCommerceType = 'simple' | 'variable' | 'variation' | 'grouped' | 'external'

const TYPES: ReadonlySet<string> = new Set<WooCommerceType>(['simple', 'variable', 'variation', 'grouped', 'external'])
/** What may stand beside the type, in one cell with it. */
const FLAGS: ReadonlySet<string> = new Set(['downloadable', 'virtual'])

export interface AttributeCells {
  readonly name: string
  readonly values: readonly string[]
  readonly isVisible: boolean
}

/** An export with its columns known. */
export class WooCommerceSheet extends CsvSheet<WooCommerceField> {
  readonly columns: WooCommerceColumns

  constructor(file: CsvFile, columns: WooCommerceColumns, notes: ImportNotes) {
    super(file, columns.indexes, notes, ['name', 'sku', 'id'])
    this.columns = columns
  }

  /** The type without its flags; undefined where it is none that WooCommerce itself brings. */
  readType(row: CsvRow): WooCommerceType | undefined {
    const words = readPlainText(this.read(row, 'type') ?? '')
      .toLowerCase()
      .split(/\s*,\s*/)
    const types = words.filter((word) => word !== '' && !FLAGS.has(word))
    const [type = 'simple'] = types
    return types.length <= 1 && TYPES.has(type) ? (type as WooCommerceType) : undefined
  }

  readList(row: CsvRow, field: WooCommerceField): readonly string[] | undefined {
    const cell = this.read(row, field)
    return cell === undefined ? undefined : splitList(cell)
  }

  /** The attributes of a row in their order; an unnamed one is none, and one that is named twice counts once. */
  readAttributes(row: CsvRow): readonly AttributeCells[] {
    const attributes = new Map<string, AttributeCells>()
    for (const { indexes } of this.columns.attributes) {
      const cell = (index: number | undefined) => (index === undefined ? '' : (row.cells[index] ?? ''))
      const name = splitList(cell(indexes.name)).join(', ')
      if (name === '' || attributes.has(foldName(name))) continue
      const isVisible = readBoolean(cell(indexes.visible)) !== false
      attributes.set(foldName(name), { name, values: splitList(cell(indexes.values)), isVisible })
    }
    return [...attributes.values()]
  }
}

/** Names of attributes and their values are compared without their capitals. */
export function foldName(name: string): string {
  return name.toLowerCase()
}
