import { buildSlug } from '../../../shared/slug.ts'

type OldPageKind = 'product' | 'category' | 'page'

/** What the last segment of an old shop's address may name, the most exact names first. */
interface OldAddress {
  readonly kinds: readonly OldPageKind[]
  readonly names: readonly string[]
}

/** Shapes of addresses in other shops, whose group is the segment with the name. Carts, accounts and blogs have no counterpart. */
const SHAPES: readonly (readonly [shape: RegExp, ...kinds: OldPageKind[]])[] = [
  // Shopify; a tag may follow a collection.
  [/^\/collections\/[^/]+\/products\/([^/]+)$/, 'product'],
  [/^\/collections\/([^/]+)(?:\/[^/]+)?$/, 'category'],
  [/^\/(?:pages|policies)\/([^/]+)$/, 'page'],
  // WooCommerce, in several languages; its settings allow a product's category before its name.
  [/^\/(?:product|produkt|produit|producto|prodotto|produto)\/(?:[^/]+\/)*([^/]+)$/, 'product'],
  [
    /^\/(?:product-category|produkt-kategorie|categorie-produit|categoria-producto|categoria-prodotto|product-categorie)\/(?:[^/]+\/)*([^/]+)$/,
    'category',
  ],
  [/^\/shop\/(?:[^/]+\/)*([^/]+)$/, 'product', 'category'],
  // Wix and Squarespace
  [/^\/(?:product-page|store\/p)\/([^/]+)$/, 'product'],
  // PrestaShop and Magento
  [/^\/content\/(\d+-[^/]+)$/, 'page'],
  [/^(?:\/[^/]+)?\/(\d+-[^/.]+)$/, 'category'],
  [/^\/catalog\/product\/view\/id\/\d+\/s\/([^/]+)(?:\/category\/\d+)?$/, 'product'],
  [/^\/catalog\/category\/view\/s\/([^/]+)\/id\/\d+$/, 'category'],
  [/^\/(?:[^/]+\/)*([^/]+\.html)$/, 'product', 'category', 'page'],
]

/** Lists of the most common shops that every site has. */
const LISTS: Readonly<Record<string, string>> = {
  '/collections': '/category',
  '/collections/all': '/products',
  '/shop': '/products',
}

const PAGE_NUMBER = /\/page\/\d+$/
const EXTENSION = /\.html$/
/** PrestaShop writes the id of a product, and that of a combination, before the name. */
const LEADING_NUMBERS = [/^\d+-/, /^\d+-\d+-/]
const TRAILING_NUMBER = /(?<=[^\d-]{3})[-._]p?\d{3,}$/

/**
 * Reads an address that has the shape of another shop's.
 * @param path decoded path in lower case without a final slash
 * @returns the path of a list, or what the address may name; undefined if it has no such shape
 */
export function readOldAddress(path: string): string | OldAddress | undefined {
  const first = path.replace(PAGE_NUMBER, '')
  if (Object.hasOwn(LISTS, first)) return LISTS[first]
  for (const [shape, ...kinds] of SHAPES) {
    const [, segment] = shape.exec(first) ?? []
    if (segment === undefined) continue
    const name = segment.replace(EXTENSION, '')
    const whole = [name, ...LEADING_NUMBERS.map((numbers) => name.replace(numbers, ''))]
    return { kinds, names: [...new Set([...whole, ...whole.map((each) => each.replace(TRAILING_NUMBER, ''))])] }
  }
  return undefined
}

/** Compares only letters and digits, because shops omit different characters. */
export function isSameName(one: string, other: string): boolean {
  const name = compactName(one)
  return name !== '' && name === compactName(other)
}

function compactName(text: string): string {
  return buildSlug(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
