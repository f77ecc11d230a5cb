import type { Product } from '../../../shared/catalog.ts'
import { buildSlug } from '../../../shared/slug.ts'
import { recogniseAttribute, type AttributeRule, type NumericAttribute } from '../../quantities/recognise-attribute.ts'
import { foldValue } from '../words.ts'
import { arrangeByNumber } from './arrange-by-number.ts'
import { ValuePostings } from './value-postings.ts'

/** An attribute with more values is not offered as a filter, unless they are numbers. */
const MAX_VALUES = 500

/** Labels are in the directory, which is always in memory. */
const MAX_NUMERIC_VALUES = 50_000

const SCOPE_KEYS_MAX = 16

/** Shopify gives this name to the option of a product that has no options. Some owners add values to it. */
const SHOPIFY_UNNAMED_OPTION = 'Title'

/** An option counts as much as an attribute of ten times as many products, because visitors choose by options. */
const OPTION_WEIGHT = 10

interface CollectedAttribute {
  readonly key: string
  readonly name: string
  readonly values: ValuePostings
  maxValues: number
  /** Whether it is an option of a product. */
  isOption: boolean
}

interface OfferedAttribute extends CollectedAttribute {
  readonly numeric: NumericAttribute | null
}

interface ScopeCount {
  products: number
  weight: number
}

export class AttributeValues {
  readonly #locale: string
  readonly #rules: ReadonlyMap<string, AttributeRule>
  readonly #attributes = new Map<string, CollectedAttribute | 'too many values'>()
  readonly #counts = new Map<string, Map<string, ScopeCount>>()

  /** @param rules of the owner, by the attribute's key */
  constructor(locale: string, rules: ReadonlyMap<string, AttributeRule>) {
    this.#locale = locale
    this.#rules = rules
  }

  /** Adds the attributes of a product. @param scopes slugs of its category and all above, and '' for all products */
  add(product: Product, ordinal: number, scopes: readonly string[]): void {
    const seen = new Set<string>()
    const options = new Set(product.options.map(({ name }) => name))
    for (const [name, value] of listAttributeValues(product)) {
      if (name === SHOPIFY_UNNAMED_OPTION && options.has(name)) continue
      const key = buildSlug(name)
      if (key === '' || value === '') continue
      let attribute = this.#attributes.get(key)
      if (!attribute) {
        attribute = { key, name, values: new ValuePostings(), maxValues: MAX_VALUES, isOption: false }
        this.#attributes.set(key, attribute)
      }
      if (attribute === 'too many values') continue
      if (options.has(name)) attribute.isOption = true
      attribute.values.add(foldValue(value), value, ordinal)
      this.#limitValues(attribute)
      if (seen.has(key)) continue
      seen.add(key)
      for (const scope of scopes) this.#count(scope, key, options.has(name) ? OPTION_WEIGHT : 1)
    }
  }

  /** Ends the collection: recognises which attributes are numbers, and orders the values of these. */
  finish(): readonly OfferedAttribute[] {
    return [...this.#attributes.values()]
      .filter((attribute) => attribute !== 'too many values')
      .flatMap((attribute) => {
        const numeric = this.#recognise(attribute)
        if (!numeric && attribute.values.labels.length > MAX_VALUES) {
          this.#attributes.set(attribute.key, 'too many values')
          return []
        }
        return [{ ...attribute, numeric: numeric && arrangeByNumber(attribute.values, numeric) }]
      })
  }

  /** Keys of the attributes of each scope that several products have, those of most products first. Call `finish` before. */
  get keysByScope(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.#counts].map(([scope, counts]) => [scope, this.#chooseKeys(counts)]))
  }

  #chooseKeys(counts: ReadonlyMap<string, ScopeCount>): readonly string[] {
    return [...counts]
      .filter(([key, { products }]) => products > 1 && this.#attributes.get(key) !== 'too many values')
      .toSorted(([, one], [, other]) => other.weight - one.weight)
      .slice(0, SCOPE_KEYS_MAX)
      .map(([key]) => key)
  }

  #limitValues(attribute: CollectedAttribute): void {
    const { key, values, maxValues } = attribute
    if (values.labels.length <= maxValues) return
    if (maxValues === MAX_VALUES && this.#recognise(attribute)) attribute.maxValues = MAX_NUMERIC_VALUES
    else this.#attributes.set(key, 'too many values')
  }

  #recognise({ key, name, values, isOption }: CollectedAttribute): NumericAttribute | null {
    const rule = this.#rules.get(key)
    const numeric = recogniseAttribute(name, values.counted, this.#locale, rule)
    // Options without a unit are sizes such as 38, which visitors choose and do not measure.
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

/** Lists the names and values of a product's specification and options. */
export function listAttributeValues({ attributes, options }: Product): readonly (readonly [string, string])[] {
  return [
    ...attributes.flatMap(({ name, value }) => value.split(/;\s+/).map((part) => [name, part.trim()] as const)),
    ...options.flatMap(({ name, values }) => values.map((value) => [name, value.trim()] as const)),
  ]
}
