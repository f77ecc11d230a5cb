import type { ColumnTarget, TableMapping } from '../../catalog/table-mapping.ts'
import { splitTranslatedColumn } from '../files/csv-columns.ts'
import {
  isTranslatedColumn,
  TRANSLATED_COLUMNS,
  VITRINE_COLUMNS,
  type VitrineField,
} from '../formats/vitrine/vitrine-columns.ts'
import { isCode, isPictureSource, isPrice, isValidGtin } from './cell-kinds.ts'
import {
  findLevelSeparator,
  findUnitOf,
  fits,
  isArticleNumber,
  isPriceOrRequest,
  isShortText,
  isVaried,
} from './column-checks.ts'
import { foldHeading } from './column-keys.ts'
import { countDistinct, isIdentifying, isMostly, shareOf, type ColumnProfile } from './column-profile.ts'
import { listMeanings, type HeadingMeaning } from './heading-names.ts'
import { isPriceBase, PUBLIC_PRICES, readPriceHeading, type PriceKind } from './price-headings.ts'
import { proposeFact, readInternalReason } from './propose-fact.ts'

export interface ProposedColumn {
  readonly profile: ColumnProfile
  /** Null if the column is not imported. */
  readonly target: ColumnTarget | null
  /** Why the column is not imported, or what the owner should check. */
  readonly reason: string
}

export interface MappingProposal {
  readonly file: string
  readonly columns: readonly ProposedColumn[]
  readonly mapping: TableMapping
}

/** Proposes targets by headings and values. Prices are never guessed by values alone. */
export function proposeMapping(file: string, profiles: readonly ColumnProfile[]): MappingProposal {
  const draft = new Draft(profiles)
  draft.proposeSecrets()
  draft.proposeTranslations()
  draft.proposeUnitPrices()
  draft.proposePrices()
  draft.proposeByHeading()
  draft.proposeByValues()
  draft.proposeOptions()
  draft.proposeRest()
  const columns = profiles.map((profile) => ({ profile, target: null, reason: '', ...draft.results.get(profile) }))
  const decimalSign = findDecimalSign(columns)
  return {
    file,
    columns,
    mapping: {
      columns: Object.fromEntries(columns.map(({ profile, target }) => [profile.key, target])),
      ...(decimalSign && { decimalSign }),
    },
  }
}

export function hasNameOrNumber({ columns }: Pick<TableMapping, 'columns'>): boolean {
  return Object.values(columns).some((target) => target?.to === NAME || target?.to === SKU)
}

const NAME = VITRINE_COLUMNS.name[0]
const SKU = VITRINE_COLUMNS.sku[0]

