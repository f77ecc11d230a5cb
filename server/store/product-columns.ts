import type { Product } from '../../shared/catalog.ts'
import type { IdentifierKind } from './catalog-store.ts'
import { padGtin } from '../catalog/gtin.ts'
import type { StoredProductCard } from './product-card.ts'
import { listPictures } from '../catalog/text-pictures.ts'

/** Columns beside a product's JSON document, by which listings are sorted, filtered and counted. */
export interface ProductColumns extends Pick<Product, 'slug' | 'visibility' | 'featured' | 'brand' | 'categorySlug'> {
  readonly priceFromMinor: number | null
  readonly priceToMinor: number | null
  readonly isInStock: boolean
  readonly variantCount: number
  readonly partCount: number
  /** JSON; null if the product has no remote pictures. */
  readonly remoteImageOrigins: string | null
  readonly remoteImageCount: number
  readonly card: string
  readonly document: string
}

/** An identifier by which a later import recognises the product. */
export interface ProductIdentifier {
  readonly kind: IdentifierKind
  readonly value: string
}

/** Builds the columns of a product's row. */
export function buildProductColumns(product: Product, card: StoredProductCard): ProductColumns {
  const { slug, visibility, featured, brand, categorySlug } = product
  const textImages = listPictures(product.shortDescription + product.description).map(({ image }) => image)
  const remoteUrls = [...product.images, ...textImages].flatMap((image) => ('url' in image ? [image.url] : []))
  return {
    slug,
    visibility,
    featured,
    brand,
    categorySlug,
    priceFromMinor: card.priceFromMinor,
    priceToMinor: card.priceToMinor,
    isInStock: card.availability === 'InStock',
    variantCount: product.variants.length,
    partCount: product.includes.length,
    remoteImageOrigins:
      remoteUrls.length === 0 ? null : JSON.stringify([...new Set(remoteUrls.map((url) => new URL(url).origin))]),
    remoteImageCount: remoteUrls.length,
    card: JSON.stringify(card),
    document: JSON.stringify(product),
  }
}

/** Lists the identifiers of a product without duplicates. */
export function listIdentifiers({ sourceId, variants }: Product): readonly ProductIdentifier[] {
  const skus = new Set(variants.flatMap(({ sku }) => sku ?? []))
  const gtins = new Set(variants.flatMap(({ gtin }) => (gtin === null ? [] : padGtin(gtin))))
  return [
    ...(sourceId === null ? [] : [{ kind: 'source', value: sourceId } as const]),
    ...[...skus].map((value) => ({ kind: 'sku', value }) as const),
    ...[...gtins].map((value) => ({ kind: 'gtin', value }) as const),
  ]
}
