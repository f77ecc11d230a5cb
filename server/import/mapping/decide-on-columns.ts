import type { ColumnTarget } from './mapping-file.ts'
import { findUnit } from '../../catalog/rules/units.ts'
import { splitTranslatedColumn } from '../files/csv-columns.ts'
import {
  isTranslatedColumn,
  isTranslatedField,
  VITRINE_COLUMNS,
  type VitrineField,
} from '../formats/vitrine/vitrine-columns.ts'
import { foldHeading, foldWords, listMeanings, splitHeading, type HeadingMeaning } from './heading-names.ts'
import { isPriceBase, PUBLIC_PRICES, readPriceHeading, type PriceKind } from './price-headings.ts'

export interface SampledColumn {
  readonly key: string
  readonly heading: string
  /** One for each of the first rows; '' for a blank cell. */
  readonly values: readonly string[]
}

export interface Decision {
  /** Null if the column is not imported. */
  readonly target: ColumnTarget | null
  /** Why the column is not imported, or what the owner should check. */
  readonly reason: string
  /** Whether the column could be taken for the price, so that the report of the import names it. */
  readonly isKeptBack?: boolean
}

/** An unknown column becomes an attribute, unless it looks like a price or is meant for the owner. */
export function decideOnUnknown(heading: string, key: string): Decision {
  const price = readPriceHeading(heading)
  const priceReason = price && (NOT_THE_PRICE[price] ?? 'about prices')
  const reason = heading === '' ? 'the column has no name' : (priceReason ?? readInternalReason(heading))
  return reason === undefined ? { target: { to: `Attribute: ${key}` }, reason: '' } : { target: null, reason }
}

/** Fields of which a second column would be wrong as an attribute. */
// prettier-ignore
const ONCE: ReadonlySet<HeadingMeaning> = new Set([
  'slug', 'name', 'sku', 'gtin', 'mpn', 'shortDescription', 'description', 'availability', 'visibility',
  'externalLink', 'metaTitle', 'metaDescription',
])

const SEVERAL: ReadonlySet<VitrineField> = new Set(['images', 'documents', 'equivalents', 'tags'])

