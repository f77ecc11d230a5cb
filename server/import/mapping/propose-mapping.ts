import type { ColumnTarget, TableMapping } from '../../catalog/rules/table-mapping.ts'
import { findUnit } from '../../catalog/rules/units.ts'
import { splitTranslatedColumn } from '../files/csv-columns.ts'
import {
  isTranslatedColumn,
  TRANSLATED_COLUMNS,
  VITRINE_COLUMNS,
  type VitrineField,
} from '../formats/vitrine/vitrine-columns.ts'
import { foldHeading } from './column-keys.ts'
import { listMeanings, type HeadingMeaning } from './heading-names.ts'
import { readInternalReason } from './internal-headings.ts'
import { isPriceBase, PUBLIC_PRICES, readPriceHeading, type PriceKind } from './price-headings.ts'
import type { SampledColumn } from './sampled-columns.ts'

interface Decision {
  /** Null if the column is not imported. */
  readonly target: ColumnTarget | null
  /** Why the column is not imported, or what the owner should check. */
  readonly reason: string
  /** Whether the column could be taken for the price, so that the report of the import names it. */
  readonly isKeptBack?: boolean
}

export interface ProposedColumn extends SampledColumn, Decision {}

export interface MappingProposal {
  readonly file: string
  readonly columns: readonly ProposedColumn[]
  readonly mapping: TableMapping
}

/**
 * Proposes targets by headings. Values decide only how cells are read: the decimal sign, the separator of categories, and
 * whether rows with one name are variants.
 */
export function proposeMapping(file: string, sampled: readonly SampledColumn[]): MappingProposal {
  const draft = new Draft(sampled)
  draft.proposeTranslations()
  draft.proposeFirst(['unitQuantity', 'unitBase'])
  draft.proposePrices()
  draft.proposeByHeading()
  draft.proposeOptions()
  const columns = sampled.map((column) => ({
    ...column,
    ...(draft.decisions.get(column) ?? decideOnUnknown(column.heading, column.key)),
  }))
  const decimalSign = findDecimalSign(columns)
  return {
    file,
    columns,
    mapping: {
      columns: Object.fromEntries(columns.map(({ key, target }) => [key, target])),
      ...(decimalSign && { decimalSign }),
    },
  }
}

/** An unknown column becomes an attribute, unless it looks like a price or is meant for the owner. */
export function decideOnUnknown(heading: string, key: string): Decision {
  const reason = heading === '' ? 'the column has no name' : (describePrice(heading) ?? readInternalReason(heading))
  return reason === undefined ? { target: { to: `Attribute: ${key}` }, reason: '' } : { target: null, reason }
}

function describePrice(heading: string): string | undefined {
  const kind = readPriceHeading(heading)
  return kind && (NOT_THE_PRICE[kind] ?? 'about prices')
}

export function hasNameOrNumber({ columns }: Pick<TableMapping, 'columns'>): boolean {
  return Object.values(columns).some((target) => target?.to === NAME || target?.to === SKU)
}

const NAME = VITRINE_COLUMNS.name[0]
const SKU = VITRINE_COLUMNS.sku[0]

/** Fields of which a second column would be wrong as an attribute. */
// prettier-ignore
const ONCE: ReadonlySet<HeadingMeaning> = new Set([
  'slug', 'name', 'sku', 'gtin', 'mpn', 'shortDescription', 'description', 'availability', 'visibility',
  'externalLink', 'metaTitle', 'metaDescription',
])

function withoutNumber(heading: string): string {
  return foldHeading(heading).replace(/\d{1,2}$/, '')
}

const SEVERAL: ReadonlySet<VitrineField> = new Set(['images', 'documents', 'equivalents', 'tags'])

class Draft {
  readonly decisions = new Map<SampledColumn, Decision>()
  readonly #columns: readonly SampledColumn[]
  readonly #takenBy = new Map<VitrineField, SampledColumn>()

  constructor(columns: readonly SampledColumn[]) {
    this.#columns = columns
  }

  /** A text in another language must not replace that of the first one. */
  proposeTranslations(): void {
    for (const column of this.#open()) {
      const { name, language } = splitTranslatedColumn(column.heading) ?? {}
      const isText = listMeanings(name ?? '').some(({ meaning }) => meaning in TRANSLATED_COLUMNS)
      if (name !== undefined && (isText || isTranslatedColumn(column.heading)))
        this.#ignore(column, `a text in the language "${language}", which needs a column "Slug"`)
    }
  }

  /** Assigns fields whose headings also look like those of prices. */
  proposeFirst(fields: readonly VitrineField[]): void {
    for (const column of this.#open()) {
      const field = fields.find((each) => listMeanings(column.heading).some(({ meaning }) => meaning === each))
      if (field && !this.#takenBy.has(field)) this.#assign(column, field)
    }
  }

  proposePrices(): void {
    const base = this.#columns.find(
      (column) =>
        isPriceBase(column.heading) &&
        !this.decisions.get(column)?.target &&
        column.values.some((value) => value !== '' && !/^1(?:[.,]0+)?$/.test(value)),
    )
    const prices: { column: SampledColumn; kind: PriceKind }[] = []
    for (const column of this.#open()) {
      const kind = readPriceHeading(column.heading)
      if (kind === undefined) continue
      const reason = NOT_THE_PRICE[kind]
      if (reason === undefined) prices.push({ column, kind })
      else this.decisions.set(column, { target: null, reason, isKeptBack: kind === 'cost' })
    }
    const chosen = PUBLIC_PRICES.flatMap((kind) => prices.filter((price) => price.kind === kind))[0]
    for (const { column, kind } of prices) {
      if (kind === 'former' && chosen && !base) this.#assign(column, 'compareAtPrice', 'shown as the former price')
      else if (column !== chosen?.column)
        this.decisions.set(column, {
          target: null,
          reason: chosen ? `another price; "${chosen.column.heading}" is taken` : 'another price',
          isKeptBack: true,
        })
      else if (base) this.#ignore(column, `"${base.heading}" says that it is for several pieces; divide it first`)
      else this.#assign(column, 'price', PRICE_REMARKS[kind])
    }
  }

