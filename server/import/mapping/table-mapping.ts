/**
 * How a table's columns become columns of Vitrine's own sheet. Files `*.mapping.json` have the same keys.
 */
export interface TableMapping {
  /** By the column's name; null for a column that is not imported. */
  readonly columns: Readonly<Record<string, ColumnTarget | null>>
  /** Values for all rows by column of the own sheet; a cell that is not blank goes before. */
  readonly fixed?: Readonly<Record<string, string>> | undefined
  /** Other columns become attributes by default. */
  readonly otherColumns?: 'attributes' | 'ignore' | undefined
  readonly decimalSign?: '.' | ',' | undefined
  /** Separates the entries of a cell. */
  readonly listSeparator?: string | undefined
  readonly delimiter?: string | undefined
  readonly encoding?: string | undefined
  /** Name of the sheet of a workbook. */
  readonly sheet?: string | undefined
  /** Row number of the column names, from 1. */
  readonly headerRow?: number | undefined
}

export interface ColumnTarget {
  /** A column of the own sheet such as `Price`, or `Attribute: Material`, `Option: Colour`, `Currency`. */
  readonly to: string
  /** Unit of numbers without one: of mass for weights, any for attributes. */
  readonly unit?: string | undefined
  /** Separates the entries of a cell, in place of `listSeparator`. */
  readonly separator?: string | undefined
}
