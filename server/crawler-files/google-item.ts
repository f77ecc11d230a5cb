import { createHash } from 'node:crypto'
import type {
  Availability,
  CatalogImage,
  CategoryLink,
  ItemCondition,
  Product,
  ProductVariant,
} from '../../shared/catalog.ts'
import { formatDecimal } from '../../shared/money.ts'
import { foldText } from '../../shared/slug.ts'
import { previewUrl } from '../../shared/renditions.ts'
import { absoluteUrl, productPath } from '../../shared/urls.ts'
import { readDescriptionText } from '../catalog/description-text.ts'
import { describeVariant } from '../catalog/descriptive-properties.ts'
import { readGtin } from '../catalog/gtin.ts'
import { escapeXml, writeElement } from './xml.ts'

/** Why a variant may not be in the feed. */
export type Exclusion = 'no price' | 'no picture' | 'no date from which it can be had'

/** Lengths and numbers that the format allows (formats.md, section 6). */
const ID_MAX_LENGTH = 50
const TITLE_MAX_LENGTH = 150
const DESCRIPTION_MAX_LENGTH = 5_000
const BRAND_MAX_LENGTH = 70
const MPN_MAX_LENGTH = 70
const PRODUCT_TYPE_MAX_LENGTH = 750
const PROPERTY_MAX_LENGTH = 100
const MAX_ADDITIONAL_IMAGES = 10
const MAX_DETAILS = 100

/** What comes later has to come with a date, which the catalogue does not know. */
const AVAILABILITIES: Readonly<Record<Availability, string | null>> = {
  InStock: 'in_stock',
  OutOfStock: 'out_of_stock',
  BackOrder: null,
  PreOrder: null,
}

const CONDITIONS: Readonly<Record<ItemCondition, string>> = {
  NewCondition: 'new',
  RefurbishedCondition: 'refurbished',
  UsedCondition: 'used',
}

/** The format's own words for what owners write in English, German and Spanish. */
const GENDERS: Readonly<Record<string, readonly string[]>> = {
  male: ['male', 'men', 'mens', 'herren', 'mannlich', 'hombre', 'hombres', 'masculino'],
  female: ['female', 'women', 'womens', 'damen', 'weiblich', 'mujer', 'mujeres', 'femenino'],
  unisex: ['unisex'],
}
const AGE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  newborn: ['newborn', 'neugeborene', 'recien nacido'],
  infant: ['infant', 'baby', 'babys', 'bebe'],
  toddler: ['toddler', 'kleinkind', 'kleinkinder'],
  kids: ['kids', 'children', 'kinder', 'ninos'],
  adult: ['adult', 'adults', 'erwachsene', 'adulto', 'adultos'],
}

/**
 * A variant as an item of the feed.
 * @param categories from the top level down to the product's own
 * @returns the item in XML, or why there is none
 */
export function writeGoogleItem(
  product: Product,
  variant: ProductVariant,
  categories: readonly CategoryLink[],
  siteUrl: string,
): { readonly xml: string } | { readonly exclusion: Exclusion } {
  const availability = AVAILABILITIES[variant.availability]
  const pictures = orderPictures(product, variant).map((image) => absoluteUrl(previewUrl(image), siteUrl))
  if (!variant.priceMinor) return { exclusion: 'no price' }
  if (pictures.length === 0) return { exclusion: 'no picture' }
  if (availability === null) return { exclusion: 'no date from which it can be had' }
  const title = [product.name, ...variant.optionValues].join(', ')
  const fields: [string, string | null | undefined, number?][] = [
    ['id', limitId(variant.key ? `${product.slug}:${variant.key}` : product.slug)],
    ['title', title, TITLE_MAX_LENGTH],
    [
      'description',
      readDescriptionText(product.description || product.shortDescription) || title,
      DESCRIPTION_MAX_LENGTH,
    ],
    ['link', absoluteUrl(productPath(product.slug, variant.key), siteUrl)],
    ['image_link', pictures[0]],
    ...pictures.slice(1, MAX_ADDITIONAL_IMAGES + 1).map((url): [string, string] => ['additional_image_link', url]),
    ['availability', availability],
    ...listPrices(product, variant, variant.priceMinor),
    ...listIdentifiers(product, variant),
    ['condition', CONDITIONS[product.condition]],
    ['product_type', categories.map(({ name }) => name).join(' > '), PRODUCT_TYPE_MAX_LENGTH],
    ...(product.options.length > 0 ? ([['item_group_id', limitId(product.slug)]] as [string, string][]) : []),
    ...listProperties(product, variant),
    ['shipping_weight', variant.weightGrams ? `${variant.weightGrams} g` : null],
  ]
  const elements = fields.map(([name, value, maxLength]) =>
    value ? writeElement(`g:${name}`, limit(value, maxLength)) : '',
  )
  return { xml: `<item>${elements.join('')}${writeDetails(product)}</item>\n` }
}

/** Its own picture first. Readers know JPEG, PNG, WebP and GIF. */
function orderPictures({ images }: Product, { imageIndex }: ProductVariant): CatalogImage[] {
  const own = imageIndex === null ? undefined : images[imageIndex]
  const ordered = own ? [own, ...images.filter((image) => image !== own)] : images
  return ordered.filter((image) => !('hash' in image) || image.format !== 'avif')
}

function listPrices({ currency }: Product, { compareAtMinor }: ProductVariant, priceMinor: number): [string, string][] {
  const write = (minor: number) => `${formatDecimal(minor, currency)} ${currency}`
  return compareAtMinor
    ? [
        ['price', write(compareAtMinor)],
        ['sale_price', write(priceMinor)],
      ]
    : [['price', write(priceMinor)]]
}

function listIdentifiers({ brand }: Product, { gtin, mpn }: ProductVariant): [string, string | null, number?][] {
  const code = gtin !== null && 'gtin' in readGtin(gtin) ? gtin : null
  if (!brand && !code && !mpn) return [['identifier_exists', 'no']]
  return [
    ['brand', brand, BRAND_MAX_LENGTH],
    ['gtin', code],
    ['mpn', mpn, MPN_MAX_LENGTH],
  ]
}

function listProperties(product: Product, variant: ProductVariant): [string, string | null | undefined, number?][] {
  const { color, size, material, pattern, suggestedGender, suggestedAge } = describeVariant(product, variant)
  return [
    ['color', color, PROPERTY_MAX_LENGTH],
    ['size', size, PROPERTY_MAX_LENGTH],
    ['material', material, PROPERTY_MAX_LENGTH],
    ['pattern', pattern, PROPERTY_MAX_LENGTH],
    ['gender', findWord(GENDERS, suggestedGender)],
    ['age_group', findWord(AGE_GROUPS, suggestedAge)],
  ]
}

function findWord(words: Readonly<Record<string, readonly string[]>>, text = ''): string | undefined {
  const folded = foldText(text).replace(/['’]/g, '')
  return Object.keys(words).find((word) => words[word]!.includes(folded))
}

function writeDetails({ attributes }: Product): string {
  return attributes
    .slice(0, MAX_DETAILS)
    .map(
      ({ name, value }) =>
        `<g:product_detail><g:attribute_name>${escapeXml(name)}</g:attribute_name><g:attribute_value>${escapeXml(value)}</g:attribute_value></g:product_detail>`,
    )
    .join('')
}

/** Long ids differ by a hash of what was cut off. */
function limitId(id: string): string {
  if (id.length <= ID_MAX_LENGTH) return id
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 10)
  return `${id.slice(0, ID_MAX_LENGTH - hash.length - 1)}-${hash}`
}

function limit(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`
}
