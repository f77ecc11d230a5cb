import type { Category, Product, StoredImage } from '../../../shared/catalog.ts'
import type { Company, Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { companyKey, listMissingContacts } from '../../catalog/rules/companies.ts'
import type { CatalogLanguage } from '../../catalog/rules/translate.ts'
import { listUntranslated, listUntranslatedNames, listUntranslatedSettings } from '../../catalog/rules/untranslated.ts'
import { listFile, SITE_FILE } from '../content-folder.ts'
import { readDescriptionText } from '../../catalog/rules/description-text.ts'
import {
  CATEGORY_PICTURE_MIN,
  DESCRIPTION_MIN_LENGTH,
  FaultCounter,
  FINDING_TITLES,
  type FindingKind,
  PRODUCT_PICTURE_MIN,
  type CatalogCheck,
} from './check-report.ts'

/** Rounded width of the home page's large picture in a window of 1920 pixels. */
const HERO_MIN = 1_100

/** What product safety law asks for, as far as the owner uses it. */
const SAFETY_KINDS = ['noManufacturer', 'noResponsiblePerson', 'noSafetyInformation'] as const

export class QualityCheck {
  readonly #findings: FaultCounter<FindingKind>
  /** Kinds that are reported only if at least one product, or the site, has what others lack. */
  readonly #unused = new Set<FindingKind>(['noGtin', 'untranslated', ...SAFETY_KINDS])
  /** Names of companies that products refer to, by their keys. */
  readonly #companies = new Map<string, string>()
  /** Names of attributes and options by the key of the language. */
  readonly #untranslatedNames = new Map<string, Set<string>>()

  constructor(entriesMax: number) {
    this.#findings = new FaultCounter(FINDING_TITLES, entriesMax)
  }

  /** @param languages the site's further ones */
  addProduct(product: Product, languages: readonly CatalogLanguage[]): void {
    const { slug, variants, includes, images, discontinued, replacedBy } = product
    const hasGtin = variants.some(({ gtin }) => gtin !== null)
    if (hasGtin) this.#unused.delete('noGtin')
    // A group has the codes of its parts.
    if (!hasGtin && includes.length === 0) this.#findings.add('noGtin', slug)
    const { length } = readDescriptionText(`${product.shortDescription} ${product.description}`)
    if (length > 0 && length < DESCRIPTION_MIN_LENGTH)
      this.#findings.add('shortDescription', slug, `${length} characters`)
    const small = images.filter((image) => 'hash' in image).filter((image) => isSmaller(image, PRODUCT_PICTURE_MIN))
    if (small.length > 0) this.#findings.add('smallPicture', slug, describeSmallest(small, images.length))
    if (discontinued && replacedBy === undefined) this.#findings.add('noSuccessor', slug)
    for (const language of languages) {
      const { key } = language
      this.#addUntranslated(slug, key, listUntranslated(product, key))
      const names = this.#untranslatedNames.get(key) ?? new Set()
      for (const name of listUntranslatedNames(product, language)) names.add(name)
      this.#untranslatedNames.set(key, names)
    }
    this.#addSafety(product)
  }

  addRemoteDocument(slug: string, detail: string): void {
    this.#findings.add('remoteDocument', slug, detail)
  }

  #addUntranslated(slug: string, key: string, texts: readonly string[]): void {
    if (texts.length > 0) this.#findings.add('untranslated', slug, `${key}: ${texts.join(', ')}`)
  }

  /** Looks for settings and the owner's pages that are not translated. */
  addSite(site: Site, languages: readonly CatalogLanguage[]): void {
    const { aboutHtml, pages, translations = {} } = site
    if (languages.length > 0) this.#unused.delete('untranslated')
    for (const language of languages) {
      const { key } = language
      this.#addUntranslated(SITE_FILE, key, listUntranslatedSettings(site, language))
      const own = getOwn(translations, key)
      if (aboutHtml !== null && own?.aboutHtml === undefined) this.#addUntranslated('about', key, ['the about page'])
      for (const { slug } of pages)
        if (!own?.pages?.some((page) => page.slug === slug)) this.#addUntranslated(`about/${slug}`, key, ['the page'])
    }
  }

  #addSafety({ slug, discontinued, manufacturer, responsiblePerson, ...product }: Product): void {
    const warnings = product.safetyInformation ?? product.pictograms
    for (const [index, value] of [manufacturer, responsiblePerson, warnings].entries()) {
      const kind = SAFETY_KINDS[index]!
      if (value !== undefined) this.#unused.delete(kind)
      // A discontinued product is no longer offered.
      else if (!discontinued) this.#findings.add(kind, slug)
    }
    for (const name of [manufacturer, responsiblePerson]) if (name) this.#companies.set(companyKey(name), name)
  }

  /** Call it after the products are added. */
  addCompanies(companies: readonly Company[]): void {
    for (const company of companies) {
      this.#companies.delete(companyKey(company.name))
      const missing = listMissingContacts(company)
      if (missing.length > 0) this.#findings.add('incompleteCompany', company.name, `no ${missing.join(', no ')}`)
    }
    for (const name of this.#companies.values())
      this.#findings.add('incompleteCompany', name, 'companies.csv has no such name')
  }

  addCategories(categories: readonly Category[], languages: readonly CatalogLanguage[]): void {
    for (const category of categories)
      for (const { key } of languages) this.#addUntranslated(category.slug, key, listUntranslated(category, key))
    for (const { slug, image } of categories)
      if (image && isSmaller(image, CATEGORY_PICTURE_MIN))
        this.#findings.add('smallCategoryPicture', slug, `${image.width} x ${image.height} pixels`)
  }

  finish(): CatalogCheck['findings'] {
    for (const [key, names] of this.#untranslatedNames)
      for (const name of names) this.#addUntranslated(listFile('attributes'), key, [`the name "${name}"`])
    return this.#findings.build().filter(({ kind }) => !this.#unused.has(kind as FindingKind))
  }
}

export function listPictureAdvice({ hero }: Site): readonly string[] {
  const image = hero?.image
  if (!image || image.width >= HERO_MIN) return []
  return [
    `The large picture of the home page is ${image.width} pixels wide, so it is blurred on large screens: use one with at least ${HERO_MIN}.`,
  ]
}

/** Pictures are scaled to fit, so a narrow picture that is high enough is sharp. */
function isSmaller({ width, height }: StoredImage, pixels: number): boolean {
  return Math.max(width, height) < pixels
}

function describeSmallest(small: readonly StoredImage[], total: number): string {
  const { width, height } = small.reduce((least, image) => (image.width < least.width ? image : least))
  return `${total > 1 ? `${small.length} of ${total} pictures, the smallest with ` : ''}${width} x ${height} pixels`
}
