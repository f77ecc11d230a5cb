import { isSlug } from '../../../../shared/slug.ts'
import { suggestSlug } from '../../assign-slugs.ts'
import { readCode, readPlainText } from '../../cells.ts'
import { LIMITS } from '../../draft-product.ts'
import { foldColumnName, matchColumns, warnOfUnknownColumn } from '../../files/csv-columns.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
import { noticeOfColumn, type ImportNotes } from '../../import-report.ts'
import type { DraftContext, ProductFormat, ScannedProducts } from '../../product-format.ts'
import { type Placement, type ProductGroup, stageProducts } from '../../stage.ts'
import { splitByLanguage } from '../language-rows.ts'
import { VARIANT_FIELDS, VITRINE_COLUMNS, type VitrineField, VitrineSheet } from '../vitrine/vitrine-columns.ts'
import { buildVitrineDraft } from '../vitrine/vitrine-format.ts'
import { writeSourceId } from './own-notation.ts'
import { type OwnCell, type Place, SourceRow, type System, type SystemGroup, type VariantSet } from './system.ts'

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
      const products = await scanSystem(build(file), file, notes)
      return { ...products, basics: { ...products.basics, locale: readLocale?.(listNames(file.header)) } }
    },
    ...(languages && {
      splitByLanguage(file, wanted, notes) {
        const { indexes } = matchSourceColumns(build(file), file)
        return splitByLanguage(new CsvSheet(file, indexes, notes, []), languages, wanted, notes)
      },
    }),
  }
}

function matchSourceColumns<Field extends string>(system: System<Field>, file: CsvFile) {
  const headings = system.foldHeading ? file.header.map((name) => system.foldHeading!(name)) : file.header
  return matchColumns(file, headings, system.columns, system.required)
}

const MISSING_PRODUCT = 'the row is a variant of a product that is not in this file; add the row of the product'

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
    rejected: notes.rejected,
    warn: (notice, isOfText) => isNew(notice) && notes.warn(notice, isOfText),
    reject: (notice, rowNumber) => isNew(notice, rowNumber) && notes.reject(notice, rowNumber),
    adapt: (adaptation, place) => isNew(adaptation, place) && notes.adapt(adaptation, place),
    recordRejectedProduct: (rowNumbers) => notes.recordRejectedProduct(rowNumbers),
  }
}

/** A product with its variants. */
interface OwnGroup<Field extends string> extends SystemGroup<Field>, VariantSet<Field> {
  readonly key: string
  readonly name: string
}

/** A row of the own sheet. */
interface OwnRow<Field extends string> extends CsvRow {
  readonly group: OwnGroup<Field>
  readonly variant: SourceRow<Field>
}

/** A column of the own sheet. */
interface OwnColumn<Field extends string> {
  readonly name: string
  readonly isOfVariant: boolean
  /** Fields of which messages name the first that is not blank. */
  readonly from: readonly Field[]
  /** Index of the option whose field messages name instead. */
  readonly option?: number
  read(row: SourceRow<Field>, group: OwnGroup<Field>, index: number): string
}

