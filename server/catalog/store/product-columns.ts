import type { Product } from '../../../shared/catalog.ts'
import type { IdentifierKind } from './catalog-reader.ts'
import { listRemoteDocuments } from '../rules/document-files.ts'
import { padGtin } from '../rules/gtin.ts'
import type { StoredProductCard } from './product-card.ts'
import { listShownPictures } from '../rules/text-pictures.ts'

export interface ProductRow {
  /** Null for a new product, which gets the next id. */
  readonly id: number | null
  readonly product: Product
  readonly card: StoredProductCard
  /** Milliseconds since 1970; null if unknown. */
  readonly changedAt: number | null
}

/** 'replaced-by' is the text that names the successor of a discontinued product. */
type ProductIdentifier = readonly [kind: IdentifierKind | 'replaced-by', value: string]

export function buildProductColumns({ id, product, card, changedAt }: ProductRow) {
  const remoteUrls = listShownPictures(product).flatMap((image) => ('url' in image ? [image.url] : []))
  const origins = new Set(remoteUrls.map((url) => new URL(url).origin))
  return {
    id,
    slug: product.slug,
    // Discontinued products have a page, but are in no list, like unlisted ones.
    visibility: product.discontinued && product.visibility === 'public' ? 'unlisted' : product.visibility,
    featured: product.featured,
    brand: product.brand,
    category_slug: product.categorySlug,
    other_category_slugs: product.otherCategorySlugs ? JSON.stringify(product.otherCategorySlugs) : null,
    price_from_minor: card.priceFromMinor,
    price_to_minor: card.priceToMinor,
    in_stock: card.availability === 'InStock' && !card.isDiscontinued,
    variant_count: product.variants.length,
    part_count: product.includes.length,
    remote_image_origins: origins.size === 0 ? null : JSON.stringify([...origins]),
    // The number includes documents, because the server fetches these too.
    remote_image_count: remoteUrls.length + listRemoteDocuments(product).length,
    changed_at: changedAt,
    card: JSON.stringify(card),
    document: JSON.stringify(product),
  }
}

export const PRODUCT_COLUMNS = {
  id: 'bigint',
  slug: 'text',
  visibility: 'text',
  featured: 'boolean',
  brand: 'text',
  category_slug: 'text',
  other_category_slugs: 'text',
  price_from_minor: 'bigint',
  price_to_minor: 'bigint',
  in_stock: 'boolean',
  variant_count: 'integer',
  part_count: 'integer',
  remote_image_origins: 'text',
  remote_image_count: 'integer',
  changed_at: 'bigint',
  card: 'text',
  document: 'text',
} as const satisfies Record<keyof ReturnType<typeof buildProductColumns>, string>

export const PRODUCT_COLUMN_NAMES = Object.keys(PRODUCT_COLUMNS) as (keyof typeof PRODUCT_COLUMNS)[]

/**
 * Builds the SET list that replaces a stored product. `changed_at` stays if neither document nor card changes.
 * @param given name of the table with the new values
 */
export function assignProductColumns(given: string): string {
  return PRODUCT_COLUMN_NAMES.filter((name) => name !== 'id' && name !== 'slug')
    .map((name) =>
      name === 'changed_at'
        ? `changed_at = CASE WHEN product.document = ${given}.document AND product.card = ${given}.card THEN product.changed_at ELSE ${given}.changed_at END`
        : `${name} = ${given}.${name}`,
    )
    .join(', ')
}

export function listIdentifiers({
  sourceId,
  variants,
  discontinued,
  replacedBy,
}: Product): readonly ProductIdentifier[] {
  const skus = new Set(variants.flatMap(({ sku }) => sku ?? []))
  const gtins = new Set(variants.flatMap(({ gtin }) => (gtin === null ? [] : padGtin(gtin))))
  return [
    ...(sourceId === null ? [] : [['source', sourceId] as const]),
    ...[...skus].map((sku) => ['sku', sku] as const),
    ...(discontinued && replacedBy !== undefined ? [['replaced-by', replacedBy] as const] : []),
    ...[...gtins].map((gtin) => ['gtin', gtin] as const),
  ]
}
