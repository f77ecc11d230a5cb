import type { SafetyTexts, TakeAwayTexts } from './messages/server-texts/en.ts'
import type {
  CatalogImage,
  CategoryLink,
  Company,
  Fallback,
  Product,
  ProductDocument,
  ProductText,
  ProductVariant,
  RemoteImage,
  SiteLink,
  StoredImage,
} from './catalog.ts'
import type { FamilyMode, ListingQuery, ListingView } from './listing-query.ts'
import type { OrderTerms, QuantityTerms } from './order-terms.ts'

/** Without alternative text, because the name is shown beside the picture. */
export type CardImage = Pick<StoredImage, 'hash' | 'width' | 'height'> | Pick<RemoteImage, 'url'>

/** Formatted prices such as 'from €12', or 'Price on request'; '' if nothing is shown. */
export interface PriceText {
  readonly price: string
  readonly formerPrice?: string
  /** The price per unit, such as '€13.32 / l', and the product's own note about tax. */
  readonly details?: readonly string[] | undefined
}

/** A note beside prices, which may be a link. */
export type PriceNote = Omit<SiteLink, 'href'> & Partial<Pick<SiteLink, 'href'>>

/** The colours in which a product is offered. */
export interface CardColours {
  /** A text such as 'Glaze: Chalk, Moss'. */
  readonly label: string
  /** The CSS colours of each of the first values; a value such as 'black/white' has more than one. */
  readonly dots: readonly (readonly string[])[]
  /** Number of values without a dot. */
  readonly more: number
}

export interface Card extends PriceText {
  readonly slug: string
  readonly name: string
  /** Language of the name, if it is not that of the page. */
  readonly lang?: string
  /** Shown of a cut name, if the end of the name does not distinguish it from others of the list. */
  readonly ending?: string
  readonly image: CardImage | null
  /** Shown while the pointer is over the card. */
  readonly secondImage?: CardImage
  /** Key of the variant that matches the filters and that the picture shows. */
  readonly variant?: string
  readonly colours?: CardColours
  readonly notes?: string
  /** Path of the list of its products, if it stands for the products of a family. */
  readonly href?: string
  /**
   * Of a product with variants, in a list with quantities: the key of the only variant that matches the filters; '' if the
   * visitor has to choose one of several.
   */
  readonly onlyVariant?: string
}

export interface CardRow extends Card {
  readonly brand: string | null
  readonly categoryName: string | null
  readonly sku: string | null
  readonly availability: string
  /** The order terms as texts; missing if the product has none. */
  readonly orderTerms?: Readonly<Partial<Record<keyof OrderTerms, string>>>
  /** The quantities that fit the product; missing if all do, or if they depend on the variant. */
  readonly quantityTerms?: QuantityTerms
  /** One value for each shown attribute column; '' if the product has none. */
  readonly values: readonly string[]
}

/** A column of a table, or an attribute that the visitor can add as a column. */
export interface ShownColumn {
  readonly key: string
  readonly name: string
  readonly isShown: boolean
  readonly isNumeric?: true
}

export interface CategoryCard extends CategoryLink {
  readonly image: CardImage | null
  /** A text such as '12 products'. */
  readonly count: string
}

export interface CategoryBranch extends CategoryLink {
  /** A formatted number of products. */
  readonly count: string
  readonly children: readonly CategoryBranch[]
}

/** A top-level category on the page of all categories. */
export interface CategoryTreeTile extends CategoryCard {
  readonly description: string | null
  readonly branches: readonly CategoryBranch[]
  /** Number of subcategories if some are not among the branches, otherwise 0. */
  readonly branchCount: number
}

/** Categories under their first letter, or without a heading in the owner's order. */
export interface CategoryGroup {
  readonly heading: string | null
  readonly categories: readonly CategoryBranch[]
}

export interface ShownCategory extends CategoryLink {
  readonly description: string | null
  readonly descriptionLang?: string
  /** At most `CATEGORIES_SHOWN_MAX`. */
  readonly children: readonly CategoryCard[]
  /** All subcategories if `children` does not contain all of them, otherwise empty. */
  readonly allChildren: readonly CategoryBranch[]
  readonly image?: CatalogImage | null
}

