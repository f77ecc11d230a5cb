import type { Measure, Product, ProductDocument, ProductVariant } from '../../shared/catalog.ts'
import type { CsvRow } from './files/csv-file.ts'
import type { FieldPlace } from './import-report.ts'
import type { TermPair } from './merge-translations.ts'

/** A value of the file; undefined if the file has no column for it, and the stored value is kept. */
export type Given<Value> = Value | undefined

/** The fields that a file gives; null clears one. */
export type GivenFields<Type> = { readonly [Field in keyof Type]?: Given<Type[Field] | null> }

export interface DraftImage {
  readonly source: string
  readonly alt: Given<string | null>
  readonly place: FieldPlace
}

export interface DraftVariant extends Omit<GivenFields<ProductVariant>, 'key' | 'optionValues' | 'unitPricing'> {
  readonly optionValues: readonly string[]
  readonly unitQuantity?: Given<Measure | null>
  readonly unitBase?: Given<Measure | null>
  readonly image?: Given<DraftImage | null>
}

export interface DraftAttribute {
  readonly name: string
  readonly value: string | null
}

export interface DraftHtml {
  /** Sanitised HTML; the `src` of a picture is still that of the file. */
  readonly html: string
  readonly place: FieldPlace
}

type PlainTexts = Pick<Product, 'safetyInformation' | 'taxNote' | 'metaTitle' | 'metaDescription'>

/** Texts that a product has in each language. */
export interface TranslatableTexts {
  /** Texts that are stored as the file has them. */
  readonly texts?: GivenFields<PlainTexts>
  readonly shortDescription?: Given<DraftHtml>
  readonly description?: Given<DraftHtml>
  readonly formerSlugs?: Given<readonly string[]>
}

/** Texts in a further language. */
export interface DraftTranslation extends TranslatableTexts {
  readonly name?: Given<string | null>
  readonly slug?: Given<string | null>
  /** Pairs the names and values of options and attributes with those of the product. */
  readonly pairTerms: (product: Product) => readonly TermPair[]
  readonly place: FieldPlace
}

/** A product of a file, checked but not yet merged with the stored product. */
export interface DraftProduct extends TranslatableTexts {
  readonly slug: string
  readonly line: number
  readonly name: string
  /** Fields that are stored as the file has them. */
  readonly fields: GivenFields<Product>
  /** Names of categories from the top level down. */
  readonly categoryPath?: Given<readonly string[] | null>
  readonly otherCategoryPaths?: Given<readonly (readonly string[])[]>
  readonly optionNames?: Given<readonly string[]>
  readonly variants: readonly [DraftVariant, ...DraftVariant[]]
  readonly images?: Given<readonly DraftImage[]>
  readonly attributes: readonly DraftAttribute[]
  /** Whether stored attributes that the draft lacks are deleted. */
  readonly hasAllAttributes?: boolean
  readonly documents?: Given<readonly ProductDocument[]>
  readonly pictograms?: Given<readonly DraftImage[]>
  /** Texts by the key of the language; languages that are missing keep their texts. */
  readonly translations?: Given<Readonly<Record<string, DraftTranslation>>>
}

/** Changes only texts in further languages of a stored product and its category. */
export interface DraftTexts extends Pick<DraftProduct, 'slug' | 'line' | 'name' | 'translations'> {
  readonly onlyTranslates: true
  /** The name of the product's category and its translation, by the key of the language. */
  readonly categoryNames?: Readonly<Record<string, readonly [name: string, translated: string]>>
}

export interface DraftResult {
  readonly slug: string
  /** Whether the slug is that of the file, not built from the name. */
  readonly hasGivenSlug: boolean
  /** Null if the product cannot be used, or is a gift card. */
  readonly draft: (DraftProduct & { readonly onlyTranslates?: never }) | DraftTexts | null
  readonly hasRejections: boolean
  readonly rows: readonly CsvRow[]
}

/** Stands for the name of a product whose file of translations has none. */
export const NO_NAME = '(no name in this language)'

/** Most characters of texts, and most entries of lists. */
export const LIMITS = {
  name: 300,
  brand: 200,
  family: 300,
  description: 200_000,
  metaTitle: 300,
  metaDescription: 1_000,
  safetyInformation: 20_000,
  code: 100,
  taxNote: 100,
  attributeName: 300,
  attributeValue: 2_000,
  linkName: 300,
  alt: 512,
  tag: 255,
  tags: 250,
  /** Cells with several entries. */
  list: 200_000,
  equivalents: 50,
  leadTime: 60,
  optionText: 120,
  /** As in Shopify. */
  variants: 2_048,
} as const

/** Maps a list that is never empty. */
export function mapVariants<From, To>(
  [first, ...rest]: readonly [From, ...From[]],
  map: (item: From) => To,
): readonly [To, ...To[]] {
  return [map(first), ...rest.map(map)]
}
