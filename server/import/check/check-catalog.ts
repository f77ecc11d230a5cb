import { buildCategoryTree, listCategorySlugs } from '../../catalog/rules/category-tree.ts'
import { findPriceDisplay } from '../../catalog/rules/price-display.ts'
import { listShownPictures } from '../../catalog/rules/text-pictures.ts'
import { companyKey, listMissingContacts } from '../../catalog/rules/companies.ts'
import { listFurtherLanguages } from '../../catalog/rules/translate.ts'
import { listMissingPages, listUnfinished } from '../../catalog/rules/unfinished.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import type { PriceDisplay, Product, StoredImage } from '../../../shared/catalog.ts'
import type { Company } from '../../../shared/site.ts'
import type { Category } from '../../catalog/category.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { foldText } from '../../../shared/slug.ts'
import { buildSlug } from '../../catalog/rules/build-slug.ts'
import { categoryPath, productPath } from '../../../shared/urls.ts'
import { SITE_FILE } from '../content-folder.ts'
import { hasPricesInOtherCurrency } from '../currency-change.ts'
import { type CatalogCheck, CATEGORY_PICTURE_MIN, Findings, HERO_MIN, PRODUCT_PICTURE_MIN } from './check-report.ts'
import { KnownValues } from './known-values.ts'
import { TranslationCheck } from './translation-check.ts'

/**
 * Checks for damage, then everything that visitors can see.
 * @param siteUrl if the caller knows it
 * @param linesMax number of findings of each kind that are listed
 */
export async function checkCatalog(store: CatalogStore, siteUrl?: string, linesMax?: number): Promise<CatalogCheck> {
  const damage = await store.findDamage()
  const findings = new Findings(linesMax)
  if (damage.length > 0) return { damage, products: 0, findings, unfinished: [], advice: [] }
  const known = new KnownValues()
  return await store.read(async (reader) => {
    const site = await reader.readSite()
    const languages = listFurtherLanguages(site, await reader.readList('attributes'))
    const keys = languages.map(({ key }) => key)
    const translations = new TranslationCheck(findings, languages)
    translations.addSite(site)
    checkPictures(`${SITE_FILE}, hero.image`, site.hero?.image ? [site.hero.image] : [], HERO_MIN, findings)
    const categories = await reader.listCategories()
    const rules = { site, tree: buildCategoryTree(categories, new Map(), site.locale) }
    const filledCategories = new Set<string>()
    const attributeNames = new Set<string>()
    const safety = new Set<SafetyKind>()
    const companies = new Map<string, string>()
    let products = 0
    for await (const product of reader.scanProducts()) {
      if (product.visibility === 'hidden') continue
      products += 1
      if (product.visibility === 'public')
        for (const category of listCategorySlugs(product)) filledCategories.add(category)
      for (const attribute of [...product.attributes, ...product.options]) attributeNames.add(attribute.name)
      checkContent(product, findings)
      checkSafety(product, safety, findings)
      for (const name of [product.manufacturer, product.responsiblePerson])
        if (name) companies.set(companyKey(name), name)
      checkValues(product, known, findings)
      checkAddresses(product, productPath, keys, known, findings)
      checkPrices(product, findPriceDisplay(product.priceDisplay, product.categorySlug, rules), findings)
      translations.addProduct(product)
      if (await lacksSuccessor(product, store, reader))
        findings.add('unknownSuccessor', product.slug, product.replacedBy)
      if (hasPricesInOtherCurrency(product, site.currency))
        findings.add('otherCurrency', product.slug, product.currency)
    }
    // Product safety law asks for them of some products only.
    for (const kind of SAFETY_KINDS) if (!safety.has(kind)) findings.remove(kind)
    for (const category of categories) {
      checkAddresses(category, categoryPath, keys, known, findings)
      translations.addTexts(category)
      checkPictures(category.slug, category.image ? [category.image] : [], CATEGORY_PICTURE_MIN, findings)
    }
    translations.finish()
    checkCompanies(companies, await reader.readList('companies'), findings)
    checkCategories(categories, filledCategories, attributeNames, findings)
    return { damage, products, findings, unfinished: listUnfinished(site, siteUrl), advice: listMissingPages(site) }
  })
}

async function lacksSuccessor({ replacedBy }: Product, store: CatalogStore, reader: CatalogReader): Promise<boolean> {
  if (replacedBy === undefined || (await reader.findProduct(replacedBy))) return false
  if ((await reader.listProductsByIdentifier('sku', replacedBy)).length > 0) return false
  return (await store.findRenamed('product', replacedBy)) === undefined
}