export interface FilterValue {
  readonly value: string
  readonly label: string
  readonly count: string
  /** CSS colours of the swatch beside the value; missing if the value is not a colour. */
  readonly colours?: readonly string[]
}

/** A range filter of a numeric attribute. Its texts are in the language of the site. */
export interface ShownRange {
  /** The chosen limits; '' if there are none. */
  readonly from: string
  readonly to: string
  /** The lowest and the highest number of the listed products; '' if they have none. */
  readonly lowest: string
  readonly highest: string
  /** The unit of the shown numbers and of limits without a unit; '' for plain numbers. */
  readonly unit: string
  /** The unit that is used unless the visitor chooses another. */
  readonly usualUnit: string
  readonly units: readonly string[]
  /** The histogram as the path of an SVG of `HISTOGRAM_WIDTH` and `HISTOGRAM_HEIGHT`; '' if there is none. */
  readonly histogram: string
  /** The histogram in words. */
  readonly summary: string
}

export interface FilterGroup {
  /** The URL parameter. */
  readonly name: string
  readonly legend: string
  readonly values: readonly FilterValue[]
  /** Number of all values. If there are many, `values` contains only the most frequent and the chosen ones. */
  readonly valueCount: number
  readonly range?: ShownRange
}

/** One page of all values of a filter. */
export interface OpenFilterGroup extends FilterGroup {
  /** Chosen values that are not on this page. */
  readonly chosen: readonly FilterValue[]
  readonly page: number
  readonly pageCount: number
}

/** The lowest and the highest price of the listed products, formatted; '' if there are none. */
export interface PriceFilter {
  readonly lowest: string
  readonly highest: string
}

/** How a list shows families, and the texts of the choice between the two modes. */
export interface ShownFamilies {
  readonly mode: FamilyMode
  /** The mode that is omitted from the URL. */
  readonly defaultMode: FamilyMode
  readonly label: string
  readonly names: Readonly<Record<FamilyMode, string>>
  /** Missing if each product is a row of its own. */
  readonly rows?: {
    /** Number of rows of the products that have all words of the search, and of those that have some. */
    readonly total: number
    readonly partialTotal: number
    /** A text such as '12 rows'. */
    readonly count: string
  }
}

export interface ShownListing {
  readonly items: readonly (Card | CardRow)[]
  readonly total: number
  /** Whether no product has all words of the search, so that products with some of them are listed. */
  readonly isPartial: boolean
  /** Number of further products that have some of the words, listed after the others. */
  readonly partialTotal: number
  readonly pageCount: number
  readonly query: ListingQuery
  readonly view: ListingView
  /** The view that is omitted from the URL. */
  readonly defaultView: ListingView
  /** Empty except in the table view. */
  readonly columns: readonly ShownColumn[]
  /** Missing if the list has no families, or shows each product anyway. */
  readonly families?: ShownFamilies
  /** Names of the order terms that the listed products have; missing if they have none, and except in the table view. */
  readonly orderTerms?: Readonly<Partial<Record<keyof OrderTerms, string>>>
  /** The search that was used instead, if a word was replaced by a similar one. */
  readonly correctedSearch: string | null
  readonly filters: readonly (FilterGroup | PriceFilter)[]
  /** The filter whose values are shown in place of the products and the other filters; null if there is none. */
  readonly openFilter: OpenFilterGroup | null
  readonly priceNotes?: readonly PriceNote[]
}

export interface ComparisonRow {
  readonly name: string
  /** One text for each product, in the same order; '' if it has no value. Several values are separated by line breaks. */
  readonly values: readonly string[]
  /** Whether the values are descriptions, of which a screen shows the first lines. */
  readonly isProse?: true
}

export interface ShownComparison {
  readonly products: readonly Pick<Card, 'slug' | 'name' | 'lang' | 'ending' | 'image'>[]
  readonly rows: readonly ComparisonRow[]
  /** Requested slugs that no published product has. */
  readonly unknown: readonly string[]
  /** Whether more products were requested than a comparison shows. */
  readonly isCut: boolean
  readonly priceNotes?: readonly PriceNote[]
  readonly texts: TakeAwayTexts
}

