import type { Category, Product, StoredImage } from '../../shared/catalog.ts'
import type { Company, Site } from '../../shared/site.ts'
import { getOwn } from '../../shared/get-own.ts'
import { listUntranslated } from '../catalog/translate.ts'
import { readDescriptionText } from '../catalog/description-text.ts'
import { SafetyCheck } from './check-safety.ts'
import { checkLinks, LinkList, type LinkCheck } from './check-links.ts'
import {
  CATEGORY_PICTURE_MIN,
  DESCRIPTION_MIN_LENGTH,
  FaultCounter,
  FINDING_TITLES,
  PRODUCT_PICTURE_MIN,
  type CatalogCheck,
} from './check-report.ts'

/** Rounded width of the home page's large picture in a window of 1920 pixels. */
const HERO_MIN = 1_100

export class QualityCheck implements Disposable {
  readonly #findings = new FaultCounter(FINDING_TITLES)
  readonly #safety = new SafetyCheck(this.#findings)
  readonly #linkCheck: LinkCheck | null
  readonly #links: LinkList | null
  #hasGtins = false
  #hasLanguages = false

  constructor(linkCheck: LinkCheck | null) {
    this.#linkCheck = linkCheck
    this.#links = linkCheck && new LinkList()
  }

  /** @param keys of the site's further languages */
  addProduct(product: Product, keys: readonly string[]): void {
    const { slug, variants, includes, images, discontinued, replacedBy } = product
    const hasGtin = variants.some(({ gtin }) => gtin !== null)
    this.#hasGtins ||= hasGtin
    // A group has the codes of its parts.
    if (!hasGtin && includes.length === 0) this.#findings.add('noGtin', slug)
    const { length } = readDescriptionText(`${product.shortDescription} ${product.description}`)
    if (length > 0 && length < DESCRIPTION_MIN_LENGTH)
      this.#findings.add('shortDescription', slug, `${length} characters`)
    const small = images.filter((image) => 'hash' in image).filter((image) => isSmaller(image, PRODUCT_PICTURE_MIN))
    if (small.length > 0) this.#findings.add('smallPicture', slug, describeSmallest(small, images.length))
    if (discontinued && replacedBy === undefined) this.#findings.add('noSuccessor', slug)
    for (const key of keys) this.#addUntranslated(slug, key, listUntranslated(product, key))
    this.#safety.addProduct(product)
    this.#links?.addProduct(product)
  }

  addRemoteDocument(slug: string, detail: string): void {
    this.#findings.add('remoteDocument', slug, detail)
  }

  #addUntranslated(slug: string, key: string, texts: readonly string[]): void {
    if (texts.length > 0) this.#findings.add('untranslated', slug, `${key}: ${texts.join(', ')}`)
  }

  /** Looks for the owner's pages that are not translated. */
  addPages({ aboutHtml, pages, translations = {} }: Site, keys: readonly string[]): void {
    this.#hasLanguages = keys.length > 0
    for (const key of keys) {
      const own = getOwn(translations, key)
      if (aboutHtml !== null && own?.aboutHtml === undefined) this.#addUntranslated('about', key, ['the about page'])
      for (const { slug } of pages)
        if (!own?.pages?.some((page) => page.slug === slug)) this.#addUntranslated(`about/${slug}`, key, ['the page'])
    }
  }

  addCompanies(companies: readonly Company[]): void {
    this.#safety.addCompanies(companies)
  }

  addCategories(categories: readonly Category[], keys: readonly string[]): void {
    for (const category of categories)
      for (const key of keys) this.#addUntranslated(category.slug, key, listUntranslated(category, key))
    for (const { slug, image } of categories)
      if (image && isSmaller(image, CATEGORY_PICTURE_MIN))
        this.#findings.add('smallCategoryPicture', slug, `${image.width} x ${image.height} pixels`)
  }

  /** Checks the links. */
  async finish(): Promise<Pick<CatalogCheck, 'findings' | 'links'>> {
    const links = this.#linkCheck && this.#links && (await checkLinks(this.#links, this.#linkCheck, this.#findings))
    const isLookedFor = (kind: string) =>
      kind === 'noGtin'
        ? this.#hasGtins
        : kind === 'untranslated'
          ? this.#hasLanguages
          : this.#safety.isLookedFor(kind) && (links || !kind.startsWith('failing'))
    return { findings: this.#findings.build().filter(({ kind }) => isLookedFor(kind)), links }
  }

  [Symbol.dispose](): void {
    this.#links?.[Symbol.dispose]()
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
