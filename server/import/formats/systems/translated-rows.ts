import { isSlug } from '../../../../shared/slug.ts'
import { assignSlugs, SluglessProducts } from '../../assign-slugs.ts'
import { abbreviateValue, copyText, readCode, readPlainText } from '../../cells.ts'
import { NAME_MAX_LENGTH, type DraftProduct } from '../../draft-product.ts'
import { foldColumnName, matchColumns, warnOfUnknownColumn } from '../../files/csv-columns.ts'
import { describeCell, isBlankRow, scanCsvRows, type CsvFile, type CsvRow } from '../../files/csv-file.ts'
import { groupRows, LastRowIndexes } from '../../group-rows.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, ScannedProducts } from '../../product-format.ts'
import { NamedCurrencies } from '../../prices.ts'
import { VitrineSheet } from '../vitrine/vitrine-columns.ts'
import { buildVitrineDraft } from '../vitrine/vitrine-product.ts'
import { writeSourceId } from './own-notation.ts'
import { OwnRows } from './own-rows.ts'
import { SourceRow, type Place, type System, type SystemGroup } from './system.ts'

export function buildSystemFormat<Field extends string>(system: System<Field>): ProductFormat {
  return {
    id: system.id,
    name: system.name,
    expectedColumns: system.expectedColumns,
    recognises: (header) => system.recognises(new Set(header.map(foldColumnName))),
    scan: (file, notes) => new SystemFile(system, file, notes).scan(),
  }
}

/** Products with the line of their own rows. */
type Products = SluglessProducts<{ readonly line: number }>

interface ProductRows {
  readonly slug: string
  readonly key: string
  readonly ownRow: CsvRow
  readonly parts: readonly CsvRow[]
}

class SystemFile<Field extends string> {
  readonly #system: System<Field>
  readonly #file: CsvFile
  readonly #notes: ImportNotes
  readonly #indexes: ReadonlyMap<Field, number>
  readonly #ownRows: OwnRows<Field>
  readonly #sheet: VitrineSheet
  readonly #parents = new Map<string, string>()

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

  async scan(): Promise<ScannedProducts> {
    if (this.#system.listParts) await this.#findParents()
    const { id, identity, cells } = this.#system
    const priceFields = typeof cells.price === 'string' ? [cells.price] : (cells.price?.from ?? [])
    const currencies = new NamedCurrencies()
    const products: Products = new SluglessProducts()
    const ends = new LastRowIndexes()
    const place = this.#createPlacer()
    const rowCount = await scanCsvRows(this.#file, (row, index) => {
      const found = place(row, index)
      if (!found || !('key' in found)) return
      const key = copyText(found.key)
      ends.note(key, index)
      const source = this.#read(row)
      currencies.note(priceFields.map((field) => source.read(field)).join(' '))
      if (found.isPart || products.has(key)) return
      const slug = identity.readSlug?.(source).toLowerCase().split('/').findLast(Boolean) ?? ''
      const sku = identity.sku === undefined ? '' : readCode(source.read(identity.sku))
      products.put(
        {
          key,
          name: readPlainText(source.read(identity.name)),
          preferredSlug: isSlug(slug) ? slug : null,
          sourceId: (identity.isStable && writeSourceId(id, key)) || null,
          sku: sku || null,
        },
        { line: row.line },
      )
    })
    const basics = { currency: currencies.single }
    return { rowCount, basics, readDrafts: (context) => this.#readDrafts(products, ends, context) }
  }

  /** Reads the whole file before the rows are placed, because parts may precede their product. */
  async #findParents(): Promise<void> {
    for await (const rows of this.#file.readRows()) {
      for (const row of rows) {
        const source = this.#read(row)
        const parts = this.#system.listParts?.(source) ?? []
        const parent = copyText(source.read(this.#system.identity.row))
        for (const part of parts) if (!this.#parents.has(part)) this.#parents.set(copyText(part), parent)
      }
    }
  }

  #createPlacer(): (row: CsvRow, index: number) => Place<Field> | undefined {
    let previous: string | undefined
    return (row, index) => {
      if (isBlankRow(row)) return undefined
      const place = this.#place(row, index, previous)
      if ('key' in place) previous = place.key
      return place
    }
  }

  #place(row: CsvRow, index: number, previous: string | undefined): Place<Field> {
    return this.#system.place(this.#read(row), { index, parentOf: (key) => this.#parents.get(key), previous })
  }

  async *#readDrafts(found: Products, ends: LastRowIndexes, context: DraftContext) {
    using products = found
    await assignSlugs(products, context)
    const place = this.#createPlacer()
    const keyOf = (row: CsvRow, index: number) => {
      const found = place(row, index)
      if (!found || 'key' in found) return found?.key
      this.#notes.reject({ ...this.#describe(row, found.field), reason: found.omitted })
      return undefined
    }
    for await (const { key, rows } of groupRows(this.#file.readRows(), ends, keyOf, context.onRows)) {
      const product = products.find(key)
      const ownRow = rows.find(({ line }) => line === product?.details.line)
      if (product?.slug && ownRow) {
        const { slug, preferredSlug } = product
        const parts = rows.filter((row) => row !== ownRow)
        const group = { slug, key, ownRow, parts }
        const result = this.#sheet.buildResult(slug, () => this.#readDraft(group, context), rows)
        yield { ...result, hasGivenSlug: preferredSlug !== null }
      } else this.#rejectOrphans(rows)
    }
  }

  #readDraft({ slug, key, ownRow, parts }: ProductRows, context: DraftContext): DraftProduct | null {
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
    const place = this.#place(row, 0, key)
    if ('key' in place && place.isPart) return true
    this.#sheet.reject(own, 'slug', `line ${first.line} already has this product`)
    return false
  }

  #rejectOrphans(rows: readonly CsvRow[]): void {
    const reason = 'the row is a variant of a product that is not in this file; add the row of the product'
    for (const row of rows) this.#notes.reject({ ...this.#describe(row, this.#system.identity.row), reason })
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