type UnshownField =
  | 'manufacturer'
  | 'responsiblePerson'
  | 'safetyInformation'
  | 'pictograms'
  | 'metaTitle'
  | 'categorySlug'
  | 'otherCategorySlugs'
  | 'visibility'
  | 'replacedBy'
  | 'discontinuedByPrune'
  | 'featured'
  | 'tags'
  | 'includes'
  | 'sourceId'
  | 'formerSlugs'
  | 'family'
  | 'taxNote'
  | 'translations'
  | 'fallback'

/**
 * A product of a family: whether one of its variants is in stock, and how many cells it is after the product before it, if the
 * combinations of all values are numbered from 0 with those of the second axis changing first. Most steps are 1, which halves the
 * compressed data of a large family.
 */
export type FamilyMember = readonly [slug: string, isAvailable: 0 | 1, step: number]

/** The products that differ from the shown one only in one or two sizes, the axes. */
export interface ShownFamily {
  /** Each with its values from the smallest to the largest. */
  readonly axes: readonly { readonly name: string; readonly values: readonly string[] }[]
  /** The index of the shown product's value for each axis. */
  readonly chosen: readonly number[]
  readonly products: readonly FamilyMember[]
}

export interface PartPrices {
  readonly lowestMinor: number
  /** Null if only the lowest price is shown. */
  readonly highestMinor: number | null
  readonly count: number
}

export interface ShownDocument extends Pick<ProductDocument, 'name' | 'url'> {
  /** Type and size of a stored document, such as 'PDF, 1.2 MB'. */
  readonly note?: string
}

/** A variant with texts in the language of the page. */
export type ShownVariant = ProductVariant & Pick<PriceText, 'details'>

export interface ShownProduct extends Omit<Product, UnshownField | 'documents' | 'variants'> {
  readonly documents: readonly ShownDocument[]
  readonly variants: readonly [ShownVariant, ...ShownVariant[]]
  /** Languages of the texts that are not in the language of the page. */
  readonly langs?: Fallback<ProductText>['langs']
}

/** Texts about a product that is no longer offered. */
export interface Discontinued {
  readonly state: string
  readonly notice: string
  readonly successor: { readonly label: string; readonly slug: string; readonly name: string } | null
}

/** Who is responsible for a product, and its warnings. */
export interface ShownSafety {
  /** With the name alone if it has no record. */
  readonly manufacturer?: Company
  readonly responsiblePerson?: Company
  readonly information?: string
  readonly pictograms: readonly CatalogImage[]
  /** Languages of the texts that are not in the language of the page. */
  readonly langs: { readonly information?: string; readonly pictograms?: string }
  readonly texts: SafetyTexts
}

export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** What the print sheet of a product shows. It has room on two pages of paper; notes say how much is left out. */
export interface ShownSheet extends Pick<Product, 'slug' | 'name' | 'brand'>, PriceText {
  /** '' unless the product has several variants. */
  readonly variantKey: string
  readonly image: CatalogImage | null
  readonly summary: string
  /** A text such as 'Available as: Thread M3 – M20 (63 products)'; missing if the product is in no family. */
  readonly family?: string
  readonly discontinued: Discontinued | null
  readonly priceNotes?: readonly PriceNote[]
  /** What the chosen variant is ordered by: options, numbers and order terms. */
  readonly facts: readonly NamedValue[]
  readonly rows: readonly NamedValue[]
  readonly rowsNote: string | null
  readonly variants: {
    readonly heads: readonly string[]
    readonly rows: readonly (readonly string[])[]
    readonly note: string | null
  } | null
  /** With their URLs as values, cut if they are very long. */
  readonly documents: readonly (NamedValue & { readonly url: string })[]
  readonly documentsNote: string | null
  /** Absolute URL of the product's page with its variant. */
  readonly url: string
  /** The QR code of the URL as the path of an SVG, and its width in modules. */
  readonly code: { readonly path: string; readonly size: number }
  readonly texts: { readonly code: string; readonly print: string; readonly back: string }
}

/** @returns the first picture on a product's page: that of the chosen variant, or else of the first variant */
export function chooseFirstPicture(
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  variantKey: string,
): CatalogImage | null {
  const variant = variants.find(({ key }) => key === variantKey) ?? variants[0]
  return images[variant.imageIndex ?? 0] ?? null
}
