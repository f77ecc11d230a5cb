import type { Contact, Product, ProductVariant } from '../../shared/catalog.ts'
import { messages } from '../../shared/messages/messages.ts'
import { currencyFractionDigits } from '../../shared/money.ts'
import type { AnyLoadedPage, Frame, Listing } from '../../shared/page-data.ts'
import { categoryPath, imageUrl, productPath } from '../../shared/urls.ts'
import { describeProduct } from '../loaders/page-head.ts'

type JsonLd = Record<string, unknown>

const SCHEMA = 'https://schema.org'

/** Variants past this number say nothing new to a search engine, and cost every visitor bytes. */
const MAX_VARIANTS = 100

/** The schema.org descriptions of a page: what stands on it, and where it stands. */
export function buildStructuredData(page: AnyLoadedPage, { site, siteUrl }: Frame): readonly JsonLd[] {
  const absolute = (path: string) => new URL(path, siteUrl).href
  switch (page.name) {
    case 'index':
      return [buildOrganization(site, siteUrl), { '@context': SCHEMA, '@type': 'WebSite', name: site.name, url: absolute('/') }]
    case 'contact':
      return [buildOrganization(site, siteUrl)]
    case 'products':
      return [buildItemList(page.data.listing, absolute)]
    case 'category-category': {
      const { category, ancestors, listing } = page.data
      return [buildBreadcrumbList([...ancestors, category], '/category', absolute), buildItemList(listing, absolute)]
    }
    case 'products-product': {
      const { product, breadcrumb } = page.data
      const own = { '@context': SCHEMA, ...buildProduct(product, absolute) }
      return breadcrumb.length > 0 ? [own, buildBreadcrumbList(breadcrumb, '/category', absolute, product)] : [own]
    }
    case 'about':
    case 'category':
    case 'widgets':
      return []
  }
}

function buildOrganization(site: Frame['site'], siteUrl: string): JsonLd {
  const { email, phone, address }: Contact = site.contact
  return {
    '@context': SCHEMA,
    '@type': 'Organization',
    name: site.name,
    url: siteUrl,
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(address && { address: { '@type': 'PostalAddress', ...address } }),
  }
}

function buildBreadcrumbList(
  categories: readonly { slug: string; name: string }[],
  rootPath: string,
  absolute: (path: string) => string,
  product?: Product,
): JsonLd {
  const places = [
    { name: messages.categories, item: absolute(rootPath) },
    ...categories.map(({ slug, name }) => ({ name, item: absolute(categoryPath(slug)) })),
    ...(product ? [{ name: product.name, item: absolute(productPath(product.slug)) }] : []),
  ]
  return {
    '@context': SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: places.map((place, index) => ({ '@type': 'ListItem', position: index + 1, ...place })),
  }
}

function buildItemList(listing: Listing, absolute: (path: string) => string): JsonLd {
  return {
    '@context': SCHEMA,
    '@type': 'ItemList',
    numberOfItems: listing.total,
    itemListElement: listing.items.map(({ slug }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: absolute(productPath(slug)),
    })),
  }
}

function buildProduct(product: Product, absolute: (path: string) => string): JsonLd {
  const description = describeProduct(product)
  const about: JsonLd = {
    name: product.name,
    url: absolute(productPath(product.slug)),
    ...(description && { description }),
    ...(product.images.length > 0 && { image: product.images.map((image) => absolute(imageUrl(image))) }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.attributes.length > 0 && {
      additionalProperty: product.attributes.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })),
    }),
  }
  if (product.options.length === 0) return { '@type': 'Product', ...about, ...buildVariant(product, product.variants[0], absolute) }
  return {
    '@type': 'ProductGroup',
    ...about,
    productGroupID: product.slug,
    hasVariant: product.variants.slice(0, MAX_VARIANTS).map((variant) => ({
      '@type': 'Product',
      name: `${product.name}, ${variant.optionValues.join(', ')}`,
      url: absolute(productPath(product.slug, variant.key)),
      ...(variant.imageIndex !== null && { image: absolute(imageUrl(product.images[variant.imageIndex]!)) }),
      ...buildVariant(product, variant, absolute),
    })),
  }
}

/** What belongs to a single thing that can be had. A price on request is no offer: a price of 0 would be a wrong one. */
function buildVariant(product: Product, variant: ProductVariant, absolute: (path: string) => string): JsonLd {
  const { sku, gtin, mpn, priceMinor, availability } = variant
  const digits = currencyFractionDigits(product.currency)
  return {
    ...(sku && { sku }),
    ...(gtin && { gtin }),
    ...(mpn && { mpn }),
    ...(priceMinor !== null && {
      offers: {
        '@type': 'Offer',
        price: (priceMinor / 10 ** digits).toFixed(digits),
        priceCurrency: product.currency,
        availability: `${SCHEMA}/${availability}`,
        itemCondition: `${SCHEMA}/${product.condition}`,
        url: absolute(productPath(product.slug, variant.key)),
      },
    }),
  }
}
