import type {
  CatalogImage,
  Product,
  ProductAttribute,
  ProductDocument,
  ProductOption,
  ProductVariant,
} from '../../shared/catalog.ts'
import { pickOrderTerms } from '../catalog/rules/order-texts.ts'
import { findFreeName } from '../catalog/rules/build-slug.ts'
import { buildSlug } from '../catalog/rules/build-slug.ts'
import { readGtin } from '../catalog/rules/gtin.ts'
import { haveSameDimension } from '../catalog/rules/price-texts.ts'
import { hasPricesInOtherCurrency } from './currency-change.ts'
import { type DraftProduct, type DraftVariant, type Given, mapVariants } from './draft-product.ts'
import { imageKey, type MergedImages } from './merge-images.ts'

interface MergeContext {
  readonly currency: string
  readonly categorySlug: Given<string | null>
  readonly otherCategorySlugs: Given<readonly string[]>
  readonly images: MergedImages
  readonly documents: Given<readonly ProductDocument[]>
  readonly texts: { readonly [Field in 'shortDescription' | 'description']: Given<string> }
  readonly pictograms: Given<readonly CatalogImage[] | null>
}

/** Merges a draft with the stored product, whose values are kept if the file has no column for them. */
export function mergeProduct(draft: DraftProduct, stored: Product | undefined, context: MergeContext): Product {
  return {
    slug: draft.slug,
    name: draft.name,
    brand: firstDefined(draft.brand, stored?.brand, null),
    shortDescription: firstDefined(context.texts.shortDescription, stored?.shortDescription, ''),
    description: firstDefined(context.texts.description, stored?.description, ''),
    metaDescription: firstDefined(draft.metaDescription, stored?.metaDescription, null),
    metaTitle: firstDefined(draft.metaTitle, stored?.metaTitle, null),
    ...mergeCategories(context, stored),
    currency:
      stored && hasPricesInOtherCurrency(stored, context.currency) && keepsStoredPrices(draft, stored)
        ? stored.currency
        : context.currency,
    condition: firstDefined(draft.condition, stored?.condition, 'NewCondition'),
    visibility: firstDefined(draft.visibility, stored?.visibilityBeforePrune ?? stored?.visibility, 'public'),
    // A product that is in the file again is no longer marked as pruned.
    ...(stored?.visibilityBeforePrune && { visibilityBeforePrune: undefined }),
    discontinued: mergeDiscontinued(draft, stored),
    ...(stored?.discontinuedByPrune && { discontinuedByPrune: undefined }),
    replacedBy: mergeOptional(draft.replacedBy, stored?.replacedBy),
    priceDisplay: mergeOptional(draft.priceDisplay, stored?.priceDisplay),
    taxNote: mergeOptional(draft.taxNote, stored?.taxNote),
    featured: firstDefined(draft.featured, stored?.featured, false),
    tags: firstDefined(draft.tags, stored?.tags, []),
    ...mergeVariants(draft, stored, context),
    images: context.images.images,
    attributes: mergeAttributes(draft, stored?.attributes ?? []),
    documents: firstDefined(context.documents, stored?.documents, []),
    manufacturer: mergeOptional(draft.manufacturer, stored?.manufacturer),
    responsiblePerson: mergeOptional(draft.responsiblePerson, stored?.responsiblePerson),
    safetyInformation: mergeOptional(draft.safetyInformation, stored?.safetyInformation),
    pictograms: mergeOptional(context.pictograms, stored?.pictograms),
    externalLink: firstDefined(draft.externalLink, stored?.externalLink, null),
    includes: firstDefined(draft.includes, stored?.includes, []),
    sourceId: firstDefined(draft.sourceId, stored?.sourceId, null),
    formerSlugs: collectFormerSlugs(draft, stored),
    family: mergeOptional(draft.family, stored?.family),
  }
}

/** If a product has only further categories, the first of them becomes its main category. */
function mergeCategories(
  { categorySlug, otherCategorySlugs }: MergeContext,
  stored: Product | undefined,
): Pick<Product, 'categorySlug' | 'otherCategorySlugs'> {
  const main = firstDefined(categorySlug, stored?.categorySlug, null) ?? otherCategorySlugs?.[0] ?? null
  const others = new Set(firstDefined(otherCategorySlugs, stored?.otherCategorySlugs, []))
  if (main !== null) others.delete(main)
  return { categorySlug: main, otherCategorySlugs: others.size > 0 ? [...others] : undefined }
}

