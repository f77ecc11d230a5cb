import type { CatalogImage, CategoryLink, Measure, MeasureUnit, ProductVariant } from '../../../shared/catalog.ts'
import type { Company } from '../../../shared/site.ts'
import { formatDecimal } from '../../catalog/rules/money.ts'
import type { PartPrices, ShownProduct } from '../../../shared/shown-product.ts'
import { previewUrl } from './absolute-url.ts'
import { variantPath } from '../../../shared/urls.ts'
import type { SiteLanguage } from '../../platform/language.ts'
import { describeVariant, findDescriptiveProperty } from '../../catalog/rules/descriptive-properties.ts'
import { DOCUMENT_TYPES, readDocumentUrl } from '../../catalog/rules/document-files.ts'
import { readGtin } from '../../catalog/rules/gtin.ts'
import { findBase } from '../../catalog/rules/price-texts.ts'
import { describeProduct } from '../pages/page-head.ts'

export type JsonLd = Readonly<Record<string, unknown>>

export const SCHEMA = 'https://schema.org'

/** JSON omits undefined values, which keep the objects' shape and make them faster to create. */
const unlessEmpty = <Item>(items: readonly Item[]) => (items.length > 0 ? items : undefined)

/** Makes a path an absolute URL of the site; absolute URLs stay unchanged. */
export interface Absolute {
  readonly page: (path: string) => string
  /** For paths that already begin with a language's path. */
  readonly file: (path: string) => string
}

/** Search engines need no more variants. */
const MAX_VARIANTS = 100

const MAX_IMAGES = 10

const DESCRIPTION_MAX_LENGTH = 500

/** The page of a product, and what it shows beside it. */
interface ProductPlace {
  /** The canonical URL, which may be that of another language. */
  readonly url: string
  readonly categories: readonly CategoryLink[]
  readonly manufacturer: Company | undefined
}

/**
 * With options, the product is a group of its variants (requirement 8.21). Search engines report a product, or a
 * variant, without an offer as an error, so a page without prices is only described.
 * @param parts prices of a set's products, used if the set has none
 */
export function buildProductData(
  product: ShownProduct,
  { url, categories, manufacturer }: ProductPlace,
  parts: PartPrices | null,
  absolute: Absolute,
  language: SiteLanguage,
): JsonLd {
  const description = describeProduct(product, language)
  const images = product.images.slice(0, MAX_IMAGES).map((image) => absoluteImage(image, absolute))
  const page = {
    name: product.name,
    url,
    description: description?.slice(0, DESCRIPTION_MAX_LENGTH).toWellFormed(),
    image: unlessEmpty(images),
  }
  const about = {
    ...page,
    brand: product.brand ? { '@type': 'Brand', name: product.brand } : undefined,
    manufacturer: manufacturer && buildManufacturer(manufacturer),
    category: categories.map(({ name }) => name).join(' > ') || undefined,
    additionalProperty: buildProperties(product),
    subjectOf: buildDocuments(product, absolute),
  }
  const priced = product.options.length === 0 ? [] : product.variants.filter(({ priceMinor }) => priceMinor)
  const members = priced.slice(0, MAX_VARIANTS).map((variant) => buildGroupMember(product, variant, url, absolute))
  if (members.length === 0) {
    const [variant] = product.variants
    const own = product.options.length === 0 ? buildVariant(product, variant) : undefined
    const { priceFrom } = product
    const lowest = priceFrom && { lowestMinor: priceFrom.priceMinor, highestMinor: null }
    const range = variant.priceMinor ? lowest : (parts ?? lowest)
    const offers = range ? buildAggregateOffer(product, range) : buildOffer(product, variant, url)
    return offers
      ? { '@context': SCHEMA, '@type': 'Product', ...about, ...own, offers }
      : { '@context': SCHEMA, '@type': 'ItemPage', ...page }
  }
  const variesBy = product.options.flatMap(({ name }) => {
    const property = findDescriptiveProperty(name)
    return property ? [`${SCHEMA}/${property}`] : []
  })
  return {
    '@context': SCHEMA,
    '@type': 'ProductGroup',
    ...about,
    // A product has the same id in all languages, and in their feeds.
    productGroupID: product.mainSlug ?? product.slug,
    variesBy: unlessEmpty([...new Set(variesBy)]),
    hasVariant: members,
  }
}

function buildManufacturer({ name, address, email, website: url, phone: telephone }: Company): JsonLd {
  return { '@type': 'Organization', name, address: address?.replaceAll('\n', ', '), email, url, telephone }
}

function buildGroupMember(product: ShownProduct, variant: ProductVariant, url: string, absolute: Absolute): JsonLd {
  const image = product.images[variant.imageIndex ?? 0]
  const others = product.options.flatMap(({ name }, index) =>
    findDescriptiveProperty(name) ? [] : [{ '@type': 'PropertyValue', name, value: variant.optionValues[index] }],
  )
  return {
    '@type': 'Product',
    name: `${product.name}, ${variant.optionValues.join(', ')}`,
    url: variantPath(url, variant.key),
    image: image && absoluteImage(image, absolute),
    ...buildVariant(product, variant),
    offers: buildOffer(product, variant, url),
    additionalProperty: unlessEmpty(others),
  }
}

