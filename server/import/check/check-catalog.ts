import { buildCategoryTree, listCategorySlugs } from '../../catalog/rules/category-tree.ts'
import type { Category, PriceDisplay, Product, ProductVariant } from '../../../shared/catalog.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { buildSlug, foldText } from '../../../shared/slug.ts'
import { categoryPath, productPath } from '../../../shared/urls.ts'
import { areTooMany } from '../../platform/settings/picture-origins.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import { readGtin } from '../../catalog/rules/gtin.ts'
import { parsePictureAddress } from '../cells.ts'
import { isKnownSuccessor } from '../check-successors.ts'
import { hasPricesInOtherCurrency } from '../currency-change.ts'
import { listFurtherLanguages } from '../../catalog/rules/translate.ts'
import { findPriceDisplay } from '../../catalog/rules/price-display.ts'
import { listRemoteDocuments } from '../../catalog/rules/document-files.ts'
import { listShownPictures } from '../../catalog/rules/text-pictures.ts'
import { listFontAdvice } from './check-fonts.ts'
import { ENTRIES_SHOWN, FAULT_TITLES, FaultCounter, type CatalogCheck, type FaultKind } from './check-report.ts'
import { listPictureAdvice, QualityCheck } from './check-quality.ts'
import { SharedValues, type SharedValue } from './shared-values.ts'
import { listAdvice, listUnfinished } from '../../catalog/rules/unfinished.ts'

/**
 * Checks for damage, then everything that visitors can see.
 * @param siteUrl if the caller knows it
 * @param entriesMax number of entries of each kind that are listed
 */
export async function checkCatalog(
  store: CatalogStore,
  siteUrl?: string,
  entriesMax = ENTRIES_SHOWN,
): Promise<CatalogCheck> {
  const damage = await store.findDamage()
  const none = { damage, products: 0, faults: [], findings: [], unfinished: [], advice: [] }
  if (damage.length > 0) return none
  const origins = await store.listRemoteImageOrigins()
  using skus = new SharedValues()
  using names = new SharedValues()
  using addresses = new SharedValues()
  const quality = new QualityCheck(entriesMax)
  const check = await store.read(async (reader) => {
    const faults = new FaultCounter(FAULT_TITLES, entriesMax)
    const site = await reader.readSite()
    const languages = listFurtherLanguages(site, await reader.readList('attributes'))
    const keys = languages.map(({ key }) => key)
    quality.addSite(site, languages)
    const categories = await reader.listCategories()
    const rules = { site, tree: buildCategoryTree(categories, new Map(), site.locale) }
    const filledCategories = new Set<string>()
    const attributeNames = new Set<string>()
    const characters = new Set<string>()
    let products = 0
    for await (const product of reader.scanProducts()) {
      if (product.visibility === 'hidden') continue
      products += 1
      if (product.visibility === 'public') for (const slug of listCategorySlugs(product)) filledCategories.add(slug)
      for (const { name } of [...product.attributes, ...product.options]) attributeNames.add(name)
      for (const character of product.name) characters.add(character)
      checkPictures(product, faults)
      if (!site.keepRemotePictures)
        for (const address of listRemoteDocuments(product)) quality.addRemoteDocument(product.slug, address)
      checkTexts(product, names, faults)
      addAddresses(product, productPath, keys, addresses)
      checkVariants(product, skus, faults, findPriceDisplay(product.priceDisplay, product.categorySlug, rules))
      quality.addProduct(product, languages)
      if (await lacksSuccessor(product, store, reader)) faults.add('unknownSuccessor', product.slug, product.replacedBy)
      if (hasPricesInOtherCurrency(product, site.currency)) faults.add('otherCurrency', product.slug, product.currency)
    }
    reportSharedValues(names, 'sameName', ({ text, owner }) => `"${text}", like the product ${owner}`, faults)
    reportSharedValues(
      skus,
      'sameSku',
      ({ text, note, owner }) => `${text}, ${note ?? `like the product ${owner}`}`,
      faults,
    )
    for (const category of categories) addAddresses(category, categoryPath, keys, addresses)
    reportSharedValues(addresses, 'sharedAddress', ({ text, owner }) => `${text}, like ${owner}`, faults)
    quality.addCategories(categories, languages)
    quality.addCompanies(await reader.readList('companies'))
    checkCategories(categories, filledCategories, faults)
    checkColumns(categories, attributeNames, faults)
    if (areTooMany(origins)) for (const origin of origins) faults.add('pictureHost', new URL(origin).host)
    return {
      damage,
      products,
      faults: faults.build(),
      unfinished: listUnfinished(site, siteUrl),
      advice: [...listAdvice(site), ...(await listFontAdvice(site, characters, reader)), ...listPictureAdvice(site)],
    }
  })
  return { ...check, findings: quality.finish() }
}

async function lacksSuccessor({ replacedBy }: Product, store: CatalogStore, reader: CatalogReader): Promise<boolean> {
  if (replacedBy === undefined || (await isKnownSuccessor(reader, replacedBy))) return false
  return (await store.findRenamed('product', replacedBy)) === undefined
}

