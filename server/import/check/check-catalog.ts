import { buildCategoryTree, listCategorySlugs } from '../../catalog/rules/category-tree.ts'
import { findPriceDisplay } from '../../catalog/rules/price-display.ts'
import { listShownPictures } from '../../catalog/rules/text-pictures.ts'
import { companyKey, listMissingContacts } from '../../catalog/rules/companies.ts'
import {
  type CatalogLanguage,
  hasWords,
  listFurtherLanguages,
  PRODUCT_TEXTS,
  translateSite,
} from '../../catalog/rules/translate.ts'
import { listMissingPages, listUnfinished } from '../../catalog/rules/unfinished.ts'
import type { CatalogReader } from '../../catalog/store/catalog-reader.ts'
import type { CatalogStore } from '../../catalog/store/catalog-store.ts'
import type { PriceDisplay, Product, ProductText, ProductTranslation } from '../../../shared/catalog.ts'
import type { Company, Site } from '../../../shared/site.ts'
import type { Category } from '../../catalog/category.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { foldText } from '../../../shared/slug.ts'
import { buildSlug } from '../../catalog/rules/build-slug.ts'
import { listFile, SITE_FILE } from '../content-folder.ts'
import { type Queries, TemporaryDatabase } from '../../catalog/store/sqlite/queries.ts'
import { type CatalogCheck, Findings, PICTURE_MIN } from './check-report.ts'

/** Checks for damage, then everything that visitors can see. @param siteUrl if the caller knows it */
export async function checkCatalog(store: CatalogStore, siteUrl?: string): Promise<CatalogCheck> {
  const damage = await store.findDamage()
  const findings = new Findings()
  if (damage.length > 0) return { damage, products: 0, findings, unfinished: [], advice: [] }
  const known = new TemporaryDatabase(SCHEMA).queries
  return await store.read(async (reader) => {
    const site = await reader.readSite()
    const languages = listFurtherLanguages(site, await reader.readList('attributes'))
    for (const language of languages) checkSettings(site, language, findings)
    const categories = await reader.listCategories()
    const rules = { site, tree: buildCategoryTree(categories, new Map(), site.locale) }
    const filledCategories = new Set<string>()
    const attributeNames = new Set<string>()
    const untranslatedNames = new Set<string>()
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
      checkPrices(product, findPriceDisplay(product.priceDisplay, product.categorySlug, rules), findings)
      for (const language of languages) {
        checkTexts(product, language, findings)
        for (const name of listUntranslatedNames(product, language))
          untranslatedNames.add(`${language.key}: the name "${name}"`)
      }
      await checkSuccessor(product, store, reader, findings)
    }
    // Product safety law asks for them of some products only.
    for (const kind of SAFETY_KINDS) if (!safety.has(kind)) findings.remove(kind)
    for (const category of categories) for (const language of languages) checkTexts(category, language, findings)
    for (const name of untranslatedNames) findings.add('untranslated', listFile('attributes'), name)
    checkCompanies(companies, await reader.readList('companies'), findings)
    checkCategories(categories, filledCategories, attributeNames, findings)
    return { damage, products, findings, unfinished: listUnfinished(site, siteUrl), advice: listMissingPages(site) }
  })
}

async function checkSuccessor(
  { slug, replacedBy }: Product,
  store: CatalogStore,
  reader: CatalogReader,
  findings: Findings,
): Promise<void> {
  if (replacedBy === undefined || (await reader.findProduct(replacedBy))) return
  if ((await reader.listProductsByIdentifier('sku', replacedBy)).length > 0) return
  if (!(await store.findRenamed('product', replacedBy))) findings.add('unknownSuccessor', slug, replacedBy)
}

function checkContent(product: Product, findings: Findings): void {
  const { slug, name, images, shortDescription, description, discontinued, replacedBy } = product
  if (images.length === 0) findings.add('noPicture', slug)
  const undescribed = images.filter(({ alt }) => alt.trim() === '' || alt === name).length
  if (undescribed > 0) findings.add('noAlternativeText', slug, `${undescribed} of ${images.length} pictures`)
  const foreign = listShownPictures(product).find((image) => 'url' in image)
  if (foreign) findings.add('foreignPicture', slug, foreign.url)
  // Pictures are scaled to fit, so a narrow picture that is high enough is sharp.
  const small = images.filter((image) => 'hash' in image && Math.max(image.width, image.height) < PICTURE_MIN)
  if (small.length > 0) findings.add('smallPicture', slug, `${small.length} of ${images.length} pictures`)
  if (description.trim() === '' && shortDescription.trim() === '') findings.add('noDescription', slug)
  if (discontinued && replacedBy === undefined) findings.add('noSuccessor', slug)
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
    findings.add('noPrice', slug, ...(variants.length > 1 ? [`${unpriced} of ${variants.length} variants`] : []))
}

