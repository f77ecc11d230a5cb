import type { Availability, ItemCondition, ProductDocument, SiteLink, Visibility } from '../../shared/catalog.ts'

/**
 * A value that a file brings, or undefined where the file has no column for it.
 * An absent column leaves what is stored; a blank cell in a column that is there clears it.
 */
export type Given<Value> = Value | undefined

export interface DraftImage {
  /** An address or a file name, as it stands in the file. */
  readonly source: string
  readonly alt: Given<string | null>
  readonly line: number
  /** Of the spreadsheet; undefined in XML. */
  readonly row: number | undefined
  readonly column: string
}

export interface DraftVariant {
  readonly optionValues: readonly string[]
  readonly sku: Given<string | null>
  /** A barcode of whatever kind: one that is no GTIN is told apart when it is stored. */
  readonly gtin: Given<string | null>
  readonly mpn: Given<string | null>
  readonly priceMinor: Given<number | null>
  readonly compareAtMinor: Given<number | null>
  readonly availability: Given<Availability>
  readonly weightGrams: Given<number | null>
  readonly image: Given<DraftImage | null>
}

export type DraftPrices = Pick<DraftVariant, 'priceMinor' | 'compareAtMinor'>

export interface DraftAttribute {
  readonly name: string
  /** Null where the cell is blank. */
  readonly value: string | null
}

/** A text of the owner's with its place, which the report of its pictures names. */
export interface DraftHtml {
  /** Sanitised; its pictures have their sources as they are written. */
  readonly html: string
  readonly line: number
  readonly column: string
}

/** A product as a file describes it, checked and cleaned, before it meets what is stored. Every format yields these. */
export interface DraftProduct {
  readonly slug: string
  /** Where it begins. */
  readonly line: number
  readonly name: string
  readonly brand: Given<string | null>
  readonly shortDescription: Given<DraftHtml>
  readonly description: Given<DraftHtml>
  readonly metaTitle: Given<string | null>
  readonly metaDescription: Given<string | null>
  /** Names from the top level down. */
  readonly categoryPath: Given<readonly string[] | null>
  readonly condition: Given<ItemCondition>
  readonly visibility: Given<Visibility>
  readonly featured: Given<boolean>
  readonly tags: Given<readonly string[]>
  readonly optionNames: Given<readonly string[]>
  readonly variants: readonly [DraftVariant, ...DraftVariant[]]
  /** In the order of the gallery. */
  readonly images: Given<readonly DraftImage[]>
  /** One for each column of attributes. */
  readonly attributes: readonly DraftAttribute[]
  /** Whether those are all there are: stored ones that are not among them go. */
  readonly hasAllAttributes?: boolean
  readonly documents: Given<readonly ProductDocument[]>
  readonly externalLink: Given<SiteLink | null>
  /** Slugs. */
  readonly includes: Given<readonly string[]>
  readonly sourceId: Given<string | null>
  /** Under which it was known before; left out by formats that know none. */
  readonly formerSlugs?: Given<readonly string[]>
}

/** Two combinations of option values that differ only in their capitals are one. */
export function foldCombination(optionValues: readonly string[]): string {
  return JSON.stringify(optionValues.map((value) => value.toLowerCase()))
}

/** All that a file says about one slug. */
export interface DraftResult {
  readonly slug: string
  /** Null where the product cannot be used or is none (a gift card). */
  readonly draft: DraftProduct | null
  /** Whether any of its rows was rejected. */
  readonly hasRejections: boolean
}

/** How much a product may hold, in characters and entries, whatever format brings it. */
export const NAME_MAX_LENGTH = 300
export const BRAND_MAX_LENGTH = 200
export const DESCRIPTION_MAX_LENGTH = 200_000
export const META_TITLE_MAX_LENGTH = 300
export const META_DESCRIPTION_MAX_LENGTH = 1_000
/** Of SKUs, barcodes and the like. */
export const CODE_MAX_LENGTH = 100
export const TAG_MAX_LENGTH = 255
export const TAG_MAX_COUNT = 250
export const ATTRIBUTE_NAME_MAX_LENGTH = 300
export const ATTRIBUTE_VALUE_MAX_LENGTH = 2_000
/** Of documents and of links to other shops. */
export const LINK_NAME_MAX_LENGTH = 300
export const ALT_MAX_LENGTH = 512
/** Of an option's name, and of each of its values. */
export const OPTION_TEXT_MAX_LENGTH = 120
/** Shopify's own limit since 2025. */
export const VARIANT_MAX_COUNT = 2_048