function checkContent(product: Product, findings: Findings): void {
  const { slug, name, images, shortDescription, description, discontinued, replacedBy } = product
  if (images.length === 0) findings.add('noPicture', slug)
  const undescribed = images.filter(({ alt }) => alt.trim() === '' || alt === name).length
  if (undescribed > 0) findings.add('noAlternativeText', slug, `${undescribed} of ${images.length} pictures`)
  const foreign = listShownPictures(product).find((image) => 'url' in image)
  if (foreign) findings.add('foreignPicture', slug, foreign.url)
  const stored = images.filter((image) => 'hash' in image)
  checkPictures(slug, stored, PRODUCT_PICTURE_MIN, findings)
  if (description.trim() === '' && shortDescription.trim() === '') findings.add('noDescription', slug)
  if (discontinued && replacedBy === undefined) findings.add('noSuccessor', slug)
}

/** Pictures are scaled to fit, so a narrow picture that is high enough is sharp. */
function checkPictures(what: string, images: readonly StoredImage[], pixels: number, findings: Findings): void {
  const small = images.filter(({ width, height }) => Math.max(width, height) < pixels)
  const sizes = small.map(({ width, height }) => `${width} x ${height}`)
  if (sizes.length > 0) findings.add('smallPicture', what, `${sizes.join(', ')} pixels`)
}

const SAFETY_KINDS = ['noManufacturer', 'noSafetyInformation'] as const
type SafetyKind = (typeof SAFETY_KINDS)[number]

/** @param used receives each kind of information that the product has; only these are reported for other products */
function checkSafety(product: Product, used: Set<SafetyKind>, findings: Findings): void {
  const { slug, discontinued, manufacturer, safetyInformation, pictograms } = product
  const values = { noManufacturer: manufacturer, noSafetyInformation: safetyInformation ?? pictograms }
  for (const kind of SAFETY_KINDS)
    if (values[kind] !== undefined) used.add(kind)
    // A discontinued product is no longer offered.
    else if (!discontinued) findings.add(kind, slug)
}

/** @param named the companies to which products refer, by their keys */
function checkCompanies(named: Map<string, string>, companies: readonly Company[], findings: Findings): void {
  for (const company of companies) {
    named.delete(companyKey(company.name))
    const missing = listMissingContacts(company)
    if (missing.length > 0) findings.add('incompleteCompany', company.name, `no ${missing.join(', no ')}`)
  }
  for (const name of named.values()) findings.add('incompleteCompany', name, 'companies.csv has no such name')
}

function checkPrices({ slug, variants, includes }: Product, priceDisplay: PriceDisplay, findings: Findings): void {
  // A group shows the prices of its parts.
  if (includes.length > 0 || priceDisplay === 'hidden' || priceDisplay === 'request') return
  const unpriced = variants.filter(({ priceMinor }) => priceMinor === null || priceMinor === 0).length
  if (unpriced > 0)
    findings.add('noPrice', slug, variants.length > 1 ? `${unpriced} of ${variants.length} variants` : null)
}

/** Looks for names and SKUs that an earlier product has. */
function checkValues({ slug, name, brand, variants }: Product, known: KnownValues, findings: Findings): void {
  const like = known.findOther('name', `${foldText(name)}\n${foldText(brand ?? '')}`, slug)
  if (like !== undefined) findings.add('sameName', slug, `"${name}", like ${like}`)
  const skus = [...new Set(variants.map(({ sku }) => sku))].flatMap((sku) => {
    const other = sku === null ? undefined : known.findOther('sku', sku, slug)
    return other === undefined ? [] : [`${sku}, like ${other}`]
  })
  findings.addSome('sameSku', slug, skus)
}

/** @param keys of the site's further languages */
function checkAddresses(
  { slug, translations = {} }: Pick<Product | Category, 'slug' | 'translations'>,
  pathOf: (slug: string) => string,
  keys: readonly string[],
  known: KnownValues,
  findings: Findings,
): void {
  const shared = keys.flatMap((key) => {
    const path = `/${key}${pathOf(getOwn(translations, key)?.slug ?? slug)}`
    const other = known.findOther('address', path, slug)
    return other === undefined ? [] : [`${path}, like ${other}`]
  })
  findings.addSome('sharedAddress', slug, shared)
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