const SCHEMA = 'CREATE TABLE value (kind TEXT, key TEXT, slug TEXT, PRIMARY KEY (kind, key)) WITHOUT ROWID'

/**
 * Looks for names and SKUs that an earlier product has.
 * @param known records which product had each value first; a temporary database, because there may be millions
 */
function checkValues({ slug, name, brand, variants }: Product, known: Queries, findings: Findings): void {
  const findOther = (kind: 'name' | 'sku', key: string) => {
    const sql = 'INSERT INTO value VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET slug = slug RETURNING slug'
    const first = String(known.get(sql, kind, key, slug)?.['slug'])
    return first === slug ? undefined : first
  }
  const like = findOther('name', `${foldText(name)}\n${foldText(brand ?? '')}`)
  if (like !== undefined) findings.add('sameName', slug, `"${name}", like ${like}`)
  const skus = [...new Set(variants.map(({ sku }) => sku))].flatMap((sku) => {
    const other = sku === null ? undefined : findOther('sku', sku)
    return other === undefined ? [] : [`${sku}, like ${other}`]
  })
  if (skus.length > 0) findings.add('sameSku', slug, ...skus)
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

/** Looks for settings, pages and texts about the shop without a translation. The name may be the same in all languages. */
function checkSettings(site: Site, language: CatalogLanguage, findings: Findings): void {
  const { key } = language
  const own = getOwn(site.translations ?? {}, key) ?? {}
  const { description, logo, hero, priceNotes, aboutHtml, pages } = site
  const texts = [
    ['description', description, own.description],
    ['logoAlt', logo?.alt, own.logoAlt],
    ['hero.title', hero?.title, own.hero?.title],
    ['hero.text', hero?.text, own.hero?.text],
    ['hero.imageAlt', hero?.image?.alt, own.hero?.imageAlt],
    ['hero.link.label', hero?.link?.label, own.hero?.link],
    ['priceNotes.tax', priceNotes?.tax, own.priceNotes?.tax],
    ['priceNotes.delivery', priceNotes?.delivery, own.priceNotes?.delivery],
  ] as const
  const missing = texts.flatMap(([name, text, translated]) => (text && translated === undefined ? [name] : []))
  const links = translateSite(site, language).navigation.flatMap(({ lang }, index) =>
    lang === undefined ? [] : [`navigation.${index}.label`],
  )
  addUntranslated(SITE_FILE, key, [...missing, ...links], findings)
  if (aboutHtml !== null && own.aboutHtml === undefined) addUntranslated('about', key, ['the about page'], findings)
  for (const { slug } of pages)
    if (!own.pages?.some((page) => page.slug === slug)) addUntranslated(`about/${slug}`, key, ['the page'], findings)
}

type TranslatedTexts = Pick<Product | Category, 'slug' | 'name' | 'translations'> & {
  readonly [Text in Exclude<ProductText, 'name'>]?: string | null | undefined
} & Partial<Pick<Product, 'attributes' | 'options'>>

/** Looks for texts of a product or category, and values of its attributes and options, without a translation. */
function checkTexts(texts: TranslatedTexts, { key }: CatalogLanguage, findings: Findings): void {
  const own = getOwn<{ readonly [Text in ProductText]?: string | undefined } & Pick<ProductTranslation, 'terms'>>(
    texts.translations ?? {},
    key,
  )
  const missing = PRODUCT_TEXTS.filter((text) => texts[text] && own?.[text] === undefined)
  // Writes `shortDescription` as `short description`.
  const names = missing.map((field) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
  const attributes = (texts.attributes ?? []).map(({ name, value }) => ({ name, values: [value] }))
  const terms = [...attributes, ...(texts.options ?? [])].filter(({ name, values }) => {
    const translated = getOwn(own?.terms ?? {}, name)?.values ?? {}
    return values.some((value) => hasWords(value) && !/\d/.test(value) && getOwn(translated, value) === undefined)
  })
  addUntranslated(texts.slug, key, [...names, ...new Set(terms.map(({ name }) => name))], findings)
}

/** Lists the names of attributes and options that a product shows in the first language. */
function listUntranslatedNames(
  { attributes, options, translations = {} }: Product,
  { key, attributeNames }: CatalogLanguage,
): readonly string[] {
  const terms = getOwn(translations, key)?.terms ?? {}
  return [...attributes, ...options]
    .map(({ name }) => name)
    .filter((name) => hasWords(name) && (getOwn(terms, name)?.name ?? getOwn(attributeNames, name)) === undefined)
}

function addUntranslated(what: string, key: string, texts: readonly string[], findings: Findings): void {
  if (texts.length > 0) findings.add('untranslated', what, `${key}: ${texts.join(', ')}`)
}
