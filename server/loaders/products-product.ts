import type {
  CategoryLink,
  CategoryNode,
  Product,
  ProductCard,
  ProductDocument,
  ProductVariant,
  Site,
} from '../../shared/catalog.ts'
import { getOwn } from '../../shared/get-own.ts'
import { HttpError } from '../../shared/http-error.ts'
import { RELATED_PRODUCTS_COUNT } from '../../shared/constants.ts'
import { chooseFirstPicture } from '../../shared/shown-catalog.ts'
import type {
  Discontinued,
  PartPrices,
  PriceText,
  ShownDocument,
  ShownFamily,
  ShownProduct,
  ShownVariant,
} from '../../shared/shown-catalog.ts'
import { keepUnits } from '../../shared/keep-units.ts'
import { sheetPath } from '../../shared/product-sheet.ts'
import { productPath } from '../../shared/urls.ts'
import type { Family } from '../catalog/find-families.ts'
import type { AddressIn } from './alternates.ts'
import { loadCards } from './cards.ts'
import { isTranslated } from '../catalog/translate.ts'
import { describeDocument } from '../catalog/document-files.ts'
import { findDiscontinuedMode, findSuccessor } from '../catalog/discontinued.ts'
import { writeEquivalent } from '../catalog/equivalents.ts'
import { selectProductNotes } from '../catalog/price-notes.ts'
import { createAttributeTexts, showAttributes, showFamilySizes } from '../catalog/shown-attributes.ts'
import { describeQuantityTerms, nameOrderTerms, writeLeadTime } from '../catalog/order-texts.ts'
import { describePriceWithUnit, describeUnitPrice, HIDDEN_PRICE } from '../catalog/unit-price.ts'
import { showText } from '../catalog/text-pictures.ts'
import type { CatalogPages } from '../store/catalog-pages.ts'
import { serverTextsFor, type SiteLanguage } from '../base/language.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead, describeProduct } from './page-head.ts'
import { loadSafety } from './product-safety.ts'
import { buildSheet } from './product-sheet.ts'

export const loadProductsProduct: Loader<'products-product'> = async ({
  store,
  params,
  query,
  siteUrl,
  onDeferredError,
}) => {
  const { product: slug = '' } = params
  const stored = await store.findProduct(slug)
  if (!stored) {
    const newSlug = await store.findRenamed('product', slug)
    return newSlug === undefined ? undefined : { movedTo: query.isSheet ? sheetPath(newSlug) : productPath(newSlug) }
  }
  // In a further language, a product is also found by its slug in the first one.
  if (stored.slug !== slug) return { movedTo: query.isSheet ? sheetPath(stored.slug) : productPath(stored.slug) }
  const addressIn = createAddressFinder(stored)
  const [site, { decimals }] = await Promise.all([store.readSite(), store.summariseAttributes()])
  const texts = createAttributeTexts(decimals, site)
  const product = showAttributes(stored, texts)
  const mode = findDiscontinuedMode(product, site)
  const successor = mode && (await findSuccessor(product, (reference) => findByReference(store, reference)))
  if (mode === 'redirect' && successor) return { movedTo: productPath(successor.slug) }
  if (mode === 'gone') throw new HttpError(410, `Gone: ${productPath(slug)}`)
  const variant = chooseVariant(product, query.variant)
  const discontinued = mode ? describeDiscontinued(successor, site) : null
  const equivalents = describeEquivalents(variant, site)
  const findFamily = async () => {
    const found = await store.families.find(stored)
    return found && showFamilySizes(found, texts)
  }
  const safety = await loadSafety(store, product, site)
  if (query.isSheet) {
    const [included, family] = await Promise.all([store.listIncluded(product), findFamily()])
    const parts = findPartPrices(product, included)
    const price = formatVariantPrice(product, variant, parts, site)
    const notes = hasPrice(product, variant, parts) ? selectProductNotes(product, site) : {}
    const sheet = buildSheet({
      product,
      variant,
      price,
      notes,
      included,
      family,
      equivalents,
      discontinued,
      safety,
      site,
      siteUrl,
    })
    const name = `${serverTextsFor(site).sheet.sheet}: ${product.name}`
    return { data: { sheet }, head: buildNamedHead(site, productPath(slug), name, { robots: 'noindex' }), addressIn }
  }
  // Related products are deferred: the page is shown without them if they are late or fail.
  const related = store
    .listRelated(stored, RELATED_PRODUCTS_COUNT)
    .then((products) => loadCards(store, products, site))
    .catch((error: unknown) => {
      onDeferredError(error)
      return []
    })
  const [included, family, filterTags, others, main] = await Promise.all([
    store.listIncluded(product),
    findFamily(),
    product.tags.length === 0 ? [] : store.findFilterTags(product.tags),
    Promise.all((product.otherCategorySlugs ?? []).map((other) => store.findCategory(other))),
    product.categorySlug === null ? undefined : store.findCategory(product.categorySlug),
  ])
  const variantKey = variant.key
  const picture = chooseFirstPicture(product, variantKey)
  const placeholder = picture && 'hash' in picture ? await store.findPlaceholder(picture.hash) : null
  const breadcrumb = main ? [...main.ancestors, linkCategory(main.category)] : []
  const head = buildNamedHead(site, productPath(slug), product.metaTitle ?? product.name, {
    description: describeProduct(product),
    robots: product.visibility === 'unlisted' ? 'noindex' : 'index',
  })
  const partPrices = findPartPrices(product, included)
  const price = formatVariantPrice(product, variant, partPrices, site)
  const notes = hasPrice(product, variant, partPrices)
    ? selectProductNotes(product, site)
    : { listNotes: selectProductNotes({}, site).priceNotes ?? [] }
  return {
    data: {
      product: selectShown(product, site),
      price,
      ...notes,
      partPrices,
      included: await loadCards(store, included, site),
      ...(family && { family: showFamily(family, slug) }),
      breadcrumb,
      otherCategories: others.flatMap((other) => (other ? linkCategory(other.category) : [])),
      tags: product.tags.map((name, index) => ({ name, filter: filterTags[index] ?? null })),
      variantKey,
      placeholder,
      discontinued,
      equivalents,
      ...(safety && { safety }),
      orderTerms: nameOrderTerms(product.variants, site),
      quantityTerms: describeQuantityTerms(variant, site) ?? null,
      sheetLabel: serverTextsFor(site).sheet.sheet,
      related,
    },
    head,
    addressIn,
  }
}

