import type { CategoryLink, Product, ProductVariant } from '../../../shared/catalog.ts'
import type { ProductCard } from '../../catalog/product-card.ts'
import type { Site, Company } from '../../../shared/site.ts'
import { HttpError } from '../../../shared/http-error.ts'
import { RELATED_PRODUCTS_COUNT } from '../../../shared/constants.ts'
import {
  chooseFirstPicture,
  type Discontinued,
  type PartPrices,
  type ShownSafety,
} from '../../../shared/shown-product.ts'
import type { PriceText } from '../../../shared/shown-catalog.ts'
import { productPath } from '../../../shared/urls.ts'
import { loadCards } from './cards.ts'
import { findDiscontinuedMode, findSuccessor } from '../../catalog/rules/discontinued.ts'
import { selectProductNotes } from './price-notes.ts'
import { createAttributeTexts, showAttributes, showFamilySizes } from '../../catalog/rules/shown-attributes.ts'
import { describeQuantityTerms, nameOrderTerms, writeOrderLine } from '../../catalog/rules/order-texts.ts'
import { describePrice, HIDDEN_PRICE } from '../../catalog/rules/price-texts.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import { serverTextsFor } from '../../platform/language.ts'
import { notFound, redirect, type Loader } from './loader.ts'
import { addressOfTranslations, buildNamedHead, describeProduct } from './page-head.ts'
import { listFacts, selectShown, showFamily } from './shown-product.ts'

export const loadProductsProduct: Loader<'products-product'> = async ({ store, params, query, onDeferredError }) => {
  const { product: slug = '' } = params
  const [site, stored] = await Promise.all([store.readSite(), store.findProduct(slug)])
  // Each language also finds a product by its slug in the first one.
  const currentSlug = stored?.slug ?? (await store.findRenamed('product', slug)) ?? notFound()
  if (!stored || currentSlug !== slug) redirect(site, productPath(currentSlug))
  const addressIn = addressOfTranslations(productPath, stored.fallback?.mainSlug ?? slug, stored.translations)
  const { decimals } = await store.summariseAttributes()
  const texts = createAttributeTexts(decimals, site)
  const product = showAttributes(stored, texts)
  const mode = findDiscontinuedMode(product, site)
  const successor = mode && (await findSuccessor(product, (reference) => findByReference(store, reference)))
  if (mode === 'redirect' && successor) redirect(site, productPath(successor.slug))
  if (mode === 'gone') throw new HttpError(410, `Gone: ${productPath(slug)}`)
  const variant = chooseVariant(product, query.variant)
  const discontinued = mode ? describeDiscontinued(successor, site) : null
  const safety = await loadSafety(store, product, site)
  // The page does without related products that are late or fail.
  const related = store
    .listRelated(stored, RELATED_PRODUCTS_COUNT)
    .then((products) => loadCards(store, products, site))
    .catch((error: unknown) => {
      onDeferredError(error)
      return []
    })
  const [included, family, filterTags, others, main] = await Promise.all([
    store.listIncluded(product),
    store.findFamily(stored),
    product.tags.length === 0 ? [] : store.findFilterTags(product.tags),
    Promise.all((product.otherCategorySlugs ?? []).map((other) => store.findCategory(other))),
    product.categorySlug === null ? undefined : store.findCategory(product.categorySlug),
  ])
  const variantKey = variant.key
  const picture = chooseFirstPicture(product, variantKey)
  const placeholder = picture && 'hash' in picture ? await store.findPlaceholder(picture.hash) : null
  const breadcrumb = main ? [...main.ancestors, link(main.category)] : []
  const head = buildNamedHead(site, productPath(slug), product.metaTitle ?? product.name, {
    description: describeProduct(product, site),
    robots: product.visibility === 'unlisted' ? 'noindex' : 'index',
  })
  const partPrices = findPartPrices(product, included)
  const orderLine = writeOrderLine(variant, site)
  const price = formatVariantPrice(product, variant, partPrices, site)
  const hasPrice = variant.priceMinor !== null || partPrices !== null || product.priceFrom !== undefined
  const notes = hasPrice
    ? selectProductNotes(product, site)
    : { listNotes: selectProductNotes({}, site).priceNotes ?? [] }
  return {
    data: {
      product: selectShown(product, site),
      price,
      ...notes,
      partPrices,
      included: await loadCards(store, included, site),
      ...(family && { family: showFamily(showFamilySizes(family, texts), slug) }),
      breadcrumb,
      otherCategories: others.flatMap((other) => (other ? link(other.category) : [])),
      tags: product.tags.map((name, index) => ({ name, filter: filterTags[index] ?? null })),
      variantKey,
      placeholder,
      discontinued,
      facts: listFacts(product, variant, site),
      ...(safety && { safety }),
      orderTerms: nameOrderTerms(product.variants, site),
      ...(orderLine && { orderLine }),
      quantityTerms: describeQuantityTerms(variant, site) ?? null,
      related,
    },
    head,
    addressIn,
  }
}