  proposeByHeading(): void {
    const found = this.#open().flatMap((column) =>
      listMeanings(column.heading).map((meaning) => ({ column, ...meaning })),
    )
    for (const { column, meaning } of found.toSorted((left, right) => left.rank - right.rank)) {
      if (this.decisions.has(column)) continue
      if (meaning === 'currency') this.decisions.set(column, { target: { to: 'Currency' }, reason: '' })
      else if (meaning !== 'subcategory' && meaning !== 'option' && !lacksUnit(meaning, column.heading)) {
        if (SEVERAL.has(meaning) || !this.#takenBy.has(meaning)) this.#assign(column, meaning, REMARKS[meaning])
      }
    }
    // Tables without a column for names usually have a description of a few words instead.
    const text = this.#takenBy.get('shortDescription') ?? this.#takenBy.get('description')
    if (!this.#takenBy.has('name') && text) this.#assign(text, 'name')
    for (const { column, meaning } of found) this.#proposeSecond(column, meaning)
    for (const { column, meaning } of found)
      if (meaning === 'subcategory' && this.#takenBy.has('category') && !this.decisions.has(column))
        this.#assign(column, 'category', 'a level below')
  }

  /** Decides about a column whose meaning another one has already. */
  #proposeSecond(column: SampledColumn, meaning: HeadingMeaning): void {
    const field = meaning as VitrineField
    const first = this.#takenBy.get(field)
    if (this.decisions.has(column) || !ONCE.has(meaning) || !first) return
    const isContinued = field === 'name' && withoutNumber(first.heading) === withoutNumber(column.heading)
    if (isContinued) this.#assign(column, 'name', `added to "${first.heading}"`)
    else this.#ignore(column, `"${first.heading}" is taken as ${VITRINE_COLUMNS[field][0]}`)
  }

  /** If names repeat, columns such as colours and sizes may tell the products apart. */
  proposeOptions(): void {
    const name = this.#takenBy.get('name')
    if (!name || countDistinct(name.values) === name.values.length || name.values.includes('')) return
    const options = this.#open().filter(
      ({ heading, values }) =>
        !values.includes('') &&
        countDistinct(values) > 1 &&
        listMeanings(heading).some(({ meaning }) => meaning === 'option'),
    )
    const rows = name.values.map((text, row) => [text, ...options.map(({ values }) => values[row])].join('\n'))
    if (countDistinct(rows) < rows.length) return
    for (const column of options)
      this.decisions.set(column, {
        target: { to: `Option: ${column.heading}` },
        reason: 'rows of one name are its variants',
      })
  }

  #open(): readonly SampledColumn[] {
    return this.#columns.filter((column) => !this.decisions.has(column))
  }

  #ignore(column: SampledColumn, reason: string): void {
    this.decisions.set(column, { target: null, reason })
  }

  #assign(column: SampledColumn, field: VitrineField, reason = ''): void {
    if (!this.#takenBy.has(field)) this.#takenBy.set(field, column)
    const unit = field === 'weight' ? findUnitOf(column.heading) : undefined
    const separator = field === 'category' ? findLevelSeparator(column.values) : undefined
    const target = {
      to: VITRINE_COLUMNS[field][0],
      ...(unit && unit !== 'g' && { unit }),
      ...(separator && { separator }),
    }
    this.decisions.set(column, { target, reason })
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

const REMARKS: Readonly<Partial<Record<VitrineField, string>>> = {
  availability: 'a number becomes "in stock" or "out of stock"',
}

function countDistinct(values: readonly string[]): number {
  return new Set(values).size
}

/** No unit is guessed, so a weight without one becomes an attribute. */
function lacksUnit(field: VitrineField, heading: string): boolean {
  return field === 'weight' && findUnitOf(heading) === undefined
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

const NUMBERS: readonly string[] = (['price', 'compareAtPrice', 'weight', 'unitQuantity'] as const).map(
  (field) => VITRINE_COLUMNS[field][0],
)

/** Returns the decimal sign if all values agree. */
function findDecimalSign(columns: readonly ProposedColumn[]): TableMapping['decimalSign'] {
  const numbers = columns.filter(({ target }) => target && NUMBERS.includes(target.to)).flatMap(({ values }) => values)
  const signs = new Set(numbers.map((value) => /\d([.,])\d{1,2}(?!\d|[.,]\d)/.exec(value)?.[1]).filter(Boolean))
  const [sign, other] = signs
  return other === undefined && (sign === '.' || sign === ',') ? sign : undefined
}
