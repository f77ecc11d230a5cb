import type { Product } from '../../../../shared/catalog.ts'
import { buildSlug } from '../../rules/build-slug.ts'
import {
  type AttributeRule,
  countProducts,
  endsOf,
  type NumericAttribute,
  recogniseAttribute,
  type ValueNumber,
} from '../../rules/recognise-attribute.ts'
import type { UnfilteredAttribute } from '../listing.ts'
import { foldValue } from '../words.ts'
import { ValuePostings } from './value-postings.ts'

/**
 * An attribute with more distinct texts than this becomes a filter only if the texts are short on average and shared by
 * several products.
 */
const FEW_VALUES = 500
const TEXT_LENGTH_MAX = 60
const PRODUCTS_PER_TEXT_MIN = 2

// The values of all attributes are limited, because they are in the index directory, which is always in memory.
const MAX_TEXTS = 10_000
const MAX_NUMERIC_VALUES = 50_000

/** Limits the memory of an import: number of texts of all attributes that have more than `FEW_VALUES` each. */
const COLLECTED_TEXTS_MAX = 200_000

/** Maximum number of filters and columns of a category. */
const SCOPE_KEYS_MAX = 16

/** Shopify's name for the option of a product without options, to which some owners add values. */
const SHOPIFY_UNNAMED_OPTION = 'Title'

/** Visitors choose by options, so these count ten times as much as attributes when filters are chosen. */
const OPTION_WEIGHT = 10

interface CollectedAttribute {
  readonly key: string
  readonly name: string
  readonly values: ValuePostings
  /** Translated values, by their texts in the first language. */
  readonly shown: Map<string, string>
  maxValues: number
  /** Whether the attribute is an option of at least one product. */
  isOption: boolean
}

interface OfferedAttribute extends CollectedAttribute {
  readonly numeric: NumericAttribute | null
}

interface ScopeCount {
  products: number
  weight: number
}

/** Collects the values of all attributes, and counts the attributes of each category. */
export class AttributeValues {
  readonly #locale: string
  readonly #rules: ReadonlyMap<string, AttributeRule>
  readonly #attributes = new Map<string, CollectedAttribute>()
  readonly #unfiltered = new Map<string, UnfilteredAttribute>()
  #collectedTexts = 0
  readonly #counts = new Map<string, Map<string, ScopeCount>>()

  /** @param rules the owner's rules, by the attribute's key */
  constructor(locale: string, rules: ReadonlyMap<string, AttributeRule>) {
    this.#locale = locale
    this.#rules = rules
  }

  /** @param scopes slugs of the product's categories and their ancestors, and '' for the whole catalogue */
  add(product: Product, ordinal: number, scopes: readonly string[]): void {
    const seen = new Set<string>()
    const options = new Set(product.options.map(({ name }) => name))
    for (const { name, value: shown, original } of listAttributeValues(product)) {
      const { value } = original
      if (original.name === SHOPIFY_UNNAMED_OPTION && options.has(name)) continue
      const key = buildSlug(original.name)
      if (key === '' || value === '' || this.#unfiltered.has(key)) continue
      let attribute = this.#attributes.get(key)
      if (!attribute) {
        attribute = { key, name, values: new ValuePostings(), shown: new Map(), maxValues: FEW_VALUES, isOption: false }
        this.#attributes.set(key, attribute)
      }
      if (options.has(name)) attribute.isOption = true
      const known = attribute.values.labels.length
      attribute.values.add(foldValue(value), value, ordinal)
      if (shown !== value) attribute.shown.set(value, shown)
      if (attribute.values.labels.length > known) this.#limitValues(attribute)
      if (seen.has(key)) continue
      seen.add(key)
      for (const scope of scopes) this.#count(scope, key, options.has(name) ? OPTION_WEIGHT : 1)
    }
  }

  /** Recognises numeric attributes, and sorts their values by number. No product may be added afterwards. */
  finish(): readonly OfferedAttribute[] {
    return [...this.#attributes.values()].flatMap((attribute) => {
      const numeric = this.#recognise(attribute)
      const reason = numeric ? null : findObstacle(attribute.values)
      if (reason === null) return [{ ...attribute, numeric: numeric && arrangeByNumber(attribute.values, numeric) }]
      this.#drop(attribute, reason)
      return []
    })
  }

