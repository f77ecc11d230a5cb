import type { CatalogImage, CategoryLink, ProductVariant } from '../../../shared/catalog.ts'
import { formatDecimal } from '../../../shared/money.ts'
import type { PartPrices, ShownProduct } from '../../../shared/shown-catalog.ts'
import { previewUrl } from '../../../shared/renditions.ts'
import { productPath } from '../../../shared/urls.ts'
import { describeVariant, findDescriptiveProperty } from '../../catalog/descriptive-properties.ts'
import { readGtin } from '../../catalog/gtin.ts'
import { describeProduct } from '../../loaders/page-head.ts'
import { SCHEMA, type Absolute, type JsonLd } from './json-ld.ts'

/** Variants past this number say nothing new to a search engine, and cost every visitor bytes. */
const MAX_VARIANTS = 100

const MAX_IMAGES = 10

/** Texts in search results are shorter than this by far. */
const DESCRIPTION_MAX_LENGTH = 500

/**
 * A product, or the group of its variants where it has options (formats.md, section 7).
 * @param parts what a set's parts cost, which is its own price where it has none
 */
export function buildProductData(
  product: ShownProduct,
  categories: readonly CategoryLink[],
  parts: PartPrices | null,
  absolute: Absolute,
): JsonLd {
  const description = describeProduct(product)
  const images = product.images.slice(0, MAX_IMAGES).map((image) => absoluteImage(image, absolute))
  const isGroup = product.options.length > 0
  // What is undefined is left out of the text: many objects of one shape are made sooner than each of a shape of its own.
  const about = {
    name: product.name,
    url: absolute(productPath(product.slug)),
    description: description?.slice(0, DESCRIPTION_MAX_LENGTH).toWellFormed(),
    image: images.length > 0 ? images : undefined,
    brand: product.brand ? { '@type': 'Brand', name: product.brand } : undefined,
    category: categories.length > 0 ? categories.map(({ name }) => name).join(' > ') : undefined,
    additionalProperty: buildProperties(product),
  }
  if (!isGroup) {
    const [variant] = product.variants
    const offers =
      !variant.priceMinor && parts ? buildAggregateOffer(product, parts) : buildOffer(product, variant, absolute)
    return { '@context': SCHEMA, '@type': 'Product', ...about, ...buildVariant(product, variant), offers }
  }
  const variesBy = product.options.flatMap(({ name }) => {
    const property = findDescriptiveProperty(name)
    return property ? [`${SCHEMA}/${property}`] : []
  })
  return {
    '@context': SCHEMA,
    '@type': 'ProductGroup',
    ...about,
    productGroupID: product.slug,
    variesBy: variesBy.length > 0 ? [...new Set(variesBy)] : undefined,
    hasVariant: product.variants.slice(0, MAX_VARIANTS).map((variant) => buildGroupMember(product, variant, absolute)),
  }
}

function buildGroupMember(product: ShownProduct, variant: ProductVariant, absolute: Absolute): JsonLd {
  const image = product.images[variant.imageIndex ?? 0]
  // What no field is for is a property like those of the table.
  const others = product.options.flatMap(({ name }, index) =>
    findDescriptiveProperty(name) ? [] : [{ '@type': 'PropertyValue', name, value: variant.optionValues[index] }],
  )
  return {
    '@type': 'Product',
    name: `${product.name}, ${variant.optionValues.join(', ')}`,
    url: absolute(productPath(product.slug, variant.key)),
    image: image && absoluteImage(image, absolute),
    ...buildVariant(product, variant),
    offers: buildOffer(product, variant, absolute),
    additionalProperty: others.length > 0 ? others : undefined,
  }
}

/** What belongs to a single thing that can be had. */
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

/** A price on request is no offer: a price of 0 would be a wrong one. */
function buildOffer(
  { slug, currency, condition }: ShownProduct,
  variant: ProductVariant,
  absolute: Absolute,
): JsonLd | undefined {
  const { priceMinor, compareAtMinor, availability } = variant
  if (!priceMinor) return undefined
  return {
    '@type': 'Offer',
    price: formatDecimal(priceMinor, currency),
    priceCurrency: currency,
    availability: `${SCHEMA}/${availability}`,
    itemCondition: `${SCHEMA}/${condition}`,
    url: absolute(productPath(slug, variant.key)),
    priceSpecification: compareAtMinor
      ? {
          '@type': 'UnitPriceSpecification',
          priceType: `${SCHEMA}/StrikethroughPrice`,
          price: formatDecimal(compareAtMinor, currency),
          priceCurrency: currency,
        }
      : undefined,
  }
}

/** What a set without a price of its own costs: as much as its parts, as its page says. */
function buildAggregateOffer(
  { currency, variants: [{ availability }] }: ShownProduct,
  { lowestMinor, highestMinor, count }: PartPrices,
): JsonLd {
  return {
    '@type': 'AggregateOffer',
    lowPrice: formatDecimal(lowestMinor, currency),
    highPrice: formatDecimal(highestMinor, currency),
    priceCurrency: currency,
    offerCount: count,
    availability: `${SCHEMA}/${availability}`,
  }
}

/** The specification table, but for what has a field of its own. */
function buildProperties(product: ShownProduct): readonly JsonLd[] | undefined {
  const others = product.attributes.filter(({ name }) => !findDescriptiveProperty(name))
  return others.length > 0 ? others.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })) : undefined
}

function absoluteImage(image: CatalogImage, absolute: Absolute): string {
  return absolute(previewUrl(image))
}
