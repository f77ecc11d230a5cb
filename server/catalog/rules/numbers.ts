import type { EquivalentNumber, Product, ProductVariant } from '../../../shared/catalog.ts'

/** Lists article numbers, barcodes and maker's numbers of all variants. */
export function listOwnNumbers({ variants }: Pick<Product, 'variants'>): readonly string[] {
  return variants.flatMap(({ sku, gtin, mpn, barcode = null }) =>
    [sku, gtin, mpn, barcode].filter((code) => code !== null),
  )
}

/** Lists the part numbers of equivalent products of other makers, each without and with that maker's name. */
export function listEquivalentNumbers({ variants }: Pick<Product, 'variants'>): readonly string[] {
  return variants.flatMap(({ equivalents = [] }) =>
    equivalents.flatMap((equivalent) => [equivalent.number, writeEquivalent(equivalent)]),
  )
}

type Ended = Pick<Product, 'slug' | 'variants' | 'discontinued' | 'replacedBy' | 'formerSlugs'>

/** The numbers of discontinued products, by which their successors are found; a discontinued successor passes them on. */
export class ReplacedNumbers {
  readonly #predecessors: ReadonlyMap<string | undefined, readonly Ended[]>

  /** @param products products that name a successor */
  constructor(products: Iterable<Ended>) {
    const replaced = [...products].filter(({ discontinued, replacedBy }) => discontinued && replacedBy !== undefined)
    this.#predecessors = Map.groupBy(replaced, ({ replacedBy }) => replacedBy)
  }

  /** Lists the numbers of all products that a product replaces. */
  listOf(product: Ended): readonly string[] {
    if (this.#predecessors.size === 0) return []
    const found = new Map<string, Ended>()
    const collect = (successor: Ended) => {
      for (const reference of listReferences(successor))
        for (const predecessor of this.#predecessors.get(reference) ?? [])
          if (predecessor.slug !== product.slug && !found.has(predecessor.slug)) {
            found.set(predecessor.slug, predecessor)
            collect(predecessor)
          }
    }
    collect(product)
    return [...found.values()].flatMap(listOwnNumbers)
  }
}

/** Lists the texts that may name a product as a successor. */
export function listReferences({ slug, formerSlugs, variants }: Ended): readonly string[] {
  return [slug, ...formerSlugs, ...variants.flatMap(({ sku }) => sku ?? [])]
}

export function writeEquivalent({ maker, number }: EquivalentNumber): string {
  return maker === null ? number : `${maker} ${number}`
}

/** Lists other makers' numbers of all variants, each once. */
export function writeEquivalents(variants: readonly Pick<ProductVariant, 'equivalents'>[]): readonly string[] {
  return [...new Set(variants.flatMap(({ equivalents = [] }) => equivalents.map(writeEquivalent)))]
}