/** Reads the export of a shop system and translates its products to rows of Vitrine's own sheet. */
async function scanSystem<Field extends string>(
  system: System<Field>,
  file: CsvFile,
  given: ImportNotes,
): Promise<ScannedProducts> {
  const { id, identity, required, ignoresBlankColumns = false, inherited = [], listParts, readVariants } = system
  const { areKeysSlugs = false, nameGroup } = identity
  const { indexes: found, others } = matchSourceColumns(system, file)
  for (const { name, index } of others)
    if (!system.ignored.test(foldColumnName(name))) warnOfUnknownColumn(file, file.header[index] ?? name, given)
  for (const { field, unless, reason } of system.hints ?? []) {
    const column = file.header[found.get(field) ?? -1]
    if (column !== undefined && !(unless !== undefined && found.has(unless)))
      given.warn(noticeOfColumn(file, column, reason))
  }
  const reported = new Set<string>()
  const notes = reportOnce(given, reported)
  const indexes = new Map(found)
  const source = new CsvSheet(file, indexes, notes, [identity.name, identity.row])
  const read = (row: CsvRow) => new SourceRow(row, source)
  let previousKey: string | undefined

  function placeRow(row: SourceRow<Field>, index: number): Placement {
    const place = findPlace(system, row, index, previousKey)
    if ('omitted' in place) return { key: null }
    const { key, isPart, reference } = place
    previousKey = key
    if (isPart) return { key, reference }
    const slug = identity.readSlug?.(row).toLowerCase().split('/').findLast(Boolean) ?? ''
    const isStable = !areKeysSlugs && !key.startsWith('row ')
    const product = {
      name: readPlainText(identity.readName?.(row) ?? row.read(identity.name)),
      givenSlug: isSlug(slug) ? slug : null,
      sourceId: (isStable && writeSourceId(id, key)) || null,
      sku: (identity.sku && readCode(row.read(identity.sku))) || null,
    }
    return { key, reference, claims: listParts?.(row) ?? [], product }
  }

  function rejectRow(row: SourceRow<Field>, locale: string): void {
    const place = findPlace(system, row)
    const [field, reason] = 'omitted' in place ? [place.field, place.omitted] : [identity.row, MISSING_PRODUCT]
    const proposal = areKeysSlugs ? suggestSlug([row.read(identity.name), row.read(identity.row)], locale) : ''
    row.reject(field, reason + proposal)
  }

  function isPart(row: SourceRow<Field>, product: SourceRow<Field>, key: string): boolean {
    if (!source.checkCellCount(row.row)) return false
    const place = findPlace(system, row, 0, key)
    if (identity.isRepeated || ('key' in place && (place.isPart || place.key !== key))) return true
    row.reject(identity.row, `line ${product.row.line} already has this product`)
    return false
  }

  function buildDraft({ slug, key, name: stagedName, sourceId, rows }: ProductGroup, context: DraftContext) {
    const [product, ...rest] = rows.map(read) as [SourceRow<Field>, ...SourceRow<Field>[]]
    reported.clear()
    if (!source.checkCellCount(product.row)) return null
    const parts = rest
      .filter((row) => isPart(row, product, key))
      .map(({ row }) => new SourceRow(row, source, { product, inherited }))
    const group: SystemGroup<Field> = { ...context, product, parts, isTranslation: sheet.onlyTexts, options: [] }
    const set = readVariants?.(group)
    if (set === null) return null
    const { options, variants } = set?.variants.length ? set : { options: [], variants: [{ row: product, values: [] }] }
    const own = { ...group, key, name: stagedName, options, variants }
    const [first, ...more] = variants.map(({ row }, index) => translate(columns, own, row, index))
    const name = first && sheet.readText(first, 'name', LIMITS.name)
    if (!name) {
      product.reject(identity.name, 'the name is missing; the product was left out')
      return null
    }
    const draft = buildVitrineDraft(sheet, { slug, name, rows: [first, ...more] }, context.currency, areKeysSlugs)
    return draft && { ...draft, line: product.row.line, fields: { ...draft.fields, sourceId: sourceId ?? undefined } }
  }

  /** Columns that count as missing, because they are blank in all rows up to now. */
  const blank = new Set(ignoresBlankColumns ? indexes.keys() : [])
  for (const field of required) blank.delete(field)
  const { price } = system.cells
  const priceFields = typeof price === 'string' ? [price] : (price?.from ?? [])
  const products = await stageProducts(file, notes, {
    areKeysSlugs,
    readPrices: (row) => priceFields.map((field) => read(row).read(field)).join(' '),
    place: (row, index) => {
      const own = read(row)
      for (const field of blank) if (own.read(field) !== '') blank.delete(field)
      return placeRow(own, index)
    },
    nameGroup: nameGroup && ((rows) => readPlainText(nameGroup(rows.map(read)))),
    reject: (row, { locale }) => rejectRow(read(row), locale),
    build: buildDraft,
  })
  for (const field of blank) indexes.delete(field)
  // Drafts are read only now that the columns with values are known.
  const columns = listColumns(system, source)
  const ownFile: CsvFile = {
    name: file.name,
    headerLine: file.headerLine,
    header: columns.map(({ name }) => name),
    originOf: (row, index, part) => findOrigin(source, row as OwnRow<Field>, columns[index], part),
    async *readRows() {},
  }
  const sheet = new VitrineSheet(ownFile, notes)
  return products
}

