import { isSlug } from '../../../../shared/slug.ts'
import { suggestSlug } from '../../assign-slugs.ts'
import { abbreviateValue, readCode, readPlainText } from '../../cells.ts'
import { NAME_MAX_LENGTH, type DraftProduct } from '../../draft-product.ts'
import { foldColumnName, matchColumns, warnOfUnknownColumn } from '../../files/csv-columns.ts'
import { describeCell, type CsvFile, type CsvRow } from '../../files/csv-file.ts'
import type { ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, ScannedProducts } from '../../product-format.ts'
import type { Stage } from '../../stage.ts'
import { splitByLanguage } from '../language-rows.ts'
import { stageProducts, type Placement, type ProductGroup } from '../staged-products.ts'
import { VitrineSheet } from '../vitrine/vitrine-columns.ts'
import { buildVitrineDraft } from '../vitrine/vitrine-product.ts'
import { writeSourceId } from './own-notation.ts'
import { OwnRows } from './own-rows.ts'
import { SourceRow, type SourceColumns, type System, type SystemGroup } from './system.ts'

/** @param given a function if the columns or cells of the system depend on the table */
export function buildSystemFormat<Field extends string>(
  given: System<Field> | ((table?: CsvFile) => System<Field>),
): ProductFormat {
  const build = typeof given === 'function' ? given : () => given
  const { id, name, expectedColumns, recognises, languages, readLocale, foldHeading = (heading) => heading } = build()
  const listNames = (header: readonly string[]) => new Set(header.map((each) => foldColumnName(foldHeading(each))))
  return {
    id,
    name,
    expectedColumns,
    recognises: (header) => recognises(listNames(header)),
    async scan(file, notes) {
      const products = await new SystemFile(build(file), file, notes).scan()
      return { ...products, basics: { ...products.basics, locale: readLocale?.(listNames(file.header)) } }
    },
    ...(languages && {
      splitByLanguage(file, wanted, notes) {
        const { indexes } = matchSourceColumns(build(file), file)
        return splitByLanguage({ file, columns: { header: file.header, indexes }, fields: languages }, wanted, notes)
      },
    }),
  }
}

function matchSourceColumns<Field extends string>(system: System<Field>, file: CsvFile) {
  const headings = system.foldHeading ? file.header.map((name) => system.foldHeading!(name)) : file.header
  return matchColumns(file, headings, system.columns, system.required)
}

const MISSING_PRODUCT = 'the row is a variant of a product that is not in this file; add the row of the product'

/** The claim of a product, or of one of its variants, for its SKU, by which groups include it. */
function skuCode(sku: string): string {
  return `sku:${sku.toLowerCase()}`
}

/**
 * Several variants of a product may have one row, whose faults are reported once.
 * @param reported the notices about the product, which are cleared before the next one
 */
function reportOnce(notes: ImportNotes, reported: Set<string>): ImportNotes {
  const isNew = (...notice: unknown[]) => {
    const key = JSON.stringify(notice)
    return !reported.has(key) && reported.add(key)
  }
  return {
    onlyTexts: notes.onlyTexts ?? false,
    warn: (notice, isOfText) => isNew(notice) && notes.warn(notice, isOfText),
    reject: (notice, rowNumber) => isNew(notice, rowNumber) && notes.reject(notice, rowNumber),
    adapt: (adaptation, place) => isNew(adaptation, place) && notes.adapt(adaptation, place),
    recordRejectedProduct: (rowNumbers) => notes.recordRejectedProduct(rowNumbers),
  }
}

class SystemFile<Field extends string> {
  readonly #system: System<Field>
  readonly #file: CsvFile
  readonly #notes: ImportNotes
  readonly #reported = new Set<string>()
  /** Columns that count as missing, because they are blank in all rows up to now. */
  readonly #blank: Set<Field>
  #columns: SourceColumns<Field>
  /** Built once all rows were read. */
  #ownRows!: OwnRows<Field>
  #sheet!: VitrineSheet
  #previous: string | undefined