  /** Attributes that cannot be filtered. Call `finish` first. */
  get unfiltered(): readonly UnfilteredAttribute[] {
    return [...this.#unfiltered.values()]
  }

  /**
   * The keys of the attributes that several products have, most frequent first, by scope: a category's slug, or '' for
   * the whole catalogue. Call `finish` first.
   */
  get keysByScope(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.#counts].map(([scope, counts]) => [scope, this.#chooseKeys(counts)]))
  }

  #chooseKeys(counts: ReadonlyMap<string, ScopeCount>): readonly string[] {
    return [...counts]
      .filter(([key, { products }]) => products > 1 && !this.#unfiltered.has(key))
      .toSorted(([, one], [, other]) => other.weight - one.weight)
      .slice(0, SCOPE_KEYS_MAX)
      .map(([key]) => key)
  }

  #limitValues(attribute: CollectedAttribute): void {
    const { length } = attribute.values.labels
    if (length <= FEW_VALUES) return
    if (length > attribute.maxValues) {
      const isFirst = attribute.maxValues === FEW_VALUES
      if (isFirst && this.#recognise(attribute)) attribute.maxValues = MAX_NUMERIC_VALUES
      else if (isFirst && this.#collectedTexts < COLLECTED_TEXTS_MAX) attribute.maxValues = MAX_TEXTS
      else return this.#drop(attribute, 'many')
    }
    if (attribute.maxValues === MAX_TEXTS) this.#collectedTexts++
  }

  #drop({ key, name, maxValues }: CollectedAttribute, reason: UnfilteredAttribute['reason']): void {
    if (maxValues === MAX_TEXTS) this.#collectedTexts -= MAX_TEXTS - FEW_VALUES
    this.#attributes.delete(key)
    this.#unfiltered.set(key, { name, reason })
  }

  #recognise({ key, name, values, isOption }: CollectedAttribute): NumericAttribute | null {
    const rule = this.#rules.get(key)
    const numeric = recogniseAttribute(name, values.counted, this.#locale, rule)
    // An option with numbers without a unit is a size such as 38, which visitors choose from a list, not by a range.
    return isOption && !rule && numeric?.kind === 'number' ? null : numeric
  }

  #count(scope: string, key: string, weight: number): void {
    let counts = this.#counts.get(scope)
    if (!counts) this.#counts.set(scope, (counts = new Map()))
    let count = counts.get(key)
    if (!count) counts.set(key, (count = { products: 0, weight: 0 }))
    count.products++
    count.weight += weight
  }
}

/** Returns why these texts cannot be a filter; null if they can. */
function findObstacle({ labels, counted }: ValuePostings): UnfilteredAttribute['reason'] | null {
  if (labels.length <= FEW_VALUES) return null
  if (countProducts(counted) < PRODUCTS_PER_TEXT_MIN * labels.length) return 'unshared'
  return labels.reduce((sum, { length }) => sum + length, 0) > TEXT_LENGTH_MAX * labels.length ? 'long' : null
}

interface AttributeValue {
  readonly name: string
  readonly value: string
  /** Both texts in the first language. */
  readonly original: { readonly name: string; readonly value: string }
}

const splitList = (value: string) => value.split(/;\s+/)

/** Lists the values of a product's specification and options. */
export function listAttributeValues({ attributes, options }: Product): readonly AttributeValue[] {
  const specification = attributes.map(({ name, value, original = { name, value } }) => ({
    name,
    values: splitList(value),
    original: { name: original.name, values: splitList(original.value) },
  }))
  return [...specification, ...options].flatMap(({ name, values, original = { name, values } }) =>
    original.values.map((text, index) => {
      const value = text.trim()
      // A translated list of another length has no pairs, so the original parts are shown.
      const shown = values.length === original.values.length ? values[index]!.trim() : value
      return { name, value: shown, original: { name: original.name, value } }
    }),
  )
}

/**
 * Orders values by number, texts last. Equal numbers such as '1/4 in' and '6.35 mm' get the spelling that most products use.
 * @returns the attribute with its numbers in the new order
 */
function arrangeByNumber(values: ValuePostings, numeric: NumericAttribute): NumericAttribute {
  const { counted } = values
  const groups = Map.groupBy(numeric.numbers.keys(), (index) => String(numeric.numbers[index] ?? `text ${index}`))
  const arranged = [...groups.values()]
    .map((group) => {
      const indexes = group.toSorted((one, other) => (counted[other]?.count ?? 0) - (counted[one]?.count ?? 0))
      return { indexes, number: numeric.numbers[indexes[0] ?? 0] ?? null }
    })
    .toSorted((one, other) => compareNumbers(one.number, other.number))
  values.arrange(arranged.map(({ indexes }) => indexes))
  return { ...numeric, numbers: arranged.map(({ number }) => number) }
}

function compareNumbers(one: ValueNumber, other: ValueNumber): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const [[oneLow, oneHigh], [otherLow, otherHigh]] = [endsOf(one), endsOf(other)]
  return oneLow - otherLow || oneHigh - otherHigh
}
