import type { Product, ProductCard, ProductVariant, Site } from '../../shared/catalog.ts'
import { RELATED_PRODUCTS_COUNT } from '../../shared/constants.ts'
import { chooseFirstPicture } from '../../shared/shown-catalog.ts'
import type { PartPrices, PriceText, ShownProduct } from '../../shared/shown-catalog.ts'
import { describePrice } from '../../shared/money.ts'
import { productPath } from '../../shared/urls.ts'
import { buildCards } from './cards.ts'
import { showPictures } from '../catalog/text-pictures.ts'
import { messagesFor } from '../language.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead, describeProduct } from './page-head.ts'

export const loadProductsProduct: Loader<'products-product'> = async ({ store, params, query, onDeferredError }) => {
  const slug = params['product']!
  const product = await store.findProduct(slug)
  if (!product) {
    const newSlug = await store.findRenamed('product', slug)
    return newSlug === undefined ? undefined : { movedTo: productPath(newSlug) }
  }
  // Related products are deferred: they load from here on, and the page is shown without them if they are late or fail.
  const related = Promise.all([store.listRelated(product, RELATED_PRODUCTS_COUNT), store.readSite()]).then(
    ([products, site]) => buildCards(products, site),
    (error: unknown) => {
      onDeferredError(error)
      return []
    },
  )
  const [site, included, place] = await Promise.all([
    store.readSite(),
    store.listIncluded(product),
    product.categorySlug === null ? undefined : store.findCategory(product.categorySlug),
  ])
  const variantKey = chooseVariant(product, query.get('variant'))
  const picture = chooseFirstPicture(product, variantKey)
  const firstLook = picture && 'hash' in picture ? await store.findPlaceholder(picture.hash) : null
  const breadcrumb = place ? [...place.ancestors, { slug: place.category.slug, name: place.category.name }] : []
  const head = buildNamedHead(site, productPath(slug), product.metaTitle ?? product.name, {
    description: describeProduct(product),
    robots: product.visibility === 'unlisted' ? 'noindex' : 'index',
  })
  const variant = product.variants.find(({ key }) => key === variantKey)!
  const partPrices = findPartPrices(product.currency, included)
  const price = formatVariantPrice(product, variant, partPrices, site)
  return {
    data: {
      product: selectShown(product),
      price,
      partPrices,
      included: buildCards(included, site),
      breadcrumb,
      variantKey,
      firstLook,
      related,
    },
    head,
  }
}

function selectShown(product: Product): ShownProduct {
  const {
    metaTitle: _title,
    categorySlug: _category,
    visibility: _visibility,
    featured: _featured,
    ...others
  } = product
  const { tags: _tags, includes: _includes, sourceId: _source, formerSlugs: _former, ...shown } = others
  return {
    ...shown,
    shortDescription: showPictures(shown.shortDescription),
    description: showPictures(shown.description),
  }
}

/** Formats a variant's price. A set without its own price is shown from the price of its cheapest part. */
function formatVariantPrice(
  { currency }: Product,
  { priceMinor, compareAtMinor }: ProductVariant,
  parts: PartPrices | null,
  { locale }: Site,
): PriceText {
  const messages = messagesFor(locale)
  if (priceMinor !== null || !parts) return describePrice({ priceMinor, compareAtMinor, currency }, locale, messages)
  const { lowestMinor, highestMinor } = parts
  return describePrice(
    { priceMinor: lowestMinor, compareAtMinor: null, currency, isFrom: highestMinor !== lowestMinor },
    locale,
    messages,
  )
}

/** Chooses the requested variant, else the first available one, else the first. */
function chooseVariant({ variants }: Product, key: string | null): string {
  const requested = variants.find((variant) => variant.key === key)
  const available = variants.find((variant) => variant.availability !== 'OutOfStock')
  return (requested ?? available ?? variants[0]).key
}

/** Finds the price range of a set's parts, counting those in its currency; null if no part has a price. */
export function findPartPrices(currency: string, included: readonly ProductCard[]): PartPrices | null {
  const priced = included.filter((part) => part.priceFromMinor && part.currency === currency)
  if (priced.length === 0) return null
  return {
    lowestMinor: Math.min(...priced.map(({ priceFromMinor }) => priceFromMinor!)),
    highestMinor: Math.max(...priced.map(({ priceToMinor }) => priceToMinor!)),
    count: priced.length,
  }
}