function buildVariant(product: ShownProduct, variant: ProductVariant): JsonLd {
  const { sku, gtin, mpn, weightGrams } = variant
  const { color, size, material, pattern, suggestedGender } = describeVariant(product, variant)
  return {
    sku: sku || undefined,
    gtin: gtin && 'gtin' in readGtin(gtin) ? gtin : undefined,
    mpn: mpn || undefined,
    color,
    size,
    material,
    pattern,
    audience: suggestedGender ? { '@type': 'PeopleAudience', suggestedGender } : undefined,
    weight: weightGrams ? { '@type': 'QuantitativeValue', value: weightGrams, unitCode: 'GRM' } : undefined,
  }
}

/** A price on request has no offer, because a price of 0 would be wrong. */
function buildOffer(
  { currency, condition, discontinued }: ShownProduct,
  variant: ProductVariant,
  url: string,
): JsonLd | undefined {
  const { priceMinor, availability, minimumQuantity } = variant
  if (!priceMinor) return undefined
  return {
    '@type': 'Offer',
    price: formatDecimal(priceMinor, currency),
    priceCurrency: currency,
    availability: `${SCHEMA}/${discontinued ? 'Discontinued' : availability}`,
    itemCondition: `${SCHEMA}/${condition}`,
    url: variantPath(url, variant.key),
    eligibleQuantity: minimumQuantity ? { '@type': 'QuantitativeValue', minValue: minimumQuantity } : undefined,
    priceSpecification: buildPriceSpecification(variant, currency),
  }
}

/** Codes of UN/CEFACT (recommendation 20). */
const UNIT_CODES: Readonly<Record<MeasureUnit, string>> = {
  mg: 'MGM',
  g: 'GRM',
  kg: 'KGM',
  ml: 'MLT',
  cl: 'CLT',
  l: 'LTR',
  'm³': 'MTQ',
  mm: 'MMT',
  cm: 'CMT',
  m: 'MTR',
  'cm²': 'CMK',
  'm²': 'MTK',
  piece: 'H87',
}

function buildQuantity({ amount: value, unit }: Measure): JsonLd {
  return { '@type': 'QuantitativeValue', value, unitCode: UNIT_CODES[unit] }
}

/** Includes the former price, the quantity for which the price is paid, and the base of the unit price. */
function buildPriceSpecification(
  { priceMinor, compareAtMinor, unitPricing }: ProductVariant,
  currency: string,
): JsonLd | readonly JsonLd[] | undefined {
  const build = (minor: number, others: JsonLd): JsonLd => ({
    '@type': 'UnitPriceSpecification',
    ...others,
    price: formatDecimal(minor, currency),
    priceCurrency: currency,
  })
  const former = compareAtMinor ? build(compareAtMinor, { priceType: `${SCHEMA}/StrikethroughPrice` }) : undefined
  if (!priceMinor || !unitPricing) return former
  const valueReference = buildQuantity(findBase(unitPricing))
  const unit = build(priceMinor, { referenceQuantity: { ...buildQuantity(unitPricing.quantity), valueReference } })
  return former ? [unit, former] : unit
}

function buildAggregateOffer(
  { currency, variants: [{ availability }] }: ShownProduct,
  { lowestMinor, highestMinor, count }: Omit<PartPrices, 'count'> & Partial<PartPrices>,
): JsonLd {
  return {
    '@type': 'AggregateOffer',
    lowPrice: formatDecimal(lowestMinor, currency),
    highPrice: highestMinor === null ? undefined : formatDecimal(highestMinor, currency),
    priceCurrency: currency,
    offerCount: count,
    availability: `${SCHEMA}/${availability}`,
  }
}

/** Omits attributes that have a field in schema.org. */
function buildProperties(product: ShownProduct): readonly JsonLd[] | undefined {
  const others = product.attributes.filter(({ name }) => !findDescriptiveProperty(name))
  return unlessEmpty(others.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })))
}

/** Paths of the site's pages are no documents. */
function buildDocuments({ documents }: ShownProduct, absolute: Absolute): readonly JsonLd[] | undefined {
  const files = documents.flatMap(({ name, url }) => {
    const stored = readDocumentUrl(url)
    if (!stored && url.startsWith('/')) return []
    const encodingFormat = stored && DOCUMENT_TYPES[stored.format].mediaType
    return [{ '@type': 'DigitalDocument', name, url: stored ? absolute.file(url) : url, encodingFormat }]
  })
  return unlessEmpty(files)
}

function absoluteImage(image: CatalogImage, absolute: Absolute): string {
  return absolute.file(previewUrl(image))
}