/** Decides about all columns, first about those whose headings are known. */
export function decideOnColumns(columns: readonly SampledColumn[]): readonly (SampledColumn & Decision)[] {
  const decisions = new Map<SampledColumn, Decision>()
  const takenBy = new Map<VitrineField, SampledColumn>()
  ignoreTranslations()
  decideOnPrices()
  decideByHeading()
  decideOnOptions()
  return columns.map((column) => ({
    ...column,
    ...(decisions.get(column) ?? decideOnUnknown(column.heading, column.key)),
  }))

  /** A text in another language must not replace that of the first one. */
  function ignoreTranslations(): void {
    for (const column of columns) {
      const { name, language } = splitTranslatedColumn(column.heading) ?? {}
      const isText = listMeanings(name ?? '').some(({ meaning }) => isTranslatedField(meaning))
      if (name !== undefined && (isText || isTranslatedColumn(column.heading)))
        ignore(column, `a text in the language "${language}", which needs a column "Slug"`)
    }
  }

  function decideOnPrices(): void {
    const base = columns.find(
      ({ heading, values }) =>
        isPriceBase(heading) && values.some((value) => value !== '' && !/^1(?:[.,]0+)?$/.test(value)),
    )
    const prices = listOpen()
      // The headings of base prices look like those of prices.
      .filter(({ heading }) => !listMeanings(heading).some(({ meaning }) => /^unit(?:Quantity|Base)$/.test(meaning)))
      .map((column) => ({ column, kind: readPriceHeading(column.heading) }))
    const [chosen] = PUBLIC_PRICES.flatMap((kind) => prices.filter((price) => price.kind === kind))
    for (const { column, kind } of prices) {
      if (kind === undefined) continue
      const reason = NOT_THE_PRICE[kind]
      if (reason !== undefined) ignore(column, reason, kind === 'cost')
      else if (kind === 'former' && chosen && !base) assign(column, 'compareAtPrice', 'shown as the former price')
      else if (!chosen) ignore(column, 'another price', true)
      else if (column !== chosen.column) ignore(column, `another price; "${chosen.column.heading}" is taken`, true)
      else if (base) ignore(column, `"${base.heading}" says that it is for several pieces; divide it first`)
      else assign(column, 'price', PRICE_REMARKS[kind])
    }
  }

  function decideByHeading(): void {
    const found = listOpen().flatMap((column) =>
      listMeanings(column.heading).map((meaning) => ({ column, ...meaning })),
    )
    for (const { column, meaning } of found.toSorted((left, right) => left.rank - right.rank)) {
      // No unit is guessed, so a weight without one becomes an attribute.
      const lacksUnit = meaning === 'weight' && findUnitOf(column.heading) === undefined
      if (decisions.has(column) || meaning === 'subcategory' || meaning === 'option' || lacksUnit) continue
      if (meaning === 'currency') decisions.set(column, { target: { to: 'Currency' }, reason: '' })
      else if (SEVERAL.has(meaning) || !takenBy.has(meaning)) {
        const reason = meaning === 'availability' ? 'a number becomes "in stock" or "out of stock"' : ''
        assign(column, meaning, reason)
      }
    }
    // Tables without a column for names usually have a description of a few words instead.
    const text = takenBy.get('shortDescription') ?? takenBy.get('description')
    if (!takenBy.has('name') && text) assign(text, 'name')
    for (const { column, meaning } of found) {
      if (decisions.has(column)) continue
      const first = takenBy.get(meaning as VitrineField)
      if (meaning === 'subcategory' && takenBy.has('category')) assign(column, 'category', 'a level below')
      else if (first && meaning === 'name' && withoutNumber(first.heading) === withoutNumber(column.heading))
        assign(column, 'name', `added to "${first.heading}"`)
      else if (first && ONCE.has(meaning))
        ignore(column, `"${first.heading}" is taken as ${VITRINE_COLUMNS[meaning as VitrineField][0]}`)
    }
  }

  /** If names repeat, columns such as colours and sizes may tell the products apart. */
  function decideOnOptions(): void {
    const name = takenBy.get('name')
    if (!name || new Set(name.values).size === name.values.length || name.values.includes('')) return
    const options = listOpen().filter(
      ({ heading, values }) =>
        !values.includes('') &&
        new Set(values).size > 1 &&
        listMeanings(heading).some(({ meaning }) => meaning === 'option'),
    )
    const rows = name.values.map((text, row) => [text, ...options.map(({ values }) => values[row])].join('\n'))
    if (new Set(rows).size < rows.length) return
    const reason = 'rows of one name are its variants'
    for (const column of options) decisions.set(column, { target: { to: `Option: ${column.heading}` }, reason })
  }

  function listOpen(): readonly SampledColumn[] {
    return columns.filter((column) => !decisions.has(column))
  }

  function ignore(column: SampledColumn, reason: string, isKeptBack = false): void {
    decisions.set(column, { target: null, reason, isKeptBack })
  }

  function assign(column: SampledColumn, field: VitrineField, reason = ''): void {
    if (!takenBy.has(field)) takenBy.set(field, column)
    const unit = field === 'weight' ? findUnitOf(column.heading) : undefined
    const separator = field === 'category' ? findLevelSeparator(column.values) : undefined
    const target = {
      to: VITRINE_COLUMNS[field][0],
      ...(unit && unit !== 'g' && { unit }),
      ...(separator && { separator }),
    }
    decisions.set(column, { target, reason })
  }
}

const NOT_THE_PRICE: Readonly<Partial<Record<PriceKind, string>>> = {
  cost: 'what you or a dealer pay; never published',
  other: 'about prices, but not the price of a single piece',
  sale: 'a price for a limited time',
}