function linkCategory({ slug, name, lang }: CategoryNode): CategoryLink {
  return { slug, name, ...(lang && { lang }) }
}

function createAddressFinder({ slug, fallback, translations = {} }: Product): AddressIn {
  const mainSlug = fallback?.mainSlug ?? slug
  return (key) => {
    const texts = key === null ? undefined : getOwn(translations, key)
    return { path: productPath(texts?.slug ?? mainSlug), isTranslated: key === null || isTranslated(texts) }
  }
}

/** Finds a product with a page by its current or former slug, or else by its article number. */
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
  const texts = serverTextsFor(site).discontinued
  return {
    state: texts.state,
    notice: texts.notice,
    successor: successor ? { label: texts.successor, slug: successor.slug, name: successor.name } : null,
  }
}

function describeEquivalents({ equivalents = [] }: ProductVariant, site: Site) {
  if (equivalents.length === 0) return null
  return { name: serverTextsFor(site).discontinued.equivalents, value: equivalents.map(writeEquivalent).join(', ') }
}

function selectShown(product: Product, site: Site): ShownProduct {
  const {
    metaTitle: _title,
    categorySlug: _category,
    otherCategorySlugs: _others,
    visibility: _visibility,
    replacedBy: _replacedBy,
    discontinuedByPrune: _byPrune,
    featured: _featured,
    ...others
  } = product
  const {
    tags: _tags,
    includes: _includes,
    sourceId: _source,
    formerSlugs: _former,
    family: _family,
    manufacturer: _manufacturer,
    responsiblePerson: _responsible,
    safetyInformation: _safety,
    pictograms: _pictograms,
    taxNote: _taxNote,
    translations: _translations,
    fallback,
    ...shown
  } = others
  const langs = fallback?.langs ?? {}
  return {
    ...shown,
    // The texts in the first language are only needed on the server.
    ...(fallback && {
      attributes: shown.attributes.map(({ original: _original, ...attribute }) => attribute),
      options: shown.options.map(({ original: _original, ...option }) => option),
    }),
    ...(Object.keys(langs).length > 0 && { langs }),
    variants: showVariants(product, site),
    documents: shown.documents.map((document) => showDocument(document, site)),
    shortDescription: showText(shown.shortDescription, site),
    description: showText(shown.description, site),
  }
}

function showDocument(document: ProductDocument, { locale }: SiteLanguage): ShownDocument {
  const note = describeDocument(document, locale)
  return { name: document.name, url: document.url, ...(note !== undefined && { note }) }
}

/** Adds the texts about each variant. */
function showVariants({ variants: [first, ...others], currency }: Product, language: SiteLanguage) {
  const show = (variant: ProductVariant): ShownVariant => ({
    ...variant,
    ...(variant.leadTime !== undefined && { leadTime: writeLeadTime(variant.leadTime, language) }),
    ...describeUnitPrice({ ...variant, currency }, language),
  })
  return [show(first), ...others.map(show)] as const
}

function showFamily({ name: familyName, axes, products }: Family, slug: string): ShownFamily {
  const columns = axes[1]?.values.length ?? 1
  let lastCell = -1
  return {
    axes: axes.map(({ name, values }) => ({ name: name || familyName, values: values.map(keepUnits) })),
    chosen: products.find((member) => member.slug === slug)?.places ?? [],
    products: products.map((member) => {
      const [row = 0, column = 0] = member.places
      const cell = row * columns + column
      const step = cell - lastCell
      lastCell = cell
      return [member.slug, member.isAvailable ? 1 : 0, step]
    }),
  }
}

/** Formats the price of a variant. A set of products without its own price shows the price of its cheapest product. */
function formatVariantPrice(
  { currency, priceDisplay, priceFrom }: Product,
  { priceMinor, compareAtMinor, unitPricing }: ProductVariant,
  parts: PartPrices | null,
  site: Site,
): PriceText {
  if (priceDisplay === 'hidden') return HIDDEN_PRICE
  const lowest = priceFrom ?? (priceMinor === null && parts ? { priceMinor: parts.lowestMinor } : undefined)
  if (!lowest) return describePriceWithUnit({ priceMinor, compareAtMinor, currency, unitPricing }, site)
  const isFrom = priceFrom !== undefined || parts?.highestMinor !== lowest.priceMinor
  return describePriceWithUnit({ ...lowest, currency, isFrom }, site)
}

function hasPrice({ priceFrom }: Product, { priceMinor }: ProductVariant, parts: PartPrices | null): boolean {
  return priceMinor !== null || parts !== null || priceFrom !== undefined
}

function chooseVariant({ variants }: Product, key: string | null): ProductVariant {
  const requested = variants.find((variant) => variant.key === key)
  const available = variants.find((variant) => variant.availability !== 'OutOfStock')
  return requested ?? available ?? variants[0]
}

/** Finds the price range of those products of a set that have the set's currency; null if none is shown. */
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
