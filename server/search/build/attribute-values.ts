import type { Product } from '../../../shared/catalog.ts'
import { buildSlug } from '../../../shared/slug.ts'
import { foldValue } from '../words.ts'
import { ValuePostings } from './value-postings.ts'

/** An attribute with more values is not offered as a filter. */
const MAX_VALUES = 500

/** Maximum number of attributes of a category that a listing counts. */
const SCOPE_KEYS_MAX = 16

/** Visitors choose by options, so an option counts as much as an attribute of ten times as many products. */
const OPTION_WEIGHT = 10

interface OfferedAttribute {
  readonly key: string
  readonly name: string
  readonly values: ValuePostings
}

/** Collects the values of attributes, and the attributes of each category's products. */
export class AttributeValues {
  readonly #attributes = new Map<string, OfferedAttribute | 'too many values'>()
  readonly #counts = new Map<string, Map<string, number>>()

  /** Adds the attributes of a product. @param scopes slugs of its category and all above, and '' for all products */
  add(product: Product, ordinal: number, scopes: readonly string[]): void {
    const seen = new Set<string>()
    const options = new Set(product.options.map(({ name }) => name))
    for (const [name, value] of listAttributeValues(product)) {
      const key = buildSlug(name)
      if (key === '' || value === '') continue
      let attribute = this.#attributes.get(key)
      if (!attribute) this.#attributes.set(key, (attribute = { key, name, values: new ValuePostings() }))
      if (attribute === 'too many values') continue
      attribute.values.add(foldValue(value), value, ordinal)
      if (attribute.values.labels.length > MAX_VALUES) this.#attributes.set(key, 'too many values')
      if (seen.has(key)) continue
      seen.add(key)
      for (const scope of scopes) this.#count(scope, key, options.has(name) ? OPTION_WEIGHT : 1)
    }
  }

  /** The attributes that are offered as filters. */
  get offered(): readonly OfferedAttribute[] {
    return [...this.#attributes.values()].filter((attribute) => attribute !== 'too many values')
  }

  /** Keys of the attributes of each scope, those of most products first, with options weighted. */
  get keysByScope(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.#counts].map(([scope, counts]) => [scope, this.#chooseKeys(counts)]))
  }

  #chooseKeys(counts: ReadonlyMap<string, number>): readonly string[] {
    return [...counts]
      .filter(([key]) => this.#attributes.get(key) !== 'too many values')
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, SCOPE_KEYS_MAX)
      .map(([key]) => key)
  }

  #count(scope: string, key: string, weight: number): void {
    let counts = this.#counts.get(scope)
    if (!counts) this.#counts.set(scope, (counts = new Map()))
    counts.set(key, (counts.get(key) ?? 0) + weight)
  }
}

/** Lists the names and values of a product's specification and options. */
export function listAttributeValues({ attributes, options }: Product): readonly (readonly [string, string])[] {
  return [
    ...attributes.flatMap(({ name, value }) => value.split(/;\s+/).map((part) => [name, part.trim()] as const)),
    ...options.flatMap(({ name, values }) => values.map((value) => [name, value.trim()] as const)),
  ]
}
