import type { CatalogImage, Product, ProductOption, ProductVariant } from '../../shared/catalog.ts'

/** The prices are those of the cheapest variant. */
export interface ProductCard
  extends
    Pick<Product, 'slug' | 'name' | 'brand' | 'currency'>,
    Pick<ProductVariant, 'sku' | 'compareAtMinor' | 'availability' | 'unitPricing'> {
  readonly categoryName: string | null
  readonly image: CatalogImage | null
  readonly priceFromMinor: number | null
  /** Null if there is no price, or only the lowest one is shown. */
  readonly priceToMinor: number | null
  readonly taxNote?: string
  /** Whether the card shows nothing in place of a price. */
  readonly hidesPrice?: true
  readonly variantCount: number
  readonly isDiscontinued?: true
  readonly secondImage?: CatalogImage
  readonly options?: readonly ProductOption[]
  readonly lang?: string
}
