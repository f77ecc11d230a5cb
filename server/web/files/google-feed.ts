import { createHash } from 'node:crypto'
import { readDescriptionText } from '../pages/description-text.ts'
import { describeVariant } from '../../catalog/rules/descriptive-properties.ts'
import { readGtin } from '../../catalog/rules/gtin.ts'
import { findBase } from '../../catalog/rules/price-texts.ts'
import { XML_DECLARATION, writeElement } from './xml.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import type {
  Availability,
  CatalogImage,
  CategoryLink,
  ItemCondition,
  Measure,
  MeasureUnit,
  Product,
  ProductVariant,
} from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'
import { withBase } from '../../../shared/languages.ts'
import { isTranslated } from '../../catalog/rules/translate.ts'
import { formatDecimal } from '../../catalog/rules/money.ts'
import { absoluteUrl, previewUrl } from '../render/absolute-url.ts'
import { productPath } from '../../../shared/urls.ts'
import { serverTextsFor } from '../../platform/language.ts'
import { cutAtWord } from '../../platform/cut-at-word.ts'

/** Streams RSS 2.0 with one item per variant, and a comment about variants that were left out. */
export async function* writeGoogleFeed(store: CatalogPages, site: Site, siteUrl: string): AsyncGenerator<string> {
  const range = { firstId: 1, lastId: await store.readLastPublishedId() }
  const excluded = new Map<string, number>()
  let items = 0
  yield `${XML_DECLARATION}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n`
  yield `${writeElement('title', site.name)}${writeElement('link', siteUrl + withBase(site.base ?? '', '/'))}${writeElement('description', site.description ?? site.name)}\n`
  for await (const published of store.readPublished(range)) {
    for (const { product } of published) {
      const place = product.categorySlug === null ? undefined : await store.findCategory(product.categorySlug)
      const categories = place ? [...place.ancestors, place.category] : []
      const isUntranslated = product.fallback && !isTranslated(product.translations?.[(site.base ?? '').slice(1)])
      let xml = ''
      for (const variant of product.variants) {
        const exclusion = isUntranslated ? 'no translation' : findExclusion(product, variant)
        if (exclusion !== undefined) {
          excluded.set(exclusion, (excluded.get(exclusion) ?? 0) + 1)
          continue
        }
        xml += writeGoogleItem(product, variant, categories, siteUrl, site)
        items += 1
      }
      if (xml !== '') yield xml
    }
  }
  const reasons = [...excluded].map(([reason, count]) => `${count} with ${reason}`)
  yield `</channel></rss>\n<!-- Items: ${items}. Left out: ${reasons.join(', ') || 'none'}. -->\n`
}

function findExclusion(product: Product, variant: ProductVariant): string | undefined {
  if (!variant.priceMinor) return 'no price'
  if (orderPictures(product, variant).length === 0) return 'no picture'
  return AVAILABILITIES[variant.availability] === undefined ? 'no date of availability' : undefined
}

// Limits of the Google Merchant product data specification.
const ID_MAX_LENGTH = 50
const TITLE_MAX_LENGTH = 150
/** More would leave too little of the name. */
const VALUES_MAX_LENGTH = 100
const DESCRIPTION_MAX_LENGTH = 5_000
const BRAND_MAX_LENGTH = 70
const MPN_MAX_LENGTH = 70
const PRODUCT_TYPE_MAX_LENGTH = 750
const PROPERTY_MAX_LENGTH = 100
const MAX_ADDITIONAL_IMAGES = 10
const MAX_DETAILS = 100

/** Google requires a date for the others, which the catalogue lacks. */
const AVAILABILITIES: Readonly<Partial<Record<Availability, string>>> = {
  InStock: 'in_stock',
  OutOfStock: 'out_of_stock',
}

const CONDITIONS: Readonly<Record<ItemCondition, string>> = {
  NewCondition: 'new',
  RefurbishedCondition: 'refurbished',
  UsedCondition: 'used',
}

type Field = readonly [name: string, value: string | null | undefined, maxLength?: number]

