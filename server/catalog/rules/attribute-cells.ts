import type { Product } from '../../../shared/catalog.ts'
import { buildSlug } from './build-slug.ts'
import { memoizeBounded } from '../../platform/memoize-bounded.ts'

const keyOf = memoizeBounded(buildSlug)

/**
 * Creates a function that returns a product's attributes and options as cells.
 * @param keys keys of the columns; the cell of a missing attribute is ''
 */
export function createCellWriter(
  keys: readonly string[],
): (product: Pick<Product, 'attributes' | 'options'>) => readonly string[] {
  return ({ attributes, options }) => {
    const values = new Map<string, Set<string>>()
    for (const [name, value] of [
      ...attributes.map(({ name, value, original }) => [original?.name ?? name, value] as const),
      ...options.map(({ name, values: each, original }) => [original?.name ?? name, each.join(', ')] as const),
    ]) {
      const key = keyOf(name)
      values.set(key, (values.get(key) ?? new Set()).add(value))
    }
    return keys.map((key) => [...(values.get(key) ?? [])].join('; '))
  }
}