const NET = 'without tax: check that your visitors may see it'
const PRICE_REMARKS: Readonly<Partial<Record<PriceKind, string>>> = {
  gross: 'with tax',
  net: NET,
  retailNet: NET,
  list: 'the recommended price',
}

function withoutNumber(heading: string): string {
  return foldHeading(heading).replace(/\d{1,2}$/, '')
}

function findUnitOf(heading: string): string | undefined {
  const [, inBrackets] = /[([]\s*(\p{L}+)\s*[)\]]/u.exec(heading) ?? []
  const [, atEnd] = /(?:\bin|_|\s)\s*(\p{L}+)$/u.exec(heading.trim()) ?? []
  return [inBrackets, atEnd].map((text) => findUnit(text ?? '')).find((unit) => unit?.kind === 'mass')?.symbol
}

/** Finds the separator of category levels, unless it is the own sheet's `>`. */
function findLevelSeparator(values: readonly string[]): string | undefined {
  if (values.some((value) => value.includes('>'))) return undefined
  const count = values.filter(Boolean).length
  return ['»', '|', '\\', ' / ', '/'].find((sign) => values.filter((value) => value.includes(sign)).length > count / 2)
}

/** Columns for the owner or a system, which must not become attributes unless the owner says so. */
const INTERNAL_WORDS = foldWords(
  `intern interne interner internal interno interna notiz notizen note notes bemerkung bemerkungen kommentar kommentare comment comments remark remarks anmerkung
  nota notas observacion observaciones remarque remarques commentaire annotazioni opmerking opmerkingen observacoes uwagi ملاحظات
  lieferant lieferanten supplier suppliers proveedor fournisseur fornitore leverancier fornecedor dostawca المورد einkaufer buyer customer kunde
  lagerplatz lagerort warehouse almacen entrepot magazzino magazijn magazyn bin
  created updated modified changed erstellt angelegt geandert aktualisiert anderungsdatum anlagedatum timestamp date datum fecha until valid
  id ids guid uuid gid hash password mail email dto dcto surcharge zuschlag commission provision kostenstelle konto account
  template layout custom sort sorting sortierung position rank priority reihenfolge shipping versand fulfillment tracking tracker policy
  keywords backorders backorder notify config increments manage reorder meldebestand mindestbestand websites store channel status
  stock qty quantity inventory bestand lager lagerbestand menge existencias voorraad giacenza estoque sku skus cart ean upc gtin
  option options optionname optionvalue variation variations variant variants variante varianten parent handle`,
)

const INTERNAL_BEGINNING =
  /^(?:intern|lieferant|supplier|bemerk|notiz|kommentar|comment|remark|anmerk|observac|opmerk|uwag|discount|rabat|desc(?:ue|o)nto|remise|sconto|korting|خصم)/

const TAX_WORDS = foldWords('tax taxes taxable mwst ust vat iva tva btw steuer steuersatz impuesto الضريبة')

/** Headings of texts beside pictures, which are no attributes of the product. */
const PICTURE_TEXT = /^(?:image|bild|picture|photo|cover).*(?:alt|title|titel|position|text|id)/

const PUBLIC_WORDS = foldWords('country origin herkunft pais pays')

/** @returns why a column with this heading is no attribute, or undefined if it may be one */
function readInternalReason(heading: string): string | undefined {
  const parts = splitHeading(heading)
  if (parts.some((part) => PUBLIC_WORDS.has(part))) return undefined
  if (parts.some((part) => INTERNAL_WORDS.has(part) || INTERNAL_BEGINNING.test(part)))
    return 'meant for you or your system'
  if ([...parts, parts.join('')].some((part) => TAX_WORDS.has(part))) return 'about taxes'
  return PICTURE_TEXT.test(parts.join('')) ? 'about pictures' : undefined
}