function checkPictures(product: Product, faults: FaultCounter<FaultKind>): void {
  const { slug, name, images } = product
  if (images.length === 0) faults.add('noPicture', slug)
  const undescribed = images.filter(({ alt }) => alt.trim() === '' || alt === name).length
  if (undescribed > 0) faults.add('noAlternativeText', slug, `${undescribed} of ${images.length} pictures`)
  const shown = listShownPictures(product)
  const foreign = shown.find((image) => 'url' in image)
  if (foreign) faults.add('foreignPicture', slug, foreign.url)
  const unshown = shown.find((image) => 'url' in image && !parsePictureAddress(image.url))
  if (unshown && 'url' in unshown) faults.add('unshownPicture', slug, unshown.url)
}

function checkTexts(
  { slug, name, brand, shortDescription, description }: Product,
  names: SharedValues,
  faults: FaultCounter<FaultKind>,
): void {
  names.add(`${foldText(name)}\n${foldText(brand ?? '')}`, slug, name)
  if (description.trim() === '' && shortDescription.trim() === '') faults.add('noDescription', slug)
}

/** @param keys of the site's further languages */
function addAddresses(
  { slug, translations = {} }: Pick<Product | Category, 'slug' | 'translations'>,
  pathOf: (slug: string) => string,
  keys: readonly string[],
  addresses: SharedValues,
): void {
  for (const key of keys) {
    const path = `/${key}${pathOf(getOwn(translations, key)?.slug ?? slug)}`
    addresses.add(path, slug, path)
  }
}

/** Reports each product once, with at most three of its values. */
function reportSharedValues(
  values: SharedValues,
  kind: FaultKind,
  describe: (value: SharedValue) => string,
  faults: FaultCounter<FaultKind>,
): void {
  let last: { slug: string; details: string[] } | undefined
  const report = () => last && faults.add(kind, last.slug, last.details.slice(0, 3).join('; '))
  for (const value of values.list()) {
    if (value.slug !== last?.slug) {
      report()
      last = { slug: value.slug, details: [] }
    }
    last.details.push(describe(value))
  }
  report()
}

function checkVariants(
  { slug, variants, includes }: Product,
  skus: SharedValues,
  faults: FaultCounter<FaultKind>,
  priceDisplay: PriceDisplay,
): void {
  const barcodes = variants.flatMap(({ barcode }) => (barcode === undefined ? [] : [describeBarcode(barcode)]))
  addSkus(slug, variants, skus)
  if (barcodes.length > 0) faults.add('wrongBarcode', slug, barcodes.slice(0, 3).join('; '))
  // A group shows the prices of its parts.
  const needsPrices = includes.length === 0 && priceDisplay !== 'hidden' && priceDisplay !== 'request'
  const unpriced = needsPrices ? variants.filter(({ priceMinor }) => priceMinor === null || priceMinor === 0).length : 0
  if (unpriced > 0)
    faults.add('noPrice', slug, variants.length > 1 ? `${unpriced} of ${variants.length} variants` : null)
}

function addSkus(slug: string, variants: Product['variants'], skus: SharedValues): void {
  for (const [sku, same] of Map.groupBy(variants, (variant) => variant.sku)) {
    if (sku === null) continue
    const isRepeated = same.length > 1 && !isOneArticle(same, variants)
    skus.add(sku, slug, sku, isRepeated ? `in ${same.length} variants of this product` : null)
  }
}

/**
 * Whether variants with the same SKU have every value of the options in which they differ: WooCommerce's variation for "any
 * size" becomes a variant for each size with one SKU.
 */
function isOneArticle(same: readonly ProductVariant[], variants: Product['variants']): boolean {
  const counts = variants[0].optionValues.map((_, option) => [countValues(same, option), countValues(variants, option)])
  const hasAllValues = counts.every(([own, all]) => own === 1 || own === all)
  return hasAllValues && counts.reduce((product, [own = 1]) => product * own, 1) === same.length
}

function countValues(variants: readonly ProductVariant[], option: number): number {
  return new Set(variants.map(({ optionValues }) => optionValues[option])).size
}

function describeBarcode(barcode: string): string {
  const reading = readGtin(barcode)
  return `"${barcode}" ${'fault' in reading ? reading.fault : `has lost its leading zeros; importing it again changes it to ${reading.gtin}`}`
}

/** A category is empty if its whole subtree has no public product. */
function checkCategories(categories: readonly Category[], filled: Set<string>, faults: FaultCounter<FaultKind>): void {
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  // A set also yields the members that are added while it is read.
  for (const slug of filled) {
    const { parentSlug = null } = bySlug.get(slug) ?? {}
    if (parentSlug !== null) filled.add(parentSlug)
  }
  for (const { slug, name } of categories) if (!filled.has(slug)) faults.add('emptyCategory', slug, name)
}

function checkColumns(
  categories: readonly Category[],
  attributeNames: ReadonlySet<string>,
  faults: FaultCounter<FaultKind>,
): void {
  const keys = new Set([...attributeNames].map(buildSlug))
  for (const { slug, columns = [] } of categories)
    for (const name of columns) if (!keys.has(buildSlug(name))) faults.add('unknownColumn', slug, name)
}
