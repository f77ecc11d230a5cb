import type {
  CatalogImage,
  Product,
  ProductAttribute,
  ProductDocument,
  ProductOption,
  ProductVariant,
} from '../../shared/catalog.ts'
import { buildSlug, findFreeName } from '../catalog/rules/build-slug.ts'
import { haveSameDimension } from '../catalog/rules/price-texts.ts'
import { hasPricesInOtherCurrency } from './currency-change.ts'
import { type DraftProduct, type DraftVariant, type Given, type GivenFields, mapVariants } from './draft-product.ts'
import { pictureAddressKey } from './pictures/picture-name.ts'
import type { FileImporter, ResolvedPicture } from './file-importer.ts'

/** What the categories, texts and files of a draft became in the catalogue. */
interface PlacedParts {
  readonly currency: string
  readonly categorySlug: Given<string | null>
  readonly otherCategorySlugs: Given<readonly string[]>
  readonly shortDescription: Given<string>
  readonly description: Given<string>
  readonly documents: Given<readonly ProductDocument[]>
  readonly pictograms: Given<readonly CatalogImage[] | null>
}

const NEW_PRODUCT = {
  categorySlug: null,
  brand: null,
  shortDescription: '',
  description: '',
  metaDescription: null,
  metaTitle: null,
  condition: 'NewCondition',
  visibility: 'public',
  featured: false,
  tags: [],
  documents: [],
  externalLink: null,
  includes: [],
  sourceId: null,
} as const

const NEW_VARIANT = {
  sku: null,
  gtin: null,
  mpn: null,
  priceMinor: null,
  compareAtMinor: null,
  availability: 'InStock',
  imageIndex: null,
  weightGrams: null,
} as const

/** Changes what is stored by the fields that a file gives. A field that is cleared becomes that of `blank`. */
export function mergeFields<Type extends object>(
  blank: Partial<Type>,
  stored: Partial<Type> | undefined,
  given: GivenFields<Type>,
): Type {
  const merged: Record<string, unknown> = { ...blank, ...stored }
  for (const [field, value] of Object.entries(given))
    if (value !== undefined) merged[field] = value ?? blank[field as keyof Type]
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as Type
}

/** Merges a draft with the stored product, whose values are kept if the file has no column for them. */
export function mergeProduct(
  draft: DraftProduct,
  stored: Product | undefined,
  images: MergedImages,
  parts: PlacedParts,
): Product {
  // A product that is in the file again is no longer marked as pruned.
  const offered = stored && {
    ...stored,
    visibility: stored.visibilityBeforePrune ?? stored.visibility,
    visibilityBeforePrune: undefined,
    discontinued: stored.discontinuedByPrune ? undefined : stored.discontinued,
    discontinuedByPrune: undefined,
  }
  const formerSlugs = new Set([...(stored?.formerSlugs ?? []), ...(draft.formerSlugs ?? [])])
  const keepsCurrency = stored && hasPricesInOtherCurrency(stored, parts.currency) && keepsStoredPrices(draft, stored)
  return mergeFields<Product>(NEW_PRODUCT, offered, {
    slug: draft.slug,
    name: draft.name,
    ...draft.texts,
    ...draft.fields,
    ...parts,
    ...mergeCategories(parts, stored),
    currency: keepsCurrency ? stored.currency : parts.currency,
    ...mergeVariants(draft, stored, images, parts.currency),
    images: images.images,
    attributes: mergeAttributes(draft, stored?.attributes ?? []),
    formerSlugs: [...formerSlugs].filter((former) => former !== draft.slug),
  })
}

/** If a product has only further categories, the first of them becomes its main category. */
function mergeCategories(
  { categorySlug, otherCategorySlugs }: PlacedParts,
  stored: Product | undefined,
): GivenFields<Pick<Product, 'categorySlug' | 'otherCategorySlugs'>> {
  const main = (categorySlug === undefined ? stored?.categorySlug : categorySlug) ?? otherCategorySlugs?.[0] ?? null
  const others = new Set(otherCategorySlugs ?? stored?.otherCategorySlugs)
  if (main !== null) others.delete(main)
  return { categorySlug: main, otherCategorySlugs: others.size > 0 ? [...others] : null }
}

/** A file without columns for options cannot describe the stored variants. */
export function keepsStoredVariants(draft: DraftProduct, stored: Product | undefined): boolean {
  return draft.optionNames === undefined && stored !== undefined && stored.options.length > 0
}

function keepsStoredPrices(draft: DraftProduct, stored: Product): boolean {
  return keepsStoredVariants(draft, stored) || draft.variants.some(({ priceMinor }) => priceMinor === undefined)
}

function mergeVariants(
  draft: DraftProduct,
  stored: Product | undefined,
  images: MergedImages,
  currency: string,
): Pick<Product, 'options' | 'variants'> {
  const remap = (variant: ProductVariant) => remapImageIndex(variant, stored?.images ?? [], images.images)
  if (stored && keepsStoredVariants(draft, stored))
    return { options: stored.options, variants: mapVariants(stored.variants, remap) }
  const keys = new Set<string>()
  // A compare-at price in another currency is not comparable with a new price.
  const keepsCompareAt = stored !== undefined && (stored.currency === currency || keepsStoredPrices(draft, stored))
  const storedByKey = new Map(stored?.variants.map((variant) => [variant.key, variant]))
  const variants = mapVariants(draft.variants, (variant): ProductVariant => {
    const { image, unitQuantity, unitBase, ...given } = variant
    const key = buildVariantKey(given.optionValues, keys)
    const known = storedByKey.get(key)
    const before = known && { ...remap(known), compareAtMinor: keepsCompareAt ? known.compareAtMinor : null }
    const equivalents = given.equivalents?.length === 0 ? null : given.equivalents
    const merged = mergeFields<ProductVariant>(NEW_VARIANT, before, {
      ...given,
      key,
      equivalents,
      imageIndex: image && images.indexes.get(pictureAddressKey(image.source)),
      unitPricing: mergeUnitPricing({ unitQuantity, unitBase }, known),
    })
    const { priceMinor, compareAtMinor } = merged
    const isReduced = priceMinor !== null && compareAtMinor !== null && compareAtMinor > priceMinor
    return isReduced ? merged : { ...merged, compareAtMinor: null }
  })
  return { options: collectOptions(draft.optionNames ?? [], draft.variants), variants }
}

