import { buildCategoryTree, listCategorySlugs } from '../../catalog/rules/category-tree.ts'
import { listRemoteDocuments } from '../../catalog/rules/document-files.ts'
import { readGtin } from '../../catalog/rules/gtin.ts'
import { findPriceDisplay } from '../../catalog/rules/price-display.ts'
import { listShownPictures } from '../../catalog/rules/text-pictures.ts'
import { listFurtherLanguages } from '../../catalog/rules/translate.ts'
import { listAdvice, listUnfinished } from '../../catalog/rules/unfinished.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import type { PriceDisplay, Product, ProductVariant } from '../../../shared/catalog.ts'
import type { Category } from '../../catalog/category.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { foldText } from '../../../shared/slug.ts'
import { buildSlug } from '../../catalog/rules/build-slug.ts'
import { categoryPath, productPath } from '../../../shared/urls.ts'
import { hasPricesInOtherCurrency } from '../currency-change.ts'
import { QualityCheck } from './check-quality.ts'
import { type CatalogCheck, Findings } from './check-report.ts'
import { SharedValues } from './shared-values.ts'

/**
 * Checks for damage, then everything that visitors can see.
 * @param siteUrl if the caller knows it
 * @param linesMax number of findings of each kind that are listed
 */
export async function checkCatalog(store: CatalogStore, siteUrl?: string, linesMax?: number): Promise<CatalogCheck> {
  const damage = await store.findDamage()
  const findings = new Findings(linesMax)
  if (damage.length > 0) return { damage, products: 0, findings, unfinished: [], advice: [] }
  const shared = new SharedValues()
  return await store.read(async (reader) => {
    const site = await reader.readSite()
    const languages = listFurtherLanguages(site, await reader.readList('attributes'))
    const keys = languages.map(({ key }) => key)
    const quality = new QualityCheck(findings, languages)
    quality.addSite(site)
    const categories = await reader.listCategories()
    const rules = { site, tree: buildCategoryTree(categories, new Map(), site.locale) }
    const filledCategories = new Set<string>()
    const attributeNames = new Set<string>()
    let products = 0
    for await (const product of reader.scanProducts()) {
      const { slug, name, brand, visibility, replacedBy } = product
      if (visibility === 'hidden') continue
      products += 1
      if (visibility === 'public') for (const category of listCategorySlugs(product)) filledCategories.add(category)
      for (const attribute of [...product.attributes, ...product.options]) attributeNames.add(attribute.name)
      checkContent(product, findings)
      if (!site.keepRemotePictures)
        for (const address of listRemoteDocuments(product)) findings.add('remoteDocument', slug, address)
      shared.add('sameName', `${foldText(name)}\n${foldText(brand ?? '')}`, slug, `"${name}"`)
      addAddresses(product, productPath, keys, shared)
      addSkus(product, shared)
      checkPrices(product, findPriceDisplay(product.priceDisplay, product.categorySlug, rules), findings)
      quality.addProduct(product)
      if (await lacksSuccessor(product, store, reader)) findings.add('unknownSuccessor', slug, replacedBy)
      if (hasPricesInOtherCurrency(product, site.currency)) findings.add('otherCurrency', slug, product.currency)
    }
    for (const category of categories) {
      addAddresses(category, categoryPath, keys, shared)
      quality.addCategory(category)
    }
    for (const { kind, slug, detail } of shared.list()) findings.add(kind, slug, detail)
    quality.finish(await reader.readList('companies'))
    checkCategories(categories, filledCategories, attributeNames, findings)
    return { damage, products, findings, unfinished: listUnfinished(site, siteUrl), advice: listAdvice(site) }
  })
}

async function lacksSuccessor({ replacedBy }: Product, store: CatalogStore, reader: CatalogReader): Promise<boolean> {
  if (replacedBy === undefined || (await reader.findProduct(replacedBy))) return false
  if ((await reader.listProductsByIdentifier('sku', replacedBy)).length > 0) return false
  return (await store.findRenamed('product', replacedBy)) === undefined
}