function writeGoogleItem(
  product: Product,
  variant: ProductVariant,
  categories: readonly CategoryLink[],
  siteUrl: string,
  site: Site,
): string {
  const pictures = orderPictures(product, variant).map((image) => absoluteUrl(previewUrl(image), siteUrl))
  const mainSlug = product.fallback?.mainSlug ?? product.slug
  const title = writeTitle(product, variant)
  const description = readDescriptionText(product.description || product.shortDescription)
  const fields: Field[] = [
    // A product has the same ids in the feeds of all languages.
    ['id', limitId(variant.key ? `${mainSlug}:${variant.key}` : mainSlug)],
    ['title', title],
    ['description', description || title, DESCRIPTION_MAX_LENGTH],
    ['link', absoluteUrl((site.base ?? '') + productPath(product.slug, variant.key), siteUrl)],
    ['image_link', pictures[0]],
    ...pictures.slice(1, MAX_ADDITIONAL_IMAGES + 1).map((url): Field => ['additional_image_link', url]),
    ['availability', AVAILABILITIES[variant.availability]],
    ...listPrices(product, variant),
    ...listIdentifiers(product, variant),
    ['condition', CONDITIONS[product.condition]],
    ['product_type', categories.map(({ name }) => name).join(' > '), PRODUCT_TYPE_MAX_LENGTH],
    ['item_group_id', product.options.length > 0 ? limitId(mainSlug) : null],
    ...listProperties(product, variant),
    ['shipping_weight', variant.weightGrams ? `${variant.weightGrams} g` : null],
  ]
  const elements = fields.map(([name, value, maxLength]) =>
    value ? writeElement(`g:${name}`, limit(value, maxLength)) : '',
  )
  return `<item>${elements.join('')}${writeDetails(product, variant, site)}</item>\n`
}

/** Cuts a long name, so that the titles of variants differ. */
function writeTitle({ name }: Product, { optionValues }: ProductVariant): string {
  const values = optionValues.map((value) => `, ${value}`).join('')
  if (values.length > VALUES_MAX_LENGTH) return cutAtWord(name + values, TITLE_MAX_LENGTH)
  return cutAtWord(name, TITLE_MAX_LENGTH - values.length) + values
}

/** Google does not accept AVIF. */
function orderPictures({ images }: Product, { imageIndex }: ProductVariant): CatalogImage[] {
  const own = imageIndex === null ? undefined : images[imageIndex]
  const ordered = own ? [own, ...images.filter((image) => image !== own)] : images
  return ordered.filter((image) => !('hash' in image) || image.format !== 'avif')
}

/** Google's names of units, and the factor to a unit that it knows. */
const UNITS: Readonly<Partial<Record<MeasureUnit, readonly [name: string, factor?: number]>>> = {
  'm³': ['cbm'],
  mm: ['cm', 0.1],
  'cm²': ['sqm', 1e-4],
  'm²': ['sqm'],
  piece: ['ct'],
}

function writeMeasure({ amount, unit }: Measure): string {
  const [name, factor = 1] = UNITS[unit] ?? [unit]
  return `${Number((amount * factor).toPrecision(12))} ${name}`
}

function listPrices({ currency }: Product, { priceMinor, compareAtMinor, unitPricing }: ProductVariant): Field[] {
  const write = (minor: number | null) => (minor ? `${formatDecimal(minor, currency)} ${currency}` : null)
  return [
    ['price', write(compareAtMinor || priceMinor)],
    ['sale_price', compareAtMinor ? write(priceMinor) : null],
    ['unit_pricing_measure', unitPricing && writeMeasure(unitPricing.quantity)],
    ['unit_pricing_base_measure', unitPricing && writeMeasure(findBase(unitPricing))],
  ]
}

function listIdentifiers({ brand }: Product, { gtin, mpn }: ProductVariant): Field[] {
  const code = gtin !== null && 'gtin' in readGtin(gtin) ? gtin : null
  if (!brand && !code && !mpn) return [['identifier_exists', 'no']]
  return [
    ['brand', brand, BRAND_MAX_LENGTH],
    ['gtin', code],
    ['mpn', mpn, MPN_MAX_LENGTH],
  ]
}

function listProperties(product: Product, variant: ProductVariant): Field[] {
  const { color, size, material, pattern } = describeVariant(product, variant)
  return [
    ['color', color, PROPERTY_MAX_LENGTH],
    ['size', size, PROPERTY_MAX_LENGTH],
    ['material', material, PROPERTY_MAX_LENGTH],
    ['pattern', pattern, PROPERTY_MAX_LENGTH],
  ]
}

/**
 * The feed has no attribute for pack size and minimum quantity: `multipack` means packs that the seller made. Details must not
 * have times of delivery, so the lead time is left out.
 */
function writeDetails({ attributes }: Product, variant: ProductVariant, site: Site): string {
  const { names } = serverTextsFor(site).order
  const quantities = (['packSize', 'minimumQuantity'] as const).flatMap((term) =>
    variant[term] === undefined ? [] : { name: names[term], value: String(variant[term]) },
  )
  return [...quantities, ...attributes]
    .slice(0, MAX_DETAILS)
    .map(({ name, value }) => writeElement('g:attribute_name', name) + writeElement('g:attribute_value', value))
    .map((elements) => `<g:product_detail>${elements}</g:product_detail>`)
    .join('')
}

function limitId(id: string): string {
  if (id.length <= ID_MAX_LENGTH) return id
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 10)
  return `${id.slice(0, ID_MAX_LENGTH - hash.length - 1)}-${hash}`
}

function limit(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`
}
