import type { Product, StoredImage } from '../../../shared/catalog.ts'
import type { Category } from '../../catalog/category.ts'
import { getOwn } from '../../../shared/get-own.ts'
import type { Company, Site } from '../../../shared/site.ts'
import { companyKey, listMissingContacts } from '../../catalog/rules/companies.ts'
import type { CatalogLanguage } from '../../catalog/rules/translate.ts'
import { listFile, SITE_FILE } from '../content-folder.ts'
import { CATEGORY_PICTURE_MIN, type Findings, HERO_MIN, PRODUCT_PICTURE_MIN } from './check-report.ts'
import { listUntranslated, listUntranslatedNames, listUntranslatedSettings } from './untranslated.ts'

/** Looks for what could be better. */
export class QualityCheck {
  readonly #findings: Findings
  /** The site's further languages. */
  readonly #languages: readonly CatalogLanguage[]
  /** Kinds of which at least one product has what others lack. */
  readonly #used = new Set<'noManufacturer' | 'noSafetyInformation'>()
  /** Names of companies that products refer to, by their keys. */
  readonly #companies = new Map<string, string>()
  readonly #untranslatedNames: readonly (readonly [key: string, names: Set<string>])[]

  constructor(findings: Findings, languages: readonly CatalogLanguage[]) {
    this.#findings = findings
    this.#languages = languages
    this.#untranslatedNames = languages.map(({ key }) => [key, new Set<string>()])
  }

  addSite(site: Site): void {
    const { aboutHtml, pages, translations = {}, hero } = site
    this.#addSmallPictures(`${SITE_FILE}, hero.image`, hero?.image ? [hero.image] : [], HERO_MIN)
    for (const language of this.#languages) {
      const { key } = language
      const own = getOwn(translations, key)
      this.#addUntranslated(SITE_FILE, key, listUntranslatedSettings(site, language))
      if (aboutHtml !== null && own?.aboutHtml === undefined) this.#addUntranslated('about', key, ['the about page'])
      for (const { slug } of pages)
        if (!own?.pages?.some((page) => page.slug === slug)) this.#addUntranslated(`about/${slug}`, key, ['the page'])
    }
  }

  addProduct(product: Product): void {
    const { slug, images, discontinued, manufacturer, responsiblePerson, safetyInformation, pictograms } = product
    const stored = images.filter((image) => 'hash' in image)
    this.#addSmallPictures(slug, stored, PRODUCT_PICTURE_MIN)
    if (discontinued && product.replacedBy === undefined) this.#findings.add('noSuccessor', slug)
    for (const [index, language] of this.#languages.entries()) {
      this.#addUntranslated(slug, language.key, listUntranslated(product, language.key))
      for (const name of listUntranslatedNames(product, language)) this.#untranslatedNames[index]![1].add(name)
    }
    for (const [kind, value] of [
      ['noManufacturer', manufacturer],
      ['noSafetyInformation', safetyInformation ?? pictograms],
    ] as const)
      if (value !== undefined) this.#used.add(kind)
      // A discontinued product is no longer offered.
      else if (!discontinued) this.#findings.add(kind, slug)
    for (const name of [manufacturer, responsiblePerson]) if (name) this.#companies.set(companyKey(name), name)
  }

  addCategory(category: Category): void {
    const { slug, image } = category
    for (const { key } of this.#languages) this.#addUntranslated(slug, key, listUntranslated(category, key))
    this.#addSmallPictures(slug, image ? [image] : [], CATEGORY_PICTURE_MIN)
  }

  /** Call it after the products are added. */
  finish(companies: readonly Company[]): void {
    for (const company of companies) {
      this.#companies.delete(companyKey(company.name))
      const missing = listMissingContacts(company)
      if (missing.length > 0) this.#findings.add('incompleteCompany', company.name, `no ${missing.join(', no ')}`)
    }
    for (const name of this.#companies.values())
      this.#findings.add('incompleteCompany', name, 'companies.csv has no such name')
    // Product safety law asks for them of some products only.
    for (const kind of ['noManufacturer', 'noSafetyInformation'] as const)
      if (!this.#used.has(kind)) this.#findings.remove(kind)
    for (const [key, names] of this.#untranslatedNames)
      for (const name of names) this.#addUntranslated(listFile('attributes'), key, [`the name "${name}"`])
  }

  #addUntranslated(what: string, key: string, texts: readonly string[]): void {
    if (texts.length > 0) this.#findings.add('untranslated', what, `${key}: ${texts.join(', ')}`)
  }

  /** Pictures are scaled to fit, so a narrow picture that is high enough is sharp. */
  #addSmallPictures(what: string, images: readonly StoredImage[], pixels: number): void {
    const sizes = images.filter(({ width, height }) => Math.max(width, height) < pixels)
    const words = sizes.map(({ width, height }) => `${width} x ${height}`)
    if (words.length > 0) this.#findings.add('smallPicture', what, `${words.join(', ')} pixels`)
  }
}