/** @returns undefined if neither companies nor dangers are known */
async function loadSafety(
  store: Pick<CatalogPages, 'findCompany'>,
  { manufacturer, responsiblePerson, safetyInformation: information, pictograms = [], fallback }: Product,
  site: Site,
): Promise<ShownSafety | undefined> {
  if (!manufacturer && !responsiblePerson && !information && pictograms.length === 0) return undefined
  const find = async (name: string): Promise<Company> => (await store.findCompany(name)) ?? { name }
  const [mainTag] = site.languages ?? []
  const textLang = fallback?.langs.safetyInformation
  return {
    ...(manufacturer && { manufacturer: await find(manufacturer) }),
    ...(responsiblePerson && { responsiblePerson: await find(responsiblePerson) }),
    ...(information && { information }),
    pictograms,
    langs: {
      ...(information && textLang && { information: textLang }),
      ...(fallback && mainTag && pictograms.length > 0 && { pictograms: mainTag }),
    },
    texts: serverTextsFor(site).safety,
  }
}

function link({ slug, name, lang }: Omit<CategoryLink, 'lang'> & { readonly lang?: string | undefined }): CategoryLink {
  return { slug, name, ...(lang && { lang }) }
}

/** Finds a product with a page by slug, former slug, or article number. */
async function findByReference(store: CatalogPages, reference: string): Promise<Product | undefined> {
  const found = (await store.findProducts([reference])).get(reference)?.product
  if (found) return found
  const known = await store.read((reader) => reader.listProductsByIdentifier('sku', reference))
  for (const { slug } of known) {
    const product = await store.findProduct(slug)
    if (product) return product
  }
  return undefined
}

function describeDiscontinued(successor: Product | undefined, site: Site): Discontinued {
  const { discontinued: texts, labelled } = serverTextsFor(site)
  const label = labelled(texts.successor, '').trimEnd()
  const linked = successor && { label, ...link({ ...successor, lang: successor.fallback?.langs.name }) }
  return { state: texts.state, notice: texts.notice, successor: linked ?? null }
}

/** A set without its own price shows that of its cheapest product. */
function formatVariantPrice(
  { currency, priceDisplay, priceFrom }: Product,
  { priceMinor, compareAtMinor, unitPricing }: ProductVariant,
  parts: PartPrices | null,
  site: Site,
): PriceText {
  if (priceDisplay === 'hidden') return HIDDEN_PRICE
  const lowest = priceFrom ?? (priceMinor === null && parts ? { priceMinor: parts.lowestMinor } : undefined)
  if (!lowest) return describePrice({ priceMinor, compareAtMinor, currency, unitPricing }, site)
  const isFrom = priceFrom !== undefined || parts?.highestMinor !== lowest.priceMinor
  return describePrice({ ...lowest, currency, isFrom }, site)
}

function chooseVariant({ variants }: Product, key: string | null): ProductVariant {
  const requested = variants.find((variant) => variant.key === key)
  const available = variants.find((variant) => variant.availability !== 'OutOfStock')
  return requested ?? available ?? variants[0]
}

/** Finds the price range of a set's products in its currency; null if none is shown. */
export function findPartPrices(
  { currency, priceDisplay }: Pick<Product, 'currency' | 'priceDisplay'>,
  included: readonly ProductCard[],
): PartPrices | null {
  if (priceDisplay === 'hidden' || priceDisplay === 'request') return null
  const priced = included.flatMap(({ priceFromMinor: from, priceToMinor: to, ...part }) =>
    from && part.currency === currency ? [{ from, to }] : [],
  )
  if (priced.length === 0) return null
  const highest = priced.flatMap(({ to }) => to ?? [])
  const hasHighest = highest.length === priced.length && priceDisplay !== 'from'
  return {
    lowestMinor: Math.min(...priced.map(({ from }) => from)),
    highestMinor: hasHighest ? Math.max(...highest) : null,
    count: priced.length,
  }
}
