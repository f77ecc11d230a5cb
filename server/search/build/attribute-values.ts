import type { Product } from '../../../shared/catalog.ts'
import { buildSlug } from '../../../shared/slug.ts'
import { foldValue } from '../words.ts'
import { ValuePostings } from './value-postings.ts'

/** An attribute with more values describes, but is no choice. */
const MAX_VALUES = 500

/** Most attributes of a category that are counted for a listing. */
const KEYS_KEPT = 16

/** An option is what visitors choose by: one that a tenth of the products have stands before any attribute of all of them. */
const OPTION_WEIGHT = 10

interface OfferedAttribute {
  readonly key: string
  readonly name: string
  readonly values: ValuePostings
}

/** Gathers the values of attributes, and which attributes the products of each category have. */
export class AttributeValues {
  readonly #attributes = new Map<string, OfferedAttribute | 'too many values'>()
  readonly #counts = new Map<string, Map<string, number>>()

  /** @param scopes slugs of the categories that the product counts for; '' for all */
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

  get offered(): readonly OfferedAttribute[] {
    return [...this.#attributes.values()].filter((attribute) => attribute !== 'too many values')
  }

  /** Keys of the attributes of each scope, the most telling first: those that most products have, options before others. */
  get keysByScope(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.#counts].map(([scope, counts]) => [scope, this.#chooseKeys(counts)]))
  }

  #chooseKeys(counts: ReadonlyMap<string, number>): readonly string[] {
    return [...counts]
      .filter(([key]) => this.#attributes.get(key) !== 'too many values')
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, KEYS_KEPT)
      .map(([key]) => key)
  }

  #count(scope: string, key: string, weight: number): void {
    let counts = this.#counts.get(scope)
    if (!counts) this.#counts.set(scope, (counts = new Map()))
    counts.set(key, (counts.get(key) ?? 0) + weight)
  }
}

/** Names and values of what a product can be chosen by: its specification and its options. */
export function listAttributeValues({ attributes, options }: Product): readonly (readonly [string, string])[] {
  return [
    ...attributes.flatMap(({ name, value }) => value.split(/;\s+/).map((part) => [name, part.trim()] as const)),
    ...options.flatMap(({ name, values }) => values.map((value) => [name, value.trim()] as const)),
  ]
}