  constructor(system: System<Field>, file: CsvFile, notes: ImportNotes) {
    const { header } = file
    const { indexes, others } = matchSourceColumns(system, file)
    for (const { name, index } of others)
      if (!system.ignored.test(foldColumnName(name))) warnOfUnknownColumn(file, header[index] ?? name, notes)
    for (const { field, unless, reason } of system.hints ?? []) {
      const column = header[indexes.get(field) ?? -1]
      if (column === undefined || (unless !== undefined && indexes.has(unless))) continue
      notes.warn({ file: file.name, line: file.headerLine, column, value: null, reason })
    }
    this.#system = system
    this.#blank = new Set(system.ignoresBlankColumns ? indexes.keys() : [])
    for (const field of system.required) this.#blank.delete(field)
    this.#file = file
    this.#notes = reportOnce(notes, this.#reported)
    this.#columns = { header, indexes }
  }

  async scan(): Promise<ScannedProducts> {
    const { price } = this.#system.cells
    const { areKeysSlugs = false, nameGroup } = this.#system.identity
    const priceFields = typeof price === 'string' ? [price] : (price?.from ?? [])
    const products = await stageProducts(this.#file, {
      areKeysSlugs,
      reader: { buildResult: (...values) => this.#sheet.buildResult(...values) },
      readPrices: (row) => priceFields.map((field) => this.#read(row).read(field)).join(' '),
      place: (row, index, stage) => this.#placeRow(row, index, stage),
      regroup: (stage) => {
        if (nameGroup) stage.rename((rows) => readPlainText(nameGroup(rows.map((row) => this.#read(row)))))
      },
      reject: (row, { locale }) => this.#reject(row, locale),
      build: (group, context, stage) => this.#buildDraft(group, context, stage),
    })
    const { header, indexes } = this.#columns
    this.#columns = { header, indexes: new Map([...indexes].filter(([field]) => !this.#blank.has(field))) }
    this.#ownRows = new OwnRows(this.#system, this.#file, this.#columns)
    this.#sheet = new VitrineSheet(this.#ownRows.file, this.#notes)
    return products
  }

  #placeRow(row: CsvRow, index: number, stage: Stage): Placement {
    const source = this.#read(row)
    const { id, identity, included, listParts } = this.#system
    for (const field of this.#blank) if (source.read(field) !== '') this.#blank.delete(field)
    const place = this.#system.place(source, { index, previous: this.#previous })
    if ('omitted' in place) return { key: null }
    const { key, isPart, reference } = place
    this.#previous = key
    const sku = identity.sku === undefined ? '' : readCode(source.read(identity.sku))
    if (included && sku !== '') stage.claim(skuCode(sku), reference ?? key)
    if (isPart) return { key, reference }
    for (const part of listParts?.(source) ?? []) stage.claim(part, key)
    const slug = identity.readSlug?.(source).toLowerCase().split('/').findLast(Boolean) ?? ''
    const isStable = typeof identity.isStable === 'boolean' ? identity.isStable : identity.isStable(key)
    const product = {
      key,
      name: readPlainText(identity.readName?.(source) ?? source.read(identity.name)),
      givenSlug: isSlug(slug) ? slug : null,
      sourceId: (isStable && writeSourceId(id, key)) || null,
      sku: sku || null,
    }
    return { key, reference, product }
  }

  #reject(row: CsvRow, locale: string): void {
    const source = this.#read(row)
    const { identity } = this.#system
    const place = this.#system.place(source, { index: 0, previous: undefined })
    const { row: id, name } = identity
    const [field, reason] = 'omitted' in place ? [place.field, place.omitted] : [id, MISSING_PRODUCT]
    const proposal = identity.areKeysSlugs ? suggestSlug([source.read(name), source.read(id)], locale) : ''
    this.#notes.reject({ ...this.#describe(row, field), reason: reason + proposal }, row.number)
  }

  async #buildDraft(staged: ProductGroup, context: DraftContext, stage: Stage): Promise<DraftProduct | null> {
    const { slug, key, sourceId, rows } = staged
    const [ownRow, ...parts] = rows
    this.#reported.clear()
    if (!this.#sheet.checkCellCount(this.#ownRows.place(ownRow, ownRow))) return null
    const product = this.#read(ownRow)
    const group: SystemGroup<Field> = {
      ...context,
      product,
      parts: parts.filter((row) => this.#isPart(row, ownRow, key)).map((row) => this.#read(row)),
      isTranslation: this.#sheet.onlyTexts,
      includes: await this.#findIncluded(staged, product, context, stage),
      optionNames: [],
      warn: (source, field, reason) => this.#warn(source, field, reason),
      reject: (source, field, reason) =>
        this.#sheet.rejectAt({ ...this.#describe(source.row, field), reason }, source.row),
      adapt: (source, field, adaptation, value) =>
        this.#notes.adapt(adaptation, { ...this.#describe(source.row, field), value: abbreviateValue(value) }),
    }
    const set = this.#system.readVariants?.(group)
    if (set === null) return null
    const { options, variants } = set?.variants.length ? set : { options: [], variants: [{ row: product, values: [] }] }
    const named = { ...group, optionNames: options.map(({ name }) => name) }
    const [row, ...others] = variants.map((variant, index) =>
      this.#ownRows.translate(staged, named, variant, options, index),
    )
    if (!row) return null
    const name = this.#sheet.readText(row, 'name', NAME_MAX_LENGTH)
    if (!name) {
      this.#sheet.reject(row, 'name', 'the name is missing; the product was left out')
      return null
    }
    const own = { slug, name, rows: [row, ...others] as const }
    const { areKeysSlugs = false } = this.#system.identity
    const draft = buildVitrineDraft(this.#sheet, own, context.currency, areKeysSlugs)
    return draft && { ...draft, line: ownRow.line, sourceId: sourceId ?? undefined }
  }

  /** Finds other products in this file, or stored by an earlier import. */
  async #findIncluded(
    { slug }: ProductGroup,
    product: SourceRow<Field>,
    { stored }: DraftContext,
    stage: Stage,
  ): Promise<readonly string[]> {
    const { id, included } = this.#system
    const slugs = new Set<string>()
    for (const { text, key } of included?.list(product) ?? []) {
      const [kind, code] = key === undefined ? (['sku', text] as const) : (['source', writeSourceId(id, key)] as const)
      const claimed = key ?? stage.findClaim(skuCode(text)) ?? ''
      // A variant has the reference of its product.
      const own = stage.find(claimed) ?? stage.find(stage.findClaim(claimed) ?? '')
      const other = own ?? (await stored.listProductsByIdentifier(kind, code))[0]
      if (other?.slug && other.slug !== slug) slugs.add(other.slug)
      else if (included) this.#warn(product, included.field, `there is no other product "${text}"; it was left out`)
    }
    return [...slugs]
  }

  #isPart(row: CsvRow, first: CsvRow, key: string): boolean {
    const own = this.#ownRows.place(first, row)
    if (!this.#sheet.checkCellCount(own)) return false
    if (this.#system.identity.isRepeated) return true
    const place = this.#system.place(this.#read(row), { index: 0, previous: key })
    if ('key' in place && (place.isPart || place.key !== key)) return true
    this.#sheet.reject(own, 'slug', `line ${first.line} already has this product`)
    return false
  }

  #warn(source: SourceRow<Field>, field: Field, reason: string): void {
    this.#notes.warn({ ...this.#describe(source.row, field), reason })
  }

  #describe(row: CsvRow, field: Field) {
    const source = this.#read(row)
    const { name, row: id } = this.#system.identity
    const product = abbreviateValue(source.read(name) || source.read(id))
    return { ...describeCell(this.#file, row, this.#columns.indexes.get(field)), ...(product !== null && { product }) }
  }

  #read(row: CsvRow): SourceRow<Field> {
    return new SourceRow(row, this.#columns)
  }
}