function collectFormerSlugs({ slug, formerSlugs = [] }: DraftProduct, stored: Product | undefined): readonly string[] {
  return [...new Set([...(stored?.formerSlugs ?? []), ...formerSlugs])].filter((former) => former !== slug)
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
  { images, currency }: MergeContext,
): Pick<Product, 'options' | 'variants'> {
  if (stored && keepsStoredVariants(draft, stored)) {
    const { options, variants } = stored
    return { options, variants: mapVariants(variants, (variant) => remapImageIndex(variant, stored, images)) }
  }
  const keys = new Set<string>()
  // A compare-at price in another currency is not comparable with a new price.
  const keepsCompareAt = stored !== undefined && (stored.currency === currency || keepsStoredPrices(draft, stored))
  const storedByKey = new Map(stored?.variants.map((variant) => [variant.key, variant]))
  const variants = mapVariants(draft.variants, (variant, index): ProductVariant => {
    const key = buildVariantKey(variant.optionValues, keys)
    const before = storedByKey.get(key)
    const priceMinor = firstDefined(variant.priceMinor, before?.priceMinor, null)
    const compareAtMinor = firstDefined(variant.compareAtMinor, keepsCompareAt ? before?.compareAtMinor : null, null)
    const imageIndex = images.variantIndexes[index]
    const equivalents = firstDefined(variant.equivalents, before?.equivalents, [])
    return {
      key,
      optionValues: variant.optionValues,
      sku: firstDefined(variant.sku, before?.sku, null),
      ...(variant.gtin === undefined ? keepBarcode(before) : splitBarcode(variant.gtin)),
      mpn: firstDefined(variant.mpn, before?.mpn, null),
      priceMinor,
      compareAtMinor:
        priceMinor !== null && compareAtMinor !== null && compareAtMinor > priceMinor ? compareAtMinor : null,
      availability: firstDefined(variant.availability, before?.availability, 'InStock'),
      imageIndex:
        imageIndex === undefined
          ? before && stored
            ? remapImageIndex(before, stored, images).imageIndex
            : null
          : imageIndex,
      weightGrams: firstDefined(variant.weightGrams, before?.weightGrams, null),
      ...pickOrderTerms({
        packSize: mergeOptional(variant.packSize, before?.packSize),
        minimumQuantity: mergeOptional(variant.minimumQuantity, before?.minimumQuantity),
        leadTime: mergeOptional(variant.leadTime, before?.leadTime),
      }),
      ...mergeUnitPricing(variant, before),
      ...(equivalents.length > 0 && { equivalents }),
    }
  })
  return { options: collectOptions(draft.optionNames ?? [], draft.variants), variants }
}

/** A stored base is dropped if the new quantity has another dimension. */
function mergeUnitPricing(
  { unitQuantity, unitBase }: DraftVariant,
  before: ProductVariant | undefined,
): Pick<ProductVariant, 'unitPricing'> {
  const quantity = mergeOptional(unitQuantity, before?.unitPricing?.quantity)
  if (!quantity) return {}
  const base = mergeOptional(unitBase, before?.unitPricing?.base)
  return { unitPricing: { quantity, ...(base && haveSameDimension(quantity, base) && { base }) } }
}

function splitBarcode(code: string | null): Pick<ProductVariant, 'gtin' | 'barcode'> {
  if (code === null) return { gtin: null }
  const reading = readGtin(code)
  return 'gtin' in reading ? { gtin: reading.gtin } : { gtin: null, barcode: code }
}

function keepBarcode(before: ProductVariant | undefined): Pick<ProductVariant, 'gtin' | 'barcode'> {
  return { gtin: before?.gtin ?? null, ...(before?.barcode === undefined ? {} : { barcode: before.barcode }) }
}

function firstDefined<Value>(given: Value | undefined, stored: Value | undefined, otherwise: Value): Value {
  return given === undefined ? (stored === undefined ? otherwise : stored) : given
}

/** A product that is in the file again is offered again, unless the file says otherwise. */
function mergeDiscontinued({ discontinued }: DraftProduct, stored: Product | undefined): Product['discontinued'] {
  if (discontinued === undefined) return stored?.discontinuedByPrune ? undefined : stored?.discontinued
  return discontinued === 'no' ? undefined : discontinued
}

/** Chooses a value without which the stored document has no key. */
function mergeOptional<Value>(given: Given<Value | null>, stored: Value | undefined): Value | undefined {
  return given === undefined ? stored : (given ?? undefined)
}

function remapImageIndex(variant: ProductVariant, stored: Product, { images }: MergedImages): ProductVariant {
  const image = variant.imageIndex === null ? undefined : stored.images[variant.imageIndex]
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