function checkContent(product: Product, findings: Findings): void {
  const { slug, name, images, shortDescription, description, variants } = product
  if (images.length === 0) findings.add('noPicture', slug)
  const undescribed = images.filter(({ alt }) => alt.trim() === '' || alt === name).length
  if (undescribed > 0) findings.add('noAlternativeText', slug, `${undescribed} of ${images.length} pictures`)
  const foreign = listShownPictures(product).find((image) => 'url' in image)
  if (foreign) findings.add('foreignPicture', slug, foreign.url)
  if (description.trim() === '' && shortDescription.trim() === '') findings.add('noDescription', slug)
  const barcodes = variants.flatMap(({ barcode }) => (barcode === undefined ? [] : [describeBarcode(barcode)]))
  if (barcodes.length > 0) findings.add('wrongBarcode', slug, barcodes.slice(0, 3).join('; '))
}

function describeBarcode(barcode: string): string {
  const reading = readGtin(barcode)
  return `"${barcode}" ${'fault' in reading ? reading.fault : `has lost its leading zeros; importing it again changes it to ${reading.gtin}`}`
}

function checkPrices({ slug, variants, includes }: Product, priceDisplay: PriceDisplay, findings: Findings): void {
  // A group shows the prices of its parts.
  if (includes.length > 0 || priceDisplay === 'hidden' || priceDisplay === 'request') return
  const unpriced = variants.filter(({ priceMinor }) => priceMinor === null || priceMinor === 0).length
  if (unpriced > 0)
    findings.add('noPrice', slug, variants.length > 1 ? `${unpriced} of ${variants.length} variants` : null)
}

/** @param keys of the site's further languages */
function addAddresses(
  { slug, translations = {} }: Pick<Product | Category, 'slug' | 'translations'>,
  pathOf: (slug: string) => string,
  keys: readonly string[],
  shared: SharedValues,
): void {
  for (const key of keys) {
    const path = `/${key}${pathOf(getOwn(translations, key)?.slug ?? slug)}`
    shared.add('sharedAddress', path, slug, path)
  }
}

function addSkus({ slug, variants }: Product, shared: SharedValues): void {
  for (const [sku, same] of Map.groupBy(variants, (variant) => variant.sku)) {
    if (sku === null) continue
    const isRepeated = same.length > 1 && !isOneArticle(same, variants)
    shared.add('sameSku', sku, slug, sku, isRepeated ? `in ${same.length} variants of this product` : null)
  }
}

/**
 * Whether variants with the same SKU have every value of the options in which they differ: WooCommerce's variation for "any
 * size" becomes a variant for each size with one SKU.
 */
function isOneArticle(same: readonly ProductVariant[], variants: Product['variants']): boolean {
  const counts = variants[0].optionValues.map((_, option) => ({
    own: countValues(same, option),
    all: countValues(variants, option),
  }))
  const hasAllValues = counts.every(({ own, all }) => own === 1 || own === all)
  return hasAllValues && counts.reduce((product, { own }) => product * own, 1) === same.length
}

function countValues(variants: readonly ProductVariant[], option: number): number {
  return new Set(variants.map(({ optionValues }) => optionValues[option])).size
}

/** A category is empty if its whole subtree has no public product. */
function checkCategories(
  categories: readonly Category[],
  filled: Set<string>,
  attributeNames: ReadonlySet<string>,
  findings: Findings,
): void {
  const parents = new Map(categories.map(({ slug, parentSlug }) => [slug, parentSlug]))
  // A set also yields the members that are added while it is read.
  for (const slug of filled) {
    const parent = parents.get(slug) ?? null
    if (parent !== null) filled.add(parent)
  }
  const attributes = new Set([...attributeNames].map(buildSlug))
  for (const { slug, name, columns = [] } of categories) {
    if (!filled.has(slug)) findings.add('emptyCategory', slug, name)
    for (const column of columns) if (!attributes.has(buildSlug(column))) findings.add('unknownColumn', slug, column)
  }
}
