import type { CatalogImage } from '../../../shared/catalog.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { formatDecimal } from '../../catalog/rules/money.ts'
import type { AnyLoadedPage, Frame, PageHead, ProductPageData } from '../../../shared/page-data.ts'
import { absoluteUrl, PREVIEW_WIDTH, previewUrl } from './absolute-url.ts'

/** Returns the size in pixels of the picture of `previewUrl`; null if it is on another server. */
export function measurePreview(image: CatalogImage): { readonly width: number; readonly height: number } | null {
  if (!('hash' in image)) return null
  const width = Math.min(PREVIEW_WIDTH, image.width)
  return { width, height: Math.max(1, Math.round((image.height * width) / image.width)) }
}

/** Writes Open Graph, a product's price, and a Twitter card. */
export function buildPreviewTags(page: AnyLoadedPage | undefined, head: PageHead, { site, siteUrl }: Frame): string {
  const image = page && findPicture(page, site.hero?.image ?? null)
  const product = page?.name === 'products-product' ? page.data : null
  return [
    writeProperty('og:title', head.title),
    writeProperty('og:description', head.description),
    writeProperty('og:type', product ? 'product' : 'website'),
    writeProperty('og:url', absoluteUrl(head.canonicalPath, siteUrl)),
    writeProperty('og:site_name', site.name),
    writeProperty('og:locale', writeOpenGraphLocale(site.locale)),
    ...(head.alternates ?? [])
      .filter(({ lang, isTranslated }) => isTranslated && lang !== site.locale)
      .map(({ lang }) => writeProperty('og:locale:alternate', writeOpenGraphLocale(lang))),
    image ? describePicture(image, head, siteUrl) : '',
    product ? describePrice(product) : '',
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
  ].join('')
}

function writeProperty(name: string, value: string | number): string {
  return `<meta property="${name}" content="${escapeHtml(String(value))}">`
}

function findPicture(page: AnyLoadedPage, siteImage: CatalogImage | null): CatalogImage | null {
  if (page.name === 'products-product') return page.data.product.images[0] ?? siteImage
  return (page.name === 'category-category' ? page.data.category.image : null) ?? siteImage
}

function describePicture(image: CatalogImage, head: PageHead, siteUrl: string): string {
  const size = measurePreview(image)
  return [
    writeProperty('og:image', absoluteUrl(previewUrl(image), siteUrl)),
    size ? writeProperty('og:image:width', size.width) + writeProperty('og:image:height', size.height) : '',
    writeProperty('og:image:alt', image.alt || head.title),
  ].join('')
}

function describePrice({ product: { variants, currency }, variantKey }: ProductPageData): string {
  const price = variants.find(({ key }) => key === variantKey)?.priceMinor
  if (!price) return ''
  const amount = writeProperty('product:price:amount', formatDecimal(price, currency))
  return amount + writeProperty('product:price:currency', currency)
}

/** Open Graph requires a country; without one, it is the most likely. */
function writeOpenGraphLocale(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize()
  return region ? `${language}_${region}` : language
}
