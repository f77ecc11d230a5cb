import type { Product, ProductCard, ProductVariant, Site } from '../../shared/catalog.ts'
import { RELATED_PRODUCTS_COUNT } from '../../shared/constants.ts'
import { chooseFirstPicture } from '../../shared/shown-catalog.ts'
import type { PartPrices, PriceText, ShownProduct } from '../../shared/shown-catalog.ts'
import { describePrice } from '../../shared/money.ts'
import { productPath } from '../../shared/urls.ts'
import { loadCards } from './cards.ts'
import { showPictures } from '../catalog/text-pictures.ts'
import { messagesFor } from '../base/language.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead, describeProduct } from './page-head.ts'

export const loadProductsProduct: Loader<'products-product'> = async ({ store, params, query, onDeferredError }) => {
  const { product: slug = '' } = params
  const product = await store.findProduct(slug)
  if (!product) {
    const newSlug = await store.findRenamed('product', slug)
    return newSlug === undefined ? undefined : { movedTo: productPath(newSlug) }
  }
  // Related products are deferred: the page is shown without them if they are late or fail.
  const related = Promise.all([store.listRelated(product, RELATED_PRODUCTS_COUNT), store.readSite()])
    .then(([products, site]) => loadCards(store, products, site))
    .catch((error: unknown) => {
      onDeferredError(error)
      return []
    })
  const [site, included, filterTags, others, main] = await Promise.all([
    store.readSite(),
    store.listIncluded(product),
    product.tags.length === 0 ? [] : store.findFilterTags(product.tags),
    Promise.all((product.otherCategorySlugs ?? []).map((other) => store.findCategory(other))),
    product.categorySlug === null ? undefined : store.findCategory(product.categorySlug),
  ])
  const variant = chooseVariant(product, query.variant)
  const variantKey = variant.key
  const picture = chooseFirstPicture(product, variantKey)
  const placeholder = picture && 'hash' in picture ? await store.findPlaceholder(picture.hash) : null
  const breadcrumb = main ? [...main.ancestors, { slug: main.category.slug, name: main.category.name }] : []
  const head = buildNamedHead(site, productPath(slug), product.metaTitle ?? product.name, {
    description: describeProduct(product),
    robots: product.visibility === 'unlisted' ? 'noindex' : 'index',
  })
  const partPrices = findPartPrices(product.currency, included)
  const price = formatVariantPrice(product, variant, partPrices, site)
  return {
    data: {
      product: selectShown(product),
      price,
      partPrices,
      included: await loadCards(store, included, site),
      breadcrumb,
      otherCategories: others.flatMap((other) =>
        other ? { slug: other.category.slug, name: other.category.name } : [],
      ),
      tags: product.tags.map((name, index) => ({ name, filter: filterTags[index] ?? null })),
      variantKey,
      placeholder,
      related,
    },
    head,
  }
}

function selectShown(product: Product): ShownProduct {
  const {
    metaTitle: _title,
    categorySlug: _category,
    otherCategorySlugs: _others,
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

/** Formats the price of a variant. A set of products without its own price shows the price of its cheapest product. */
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

function chooseVariant({ variants }: Product, key: string | null): ProductVariant {
  const requested = variants.find((variant) => variant.key === key)
  const available = variants.find((variant) => variant.availability !== 'OutOfStock')
  return requested ?? available ?? variants[0]
}

/** Finds the price range of those products of a set that have the set's currency; null if none of them has a price. */
export function findPartPrices(currency: string, included: readonly ProductCard[]): PartPrices | null {
  const priced = included.flatMap(({ priceFromMinor: from, priceToMinor: to, ...part }) =>
    from && to !== null && part.currency === currency ? [{ from, to }] : [],
  )
  if (priced.length === 0) return null
  return {
    lowestMinor: Math.min(...priced.map(({ from }) => from)),
    highestMinor: Math.max(...priced.map(({ to }) => to)),
    count: priced.length,
  }
}