/** A stored base is dropped if the new quantity has another dimension. */
function mergeUnitPricing(
  { unitQuantity, unitBase }: Pick<DraftVariant, 'unitQuantity' | 'unitBase'>,
  before: ProductVariant | undefined,
): ProductVariant['unitPricing'] | null {
  const quantity = unitQuantity === undefined ? before?.unitPricing?.quantity : unitQuantity
  const base = unitBase === undefined ? before?.unitPricing?.base : unitBase
  return quantity ? { quantity, ...(base && haveSameDimension(quantity, base) && { base }) } : null
}

/**
 * Finds the picture of a stored variant among the pictures of the import.
 * @param before the stored pictures, to which the variant's index refers
 * @returns the variant with the new index, or null as index if the import lacks the picture
 */
export function remapImageIndex(
  variant: ProductVariant,
  before: readonly CatalogImage[],
  images: readonly CatalogImage[],
): ProductVariant {
  const image = variant.imageIndex === null ? undefined : before[variant.imageIndex]
  if (!image) return variant
  const index = images.findIndex((other) => imageKey(other) === imageKey(image))
  return { ...variant, imageIndex: index === -1 ? null : index }
}

function buildVariantKey(optionValues: readonly string[], taken: Set<string>): string {
  const base = optionValues.map(buildSlug).filter(Boolean).join('-') || (optionValues.length > 0 ? 'variant' : '')
  const key = findFreeName(base, (name) => taken.has(name))
  taken.add(key)
  return key
}

function collectOptions(names: readonly string[], variants: readonly DraftVariant[]): readonly ProductOption[] {
  return names.map((name, index) => ({
    name,
    values: [...new Set(variants.flatMap(({ optionValues }) => optionValues[index] ?? []))],
  }))
}

/** Stored attributes keep their places; new ones follow. */
function mergeAttributes(draft: DraftProduct, stored: readonly ProductAttribute[]): readonly ProductAttribute[] {
  const given = draft.attributes.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  if (draft.hasAllAttributes) return given
  const named = new Set(draft.attributes.map(({ name }) => name))
  const names = stored.map(({ name }) => name)
  const placeOf = ({ name }: ProductAttribute) => (names.includes(name) ? names.indexOf(name) : names.length)
  const kept = stored.filter(({ name }) => !named.has(name))
  return [...given, ...kept].sort((left, right) => placeOf(left) - placeOf(right))
}

export interface MergedImages {
  readonly images: readonly CatalogImage[]
  /** Indexes in `images` by the keys of the sources; null for a picture that cannot be shown. */
  readonly indexes: ReadonlyMap<string, number | null>
}

/** Merges pictures without duplicates, and adds alternative texts. */
export async function mergeImages(
  draft: DraftProduct,
  stored: Product | undefined,
  files: FileImporter,
): Promise<MergedImages> {
  // If the file has no column for pictures, pictures of variants are added to the stored pictures.
  const images: CatalogImage[] = draft.images === undefined ? [...(stored?.images ?? [])] : []
  const indexes = new Map<string, number | null>()
  const valuesBySource = collectVariantValues(draft)
  const ofVariants = draft.variants.flatMap(({ image }) => image ?? [])
  for (const { source, place, alt } of [...(draft.images ?? []), ...ofVariants]) {
    const address = pictureAddressKey(source)
    if (indexes.has(address)) continue
    const found = await files.findPicture(source, { ...place, product: draft.name })
    const isSame = (image: CatalogImage) => found !== null && imageKey(image) === imageKey(found)
    const known = images.findIndex(isSame)
    indexes.set(address, found && (known === -1 ? images.length : known))
    if (!found || known !== -1) continue
    const before = alt === undefined ? stored?.images.find(isSame)?.alt : undefined
    const optionValues = valuesBySource.get(address) ?? []
    images.push({ ...found, alt: alt || before || [draft.name, ...optionValues].join(', ') })
  }
  return { images, indexes }
}

/** @returns null if there are none */
export async function findPictograms(
  { pictograms, name }: DraftProduct,
  files: FileImporter,
): Promise<Given<readonly CatalogImage[] | null>> {
  if (!pictograms) return undefined
  const images: CatalogImage[] = []
  for (const { source, alt, place } of pictograms) {
    const found = await files.findPicture(source, { ...place, product: name })
    if (found) images.push({ ...found, alt: alt ?? '' })
  }
  return images.length > 0 ? images : null
}

export function imageKey(image: ResolvedPicture): string {
  return 'hash' in image ? image.hash : image.url
}

/** The option values that all variants of a picture share, for its alternative text. */
function collectVariantValues(draft: DraftProduct): Map<string, readonly string[]> {
  const values = new Map<string, readonly string[]>()
  for (const { image, optionValues } of draft.variants) {
    if (!image) continue
    const key = pictureAddressKey(image.source)
    const earlier = values.get(key)
    values.set(key, earlier ? earlier.filter((value) => optionValues.includes(value)) : optionValues)
  }
  return values
}
