import { isSlug } from '../../../../shared/slug.ts'
import { abbreviateValue, readCode, readPlainText } from '../../cells.ts'
import { NAME_MAX_LENGTH, type DraftProduct } from '../../draft-product.ts'
import { foldColumnName, matchColumns, warnOfUnknownColumn } from '../../files/csv-columns.ts'
import { describeCell, type CsvFile, type CsvRow } from '../../files/csv-file.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, ScannedProducts } from '../../product-format.ts'
import type { Stage } from '../../stage.ts'
import { stageProducts, type Placement, type ProductGroup } from '../staged-products.ts'
import { VitrineSheet } from '../vitrine/vitrine-columns.ts'
import { buildVitrineDraft } from '../vitrine/vitrine-product.ts'
import { writeSourceId } from './own-notation.ts'
import { OwnRows } from './own-rows.ts'
import { SourceRow, type System, type SystemGroup } from './system.ts'

export function buildSystemFormat<Field extends string>(system: System<Field>): ProductFormat {
  return {
    id: system.id,
    name: system.name,
    expectedColumns: system.expectedColumns,
    recognises: (header) => system.recognises(new Set(header.map(foldColumnName))),
    scan: (file, notes) => new SystemFile(system, file, notes).scan(),
  }
}

class SystemFile<Field extends string> {
  readonly #system: System<Field>
  readonly #file: CsvFile
  readonly #notes: ImportNotes
  readonly #indexes: ReadonlyMap<Field, number>
  readonly #ownRows: OwnRows<Field>
  readonly #sheet: VitrineSheet
  #previous: string | undefined

  constructor(system: System<Field>, file: CsvFile, notes: ImportNotes) {
    const { indexes, others } = matchColumns(file, file.header, system.columns, system.required)
    for (const { name } of others)
      if (!system.ignored.test(foldColumnName(name))) warnOfUnknownColumn(file, name, notes)
    for (const { field, unless, reason } of system.hints ?? []) {
      const column = file.header[indexes.get(field) ?? -1]
      if (column === undefined || (unless !== undefined && indexes.has(unless))) continue
      notes.warn({ file: file.name, line: file.headerLine, column, value: null, reason })
    }
    this.#system = system
    this.#file = file
    this.#notes = notes
    this.#indexes = indexes
    this.#ownRows = new OwnRows(system, file, indexes)
    this.#sheet = new VitrineSheet(this.#ownRows.file, notes)
  }

  scan(): Promise<ScannedProducts> {
    const { price } = this.#system.cells
    const priceFields = typeof price === 'string' ? [price] : (price?.from ?? [])
    return stageProducts(this.#file, {
      reader: this.#sheet,
      readPrices: (row) => priceFields.map((field) => this.#read(row).read(field)).join(' '),
      place: (row, index, stage) => this.#placeRow(row, index, stage),
      reject: (row) => this.#reject(row),
      build: (group, context) => this.#buildDraft(group, context),
    })
  }

  #placeRow(row: CsvRow, index: number, stage: Stage): Placement {
    const source = this.#read(row)
    const { id, identity, listParts } = this.#system
    const place = this.#system.place(source, { index, previous: this.#previous })
    if ('omitted' in place) return { key: null }
    const { key, isPart, reference } = place
    this.#previous = key
    if (isPart) return { key, reference }
    for (const part of listParts?.(source) ?? []) stage.claim(part, key, row.line)
    const slug = identity.readSlug?.(source).toLowerCase().split('/').findLast(Boolean) ?? ''
    const sku = identity.sku === undefined ? '' : readCode(source.read(identity.sku))
    const product = {
      key,
      name: readPlainText(source.read(identity.name)),
      givenSlug: isSlug(slug) ? slug : null,
      sourceId: (identity.isStable && writeSourceId(id, key)) || null,
      sku: sku || null,
    }
    return { key, reference, product }
  }

  #reject(row: CsvRow): void {
    const place = this.#system.place(this.#read(row), { index: 0, previous: undefined })
    const { field, reason } =
      'omitted' in place
        ? { field: place.field, reason: place.omitted }
        : {
            field: this.#system.identity.row,
            reason: 'the row is a variant of a product that is not in this file; add the row of the product',
          }
    this.#notes.reject({ ...this.#describe(row, field), reason }, row.number)
  }

  #buildDraft({ slug, key, rows: [ownRow, ...parts] }: ProductGroup, context: DraftContext): DraftProduct | null {
    if (!this.#sheet.checkCellCount(this.#ownRows.place(ownRow, ownRow))) return null
    const product = this.#read(ownRow)
    const group: SystemGroup<Field> = {
      product,
      parts: parts.filter((row) => this.#isPart(row, ownRow, key)).map((row) => this.#read(row)),
      currency: context.currency,
      locale: context.locale,
      isTranslation: context.isTranslation ?? false,
      timeZone: context.timeZone,
      now: context.now,
      warn: (source, field, reason) => this.#notes.warn({ ...this.#describe(source.row, field), reason }),
    }
    const set = this.#system.readVariants?.(group)
    const { options, variants } = set?.variants.length ? set : { options: [], variants: [{ row: product, values: [] }] }
    const rows = variants.map((variant, index) => this.#ownRows.translate(key, group, variant, options, index))
    const [row] = rows
    if (!row) return null
    const name = this.#sheet.readText(row, 'name', NAME_MAX_LENGTH)
    if (!name) {
      this.#sheet.reject(row, 'name', 'the name is missing; the product was left out')
      return null
    }
    let [first, ...others] = rows
    while (first) {
      const draft = buildVitrineDraft(this.#sheet, { slug, name, rows: [first, ...others] }, context.currency)
      if (draft) return draft
      // The first variant was rejected, so the next one becomes the first.
      const [next, ...rest]: typeof others = others
      first = next && this.#ownRows.moveProduct(first, next)
      others = rest
    }
    return null
  }

  #isPart(row: CsvRow, first: CsvRow, key: string): boolean {
    const own = this.#ownRows.place(first, row)
    if (!this.#sheet.checkCellCount(own)) return false
    const place = this.#system.place(this.#read(row), { index: 0, previous: key })
    if ('key' in place && (place.isPart || place.key !== key)) return true
    this.#sheet.reject(own, 'slug', `line ${first.line} already has this product`)
    return false
  }

  #describe(row: CsvRow, field: Field) {
    const source = this.#read(row)
    const { name, row: id } = this.#system.identity
    const product = abbreviateValue(source.read(name) || source.read(id))
    return { ...describeCell(this.#file, row, this.#indexes.get(field)), ...(product !== null && { product }) }
  }

  #read(row: CsvRow): SourceRow<Field> {
    return new SourceRow(row, this.#indexes)
  }
}