function findPlace<Field extends string>(
  system: System<Field>,
  row: SourceRow<Field>,
  index = 0,
  previous?: string,
): Place<Field> {
  const place = system.place(row, { index, previous })
  const { row: field } = system.identity
  if (!('key' in place) || place.key !== '') return place
  return { omitted: `the ${row.heading(field)} is missing`, field }
}

function listColumns<Field extends string>(
  { unchanged = [], cells, attributeColumns = {}, options = [], identity }: System<Field>,
  source: CsvSheet<Field>,
): readonly OwnColumn<Field>[] {
  const given = { ...Object.fromEntries(unchanged.map((field) => [field, field])), ...cells }
  const has = (field: Field) => source.has(field)
  const computed = [
    ...(Object.entries(given) as [VitrineField, OwnCell<Field>][]).map(([field, cell]) =>
      buildColumn(VITRINE_COLUMNS[field][0], cell, VARIANT_FIELDS.has(field)),
    ),
    ...Object.entries(attributeColumns).map(([name, cell]) => buildColumn(`Attribute: ${name}`, cell, false)),
  ]
  return [
    { name: VITRINE_COLUMNS.slug[0], isOfVariant: true, from: [identity.row], read: (_row, { key }) => key },
    { name: VITRINE_COLUMNS.name[0], isOfVariant: false, from: [identity.name], read: (_row, { name }) => name },
    ...computed.filter(({ from }) => from.some(has)),
    ...(options.some(has) ? [0, 1, 2, 3, 4, 5].flatMap((option) => buildOptionColumns<Field>(option)) : []),
  ]
}

function translate<Field extends string>(
  columns: readonly OwnColumn<Field>[],
  group: OwnGroup<Field>,
  variant: SourceRow<Field>,
  index: number,
): OwnRow<Field> {
  const cells = columns.map(({ name, isOfVariant, read }) => {
    // The own sheet reads the fields of a product from its first row. Messages about other rows need only its name.
    if (!isOfVariant && index > 0 && name !== VITRINE_COLUMNS.name[0]) return ''
    return read(isOfVariant ? variant : group.product, group, index)
  })
  return { ...variant.row, cells, group, variant }
}

/**
 * Finds the first cell that is not blank. A variant inherits cells other than options from its product.
 * @param part of a cell whose lines are in several rows of the product
 */
function findOrigin<Field extends string>(
  source: CsvSheet<Field>,
  { group, variant }: OwnRow<Field>,
  { from, option, isOfVariant }: Omit<OwnColumn<Field>, 'read' | 'name'> = { from: [], isOfVariant: false },
  part = '',
): ReturnType<NonNullable<CsvFile['originOf']>> {
  const fields = option === undefined ? from : group.options.slice(option, option + 1).map(({ field }) => field)
  const { product, parts } = group
  const hasPart = (row: SourceRow<Field>) => fields.some((field) => row.read(field).includes(part))
  const ofProduct = isOfVariant ? [variant, product] : [[product, ...parts].find(hasPart) ?? product]
  const rows = option === undefined ? ofProduct : [variant]
  const cells = rows.flatMap((row) => fields.map((field) => ({ row, field })))
  const found =
    cells.find(({ row, field }) => row.readOwn(field) !== '') ?? cells.find(({ field }) => source.has(field))
  const { row } = found?.row ?? rows[0]!
  return { file: source.file, row, index: found && source.indexes.get(found.field) }
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
