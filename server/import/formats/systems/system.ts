import type { ColumnNames } from '../../files/csv-columns.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { CsvSheet } from '../../files/csv-sheet.ts'
import type { Adaptation } from '../../import-report.ts'
import type { DraftContext, ProductFormat } from '../../product-format.ts'
import type { VitrineField } from '../vitrine/vitrine-columns.ts'

/**
 * How the products of another system become rows of Vitrine's own sheet.
 * @template Field names of the columns in the code
 */
export interface System<Field extends string> extends Pick<ProductFormat, 'id' | 'name' | 'expectedColumns'> {
  /** @param names column names in lower case */
  recognises(names: ReadonlySet<string>): boolean
  /** Removes from a column name what is no part of it, such as a unit. */
  foldHeading?(heading: string): string
  /** Returns the language of the texts if the column names, in lower case, tell it. */
  readLocale?(names: ReadonlySet<string>): string | undefined
  /** The names of each column, of which a file has one. */
  readonly columns: ColumnNames<Field>
  /** Columns without which the file is refused. */
  readonly required: readonly Field[]
  /** Columns that visitors do not need or must not see. Others are reported as unknown. */
  readonly ignored: RegExp
  /** Whether a column that is blank in all rows counts as missing. */
  readonly ignoresBlankColumns?: boolean
  /** Warnings about columns of which a part cannot be used, unless the file has another column. */
  readonly hints?: readonly { readonly field: Field; readonly unless?: Field; readonly reason: string }[]
  /** Set if rows may be in different languages. */
  readonly languages?: LanguageFields<Field>
  /** How products are named, and recognised in later files. */
  readonly identity: {
    /** The field that identifies a row in messages. */
    readonly row: Field
    /** The field with the name of the product. */
    readonly name: Field
    /** Converts the name, which otherwise is a plain text. */
    readName?(row: SourceRow<Field>): string
    /** Names a product with several rows. Without it, the product's own row has the name. */
    nameGroup?(rows: readonly SourceRow<Field>[]): string
    /** Returns a slug or path whose last part is proposed as slug, unless several products have it. */
    readSlug?(row: SourceRow<Field>): string
    /** The field by which a product without a stable key is recognised. */
    readonly sku?: Field
    /** Whether the keys that `place` returns are the slugs of the products. */
    readonly areKeysSlugs?: boolean
    /** Whether all rows with one key are variants of one product. */
    readonly isRepeated?: boolean
  }
  /** Returns the references of rows that belong to this row's product and may precede it. */
  listParts?(row: SourceRow<Field>): readonly string[]
  /**
   * Finds the product of a row.
   * @param above the index of the row, which counts all rows of the file from 0, and the key of the row above it
   */
  place(row: SourceRow<Field>, above: { readonly index: number; readonly previous: string | undefined }): Place<Field>
  /** Fields that a variant takes from its product if its own cell is blank. */
  readonly inherited?: readonly Field[]
  /** Columns that hold options. If the file lacks them, the stored options remain. */
  readonly options?: readonly Field[]
  /**
   * Without this method, the product's own row is its only variant.
   * @returns null if the product is left out
   */
  readVariants?(group: SystemGroup<Field>): VariantSet<Field> | null
  /** Fields of the own sheet whose columns have the same name in the code and are taken as they are. */
  readonly unchanged?: readonly Exclude<Field & VitrineField, 'price'>[]
  /** The other cells of the own sheet: taken from a field, or computed. */
  readonly cells: Readonly<Partial<Record<VitrineField, OwnCell<Field>>>>
  /** Attributes with a column each, by their names. If the file lacks a column, the stored attribute remains. */
  readonly attributeColumns?: Readonly<Record<string, ComputedCell<Field>>>
}

/** Where rows name their languages. */
export interface LanguageFields<Field extends string> {
  /** The code of a row's language. */
  readonly code: Field
  /** The number of a product. */
  readonly number: Field
  /** The number of a variant's product. */
  readonly parent?: Field
  /** The group of a product and its translations. Without it, these have the same number. */
  readonly group?: Field
  /** The name of a product, which translations may lack. */
  readonly name: Field
  /** The variants that a product lists, whose own rows are no products. */
  readonly variations?: Field
  /** Texts of rows that have only what differs from those without a code. */
  readonly viewTexts?: readonly Field[]
  /** Several attributes, of which such rows have only those that differ. */
  readonly attributes?: Field
}

/**
 * The key of the product that a row belongs to, or why the row is rejected. If another product lists the row's reference,
 * the row belongs to that one instead. A blank key means that the field that identifies rows is blank. Later files
 * recognise a product by its key, unless the key begins with `row `.
 */
export type Place<Field extends string> =
  | { readonly key: string; readonly isPart?: boolean; readonly reference?: string }
  | { readonly omitted: string; readonly field: Field }

export type OwnCell<Field extends string> = Field | ComputedCell<Field>

export interface ComputedCell<Field extends string> {
  /**
   * Fields of which messages name the first that is not blank. If the table has none of them, the own sheet lacks the
   * column too.
   */
  readonly from: readonly Field[]
  /** @param row the variant's row if the column belongs to variants, otherwise the product's row */
  read(row: SourceRow<Field>, group: SystemGroup<Field>, index: number): string
}

interface Parent<Field extends string> {
  readonly product: SourceRow<Field>
  readonly inherited: readonly Field[]
}

/** A row of a system's table. */
export class SourceRow<Field extends string> {
  readonly row: CsvRow
  readonly #sheet: CsvSheet<Field>
  readonly #parent: Parent<Field> | undefined

  /** @param parent the row of the product, from which a variant inherits */
  constructor(row: CsvRow, sheet: CsvSheet<Field>, parent?: Parent<Field>) {
    this.row = row
    this.#sheet = sheet
    this.#parent = parent
  }

  /** Returns the column name of a field; undefined if the file lacks it. */
  heading(field: Field): string | undefined {
    return this.#sheet.heading(field)
  }

  read(field: Field): string {
    const own = this.readOwn(field)
    return own === '' && this.#parent?.inherited.includes(field) ? this.#parent.product.read(field) : own
  }

  readOwn(field: Field): string {
    return this.#sheet.read(this.row, field)?.trim() ?? ''
  }

  readLower(field: Field): string {
    return this.read(field).toLowerCase()
  }

  /** Copies the row with another value. */
  with(field: Field, value: string): SourceRow<Field> {
    const index = this.#sheet.indexes.get(field)
    const cells = this.row.cells.map((cell, at) => (at === index ? value : cell))
    return new SourceRow({ ...this.row, cells }, this.#sheet, this.#parent)
  }

  warn(field: Field, reason: string): void {
    this.#sheet.warn(this.row, field, reason)
  }

  reject(field: Field, reason: string): void {
    this.#sheet.reject(this.row, field, reason)
  }

  /** @param value the part of the text that was changed or left out */
  adapt(field: Field, adaptation: Adaptation, value: string): void {
    this.#sheet.adapt(this.row, field, adaptation, value)
  }
}

export interface SystemGroup<Field extends string> extends DraftContext {
  readonly product: SourceRow<Field>
  readonly parts: readonly SourceRow<Field>[]
  /** Whether only the texts count, as those of a further language. */
  readonly isTranslation: boolean
  /** The options that `readVariants` returned. */
  readonly options: VariantSet<Field>['options']
}

export interface VariantSet<Field extends string> {
  /** Options of the variant; messages about an option name its field. */
  readonly options: readonly { readonly name: string; readonly field: Field }[]
  readonly variants: readonly { readonly row: SourceRow<Field>; readonly values: readonly string[] }[]
}
