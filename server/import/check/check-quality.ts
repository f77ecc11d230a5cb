import { companyKey, listMissingContacts } from '../../catalog/rules/companies.ts'
import { readDescriptionText } from '../../catalog/rules/description-text.ts'
import type { CatalogLanguage } from '../../catalog/rules/translate.ts'
import { listUntranslated, listUntranslatedNames, listUntranslatedSettings } from './untranslated.ts'
import type { Category, Product, StoredImage } from '../../../shared/catalog.ts'
import { getOwn } from '../../../shared/get-own.ts'
import type { Company, Site } from '../../../shared/site.ts'
import { listFile, SITE_FILE } from '../content-folder.ts'
import {
  CATEGORY_PICTURE_MIN,
  DESCRIPTION_MIN_LENGTH,
  type FaultCounter,
  type FaultKind,
  FINDING_TITLES,
  PRODUCT_PICTURE_MIN,
  type CatalogCheck,
} from './check-report.ts'

/** Rounded width of the home page's large picture in a window of 1920 pixels. */
const HERO_MIN = 1_100

/** Looks for what could be better. */
export class QualityCheck {
  readonly #findings: FaultCounter
  /** Kinds of which at least one product, or the site, has what others lack. */
  readonly #used = new Set<FaultKind>()
  /** Names of companies that products refer to, by their keys. */
  readonly #companies = new Map<string, string>()
  /** Names of attributes and options by the key of the language. */
  readonly #untranslatedNames = new Map<string, Set<string>>()

  constructor(findings: FaultCounter) {
    this.#findings = findings
  }

  /** @param languages the site's further ones */
  addProduct(product: Product, languages: readonly CatalogLanguage[]): void {
    const { slug, includes, images, discontinued, manufacturer, responsiblePerson } = product
    // A group has the codes of its parts.
    if (includes.length === 0) this.#addUsed('noGtin', slug, product.variants.find(({ gtin }) => gtin)?.gtin)
    const { length } = readDescriptionText(`${product.shortDescription} ${product.description}`)
    if (length > 0 && length < DESCRIPTION_MIN_LENGTH)
      this.#findings.add('shortDescription', slug, `${length} characters`)
    const small = images.filter((image) => 'hash' in image).filter((image) => isSmaller(image, PRODUCT_PICTURE_MIN))
    if (small.length > 0) this.#findings.add('smallPicture', slug, describeSmallest(small, images.length))
    if (discontinued && product.replacedBy === undefined) this.#findings.add('noSuccessor', slug)
    for (const language of languages) {
      const { key } = language
      this.#addUntranslated(slug, key, listUntranslated(product, key))
      const names = this.#untranslatedNames.get(key) ?? new Set()
      for (const name of listUntranslatedNames(product, language)) names.add(name)
      this.#untranslatedNames.set(key, names)
    }
    // A discontinued product is no longer offered.
    const offered = discontinued ? null : slug
    this.#addUsed('noManufacturer', offered, manufacturer)
    this.#addUsed('noResponsiblePerson', offered, responsiblePerson)
    this.#addUsed('noSafetyInformation', offered, product.safetyInformation ?? product.pictograms)
    for (const name of [manufacturer, responsiblePerson]) if (name) this.#companies.set(companyKey(name), name)
  }

  /** Adds a finding that is reported only if another product has a value. */
  #addUsed(kind: FaultKind, slug: string | null, value: unknown): void {
    if (value !== undefined) this.#used.add(kind)
    else if (slug !== null) this.#findings.add(kind, slug)
  }

  #addUntranslated(slug: string, key: string, texts: readonly string[]): void {
    if (texts.length > 0) this.#findings.add('untranslated', slug, `${key}: ${texts.join(', ')}`)
  }

  /** Looks for settings and the owner's pages that are not translated. */
  addSite(site: Site, languages: readonly CatalogLanguage[]): void {
    const { aboutHtml, pages, translations = {} } = site
    for (const language of languages) {
      const { key } = language
      this.#used.add('untranslated')
      this.#addUntranslated(SITE_FILE, key, listUntranslatedSettings(site, language))
      const own = getOwn(translations, key)
      if (aboutHtml !== null && own?.aboutHtml === undefined) this.#addUntranslated('about', key, ['the about page'])
      for (const { slug } of pages)
        if (!own?.pages?.some((page) => page.slug === slug)) this.#addUntranslated(`about/${slug}`, key, ['the page'])
    }
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
    for (const category of categories) {
      const { slug, image } = category
      for (const { key } of languages) this.#addUntranslated(slug, key, listUntranslated(category, key))
      if (image && isSmaller(image, CATEGORY_PICTURE_MIN))
        this.#findings.add('smallCategoryPicture', slug, `${image.width} x ${image.height} pixels`)
    }
  }

  /** Leaves out kinds that were not looked for. */
  finish(): CatalogCheck['findings'] {
    for (const [key, names] of this.#untranslatedNames)
      for (const name of names) this.#addUntranslated(listFile('attributes'), key, [`the name "${name}"`])
    return this.#findings.build(FINDING_TITLES).filter(({ kind }) => !IF_USED.has(kind) || this.#used.has(kind))
  }
}

/** Product safety law asks for the last three of some products only. */
const IF_USED: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'noGtin',
  'untranslated',
  'noManufacturer',
  'noResponsiblePerson',
  'noSafetyInformation',
])

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
