import type { CategoryLink, PriceDisplay, StoredImage, TranslatedAddress, Translations } from '../../shared/catalog.ts'
import type { ListingView } from '../../shared/listing-query.ts'

export interface Category {
  readonly slug: string
  readonly parentSlug: string | null
  readonly name: string
  readonly description: string | null
  readonly image: StoredImage | null
  /** Sorts the category among its siblings. Categories with null follow all others, sorted by name. */
  readonly position: number | null
  readonly formerSlugs: readonly string[]
  /** The default view of the products. If undefined, the parent category decides. */
  readonly view?: ListingView
  /** Names of the attributes that tables show as columns. If undefined, the parent category decides. */
  readonly columns?: readonly string[]
  /** How product prices are shown. If undefined, the parent category decides. */
  readonly prices?: PriceDisplay
  readonly translations?: Translations<CategoryTranslation> | undefined
}

export interface CategoryNode extends CategoryLink, Pick<Category, 'description' | 'position' | 'translations'> {
  /** The category's own picture, or that of one of its products. Remote pictures are not used, because they may fail to load. */
  readonly image: StoredImage | null
  /** Number of public products, including those of subcategories, each counted once. */
  readonly productCount: number
  readonly children: readonly CategoryNode[]
  readonly descriptionLang?: string
  readonly mainSlug?: string
}

export interface CategoryTranslation extends TranslatedAddress {
  readonly name?: string | undefined
  readonly description?: string | undefined
}