type Result = Pick<ProposedColumn, 'target' | 'reason'>

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
  readonly results = new Map<ColumnProfile, Result>()
  readonly #profiles: readonly ColumnProfile[]
  readonly #taken = new Set<string>()

  constructor(profiles: readonly ColumnProfile[]) {
    this.#profiles = profiles
  }

  proposeSecrets(): void {
    for (const profile of this.#open()) {
      const reason = readInternalReason(profile)
      if (reason !== undefined) this.#ignore(profile, reason)
    }
  }

  /** A text in another language must not replace that of the first one. */
  proposeTranslations(): void {
    for (const profile of this.#open()) {
      const { name, language } = splitTranslatedColumn(profile.heading) ?? {}
      const isText = listMeanings(name ?? '').some(({ meaning }) => meaning in TRANSLATED_COLUMNS)
      if (name !== undefined && (isText || isTranslatedColumn(profile.heading)))
        this.#ignore(profile, `a text in the language "${language}", which needs a column "Slug"`)
    }
  }

  /** Must run before prices are proposed, because the headings of unit prices also look like those of prices. */
  proposeUnitPrices(): void {
    for (const profile of this.#open())
      for (const { meaning, rank } of listMeanings(profile.heading))
        if ((meaning === 'unitQuantity' || meaning === 'unitBase') && !this.#taken.has(meaning))
          if (fits(profile, meaning, rank)) this.#assign(profile, meaning, '')
  }

  proposePrices(): void {
    const bases = this.#profiles.filter((profile) => isPriceBase(profile.heading) && !this.results.get(profile)?.target)
    const prices: { profile: ColumnProfile; kind: PriceKind }[] = []
    for (const profile of this.#open()) {
      const kind = readPriceHeading(profile.heading)
      if (kind === undefined) continue
      if (kind === 'secret') this.#ignore(profile, 'what you or a dealer pay; never published')
      else if (kind === 'other') this.#ignore(profile, 'about prices, but not the price of a single piece')
      else if (kind === 'sale') this.#ignore(profile, 'a price for a limited time')
      else if (profile.values.length === 0 || shareOf(profile, isPriceOrRequest) >= 0.5) prices.push({ profile, kind })
    }
    const base = bases.find((profile) => shareOf(profile, (value) => /^1(?:[.,]0+)?$/.test(value)) < 1)
    const chosen = PUBLIC_PRICES.flatMap((kind) => prices.filter((price) => price.kind === kind))[0]
    for (const { profile, kind } of prices) {
      if (kind === 'former' && chosen && !base) this.#assign(profile, 'compareAtPrice', 'shown as the former price')
      else if (profile !== chosen?.profile) this.#ignore(profile, 'another price')
      else if (base) this.#ignore(profile, `"${base.heading}" says that it is for several pieces; divide it first`)
      else this.#assign(profile, 'price', PRICE_REMARKS[kind] ?? '')
    }
  }

  proposeByHeading(): void {
    const found = this.#open().flatMap((profile) => {
      return listMeanings(profile.heading).map((meaning) => ({ profile, ...meaning }))
    })
    for (const { profile, meaning, rank } of found.toSorted((left, right) => left.rank - right.rank)) {
      if (this.results.has(profile)) continue
      if (meaning === 'currency') this.#set(profile, 'Currency', '')
      else if (meaning !== 'subcategory' && meaning !== 'option' && fits(profile, meaning, rank)) {
        if (SEVERAL.has(meaning) || !this.#taken.has(meaning)) this.#assign(profile, meaning, remarkOn(meaning))
      }
    }
    // "Artikel" may be the name or the number.
    for (const { profile, meaning } of found)
      if (meaning === 'name' && !this.results.has(profile) && !this.#taken.has('sku'))
        if (isIdentifying(profile) && isMostly(profile, isCode)) this.#assign(profile, 'sku', '')
    for (const { profile, meaning } of found) this.#proposeSecond(profile, meaning)
    for (const { profile, meaning } of found)
      if (meaning === 'subcategory' && this.#taken.has('category') && !this.results.has(profile))
        this.#assign(profile, 'category', 'a level below')
  }

  /** Decides about a column whose meaning another one has already. */
  #proposeSecond(profile: ColumnProfile, meaning: HeadingMeaning): void {
    if (this.results.has(profile) || !ONCE.has(meaning) || !this.#taken.has(meaning)) return
    const field = meaning as VitrineField
    const [first] = [...this.results].find(([, { target }]) => target?.to === VITRINE_COLUMNS[field][0]) ?? []
    const isContinued = field === 'name' && first && withoutNumber(first.heading) === withoutNumber(profile.heading)
    if (isContinued) this.#assign(profile, 'name', `added to "${first.heading}"`)
    else this.#ignore(profile, `"${first?.heading}" is taken as ${VITRINE_COLUMNS[field][0]}`)
  }

  proposeByValues(): void {
    for (const profile of this.#open()) {
      if (!this.#taken.has('gtin') && isMostly(profile, isValidGtin)) this.#assign(profile, 'gtin', 'by its values')
      else if (isMostly(profile, isPictureSource)) this.#assign(profile, 'images', 'by its values')
    }
    // Tables without a column for names usually have a description of a few words instead.
    if (!this.#taken.has('name')) {
      const text = [...this.results].find(
        ([profile, { target }]) => target?.to === 'Description' && isShortText(profile),
      )
      const profile =
        text?.[0] ?? this.#open().find((each) => isShortText(each) && !isMostly(each, isCode) && isVaried(each))
      if (profile) this.#assign(profile, 'name', text ? '' : 'by its values')
    }
    if (!this.#taken.has('sku')) {
      const profile = this.#open().find((each) => isIdentifying(each) && isMostly(each, isArticleNumber))
      if (profile) this.#assign(profile, 'sku', 'by its values')
    }
  }

  /** If names repeat, columns such as colours and sizes may tell the products apart. */
  proposeOptions(): void {
    const [name] = [...this.results].find(([, { target }]) => target?.to === NAME) ?? []
    if (!name || countDistinct(name) === name.values.length) return
    const options = this.#open().filter(
      (profile) =>
        profile.values.length === profile.rowCount &&
        countDistinct(profile) > 1 &&
        listMeanings(profile.heading).some(({ meaning }) => meaning === 'option'),
    )
    const rows = name.values.map((text, row) => [text, ...options.map(({ values }) => values[row])].join('\n'))
    if (name.values.length < name.rowCount || new Set(rows).size < rows.length) return
    for (const profile of options) this.#set(profile, `Option: ${profile.heading}`, 'rows of one name are its variants')
  }

  proposeRest(): void {
    for (const profile of this.#open()) this.results.set(profile, proposeFact(profile))
  }

  #open(): readonly ColumnProfile[] {
    return this.#profiles.filter((profile) => !this.results.has(profile))
  }

  #ignore(profile: ColumnProfile, reason: string): void {
    this.results.set(profile, { target: null, reason })
  }

  #assign(profile: ColumnProfile, field: VitrineField, reason: string): void {
    this.#taken.add(field)
    const unit = field === 'weight' ? findUnitOf(profile) : undefined
    const separator = field === 'category' ? findLevelSeparator(profile) : undefined
    const target = {
      to: VITRINE_COLUMNS[field][0],
      ...(unit && unit !== 'g' && { unit }),
      ...(separator && { separator }),
    }
    this.results.set(profile, { target, reason })
  }

  #set(profile: ColumnProfile, to: string, reason: string): void {
    this.results.set(profile, { target: { to }, reason })
  }
}

const PRICE_REMARKS: Readonly<Partial<Record<PriceKind, string>>> = {
  gross: 'with tax',
  net: 'without tax: check that your visitors may see it',
  list: 'the recommended price',
}

function remarkOn(field: VitrineField): string {
  return field === 'availability' ? 'a number becomes "in stock" or "out of stock"' : ''
}

/** Returns the decimal sign if all values agree. */
function findDecimalSign(columns: readonly ProposedColumn[]): TableMapping['decimalSign'] {
  const numeric = columns.filter(({ target, profile }) => target && shareOf(profile, isPrice) >= 0.5)
  const signs = new Set<string>()
  for (const { profile } of numeric)
    for (const value of profile.values) {
      const sign = /\d([.,])\d{1,2}(?!\d|[.,]\d)/.exec(value)?.[1]
      if (sign !== undefined) signs.add(sign)
    }
  const [sign, other] = signs
  return other === undefined && (sign === '.' || sign === ',') ? sign : undefined
}
