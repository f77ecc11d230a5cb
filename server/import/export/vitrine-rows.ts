import type { CatalogImage, Product, ProductVariant, TranslatedTerm } from '../../../shared/catalog.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { formatDecimal } from '../../catalog/rules/money.ts'
import { escapeListPart } from '../cells.ts'
import {
  TRANSLATED_FIELDS,
  type TranslatedField,
  VITRINE_COLUMNS,
  type VitrineField,
} from '../formats/vitrine/vitrine-columns.ts'
import type { ExportedFiles } from './exported-files.ts'
import { writeMeasure } from '../unit-pricing.ts'
import {
  AVAILABILITY_WORDS,
  CONDITION_WORDS,
  NO_FAMILY_WORDS,
  DISCONTINUED_WORDS,
  PRICE_DISPLAY_WORDS,
  VISIBILITY_WORDS,
} from '../formats/vitrine/vitrine-words.ts'

export interface VitrineRowContext {
  readonly optionCount: number
  /** Keys of the further languages. */
  readonly languages: readonly string[]
  /** ISO 4217; prices in other currencies include their code. */
  readonly currency: string
  pathOf(categorySlug: string): string
  readonly files: Pick<ExportedFiles, 'sourceOf' | 'nameSources'>
}

const FIELDS = Object.keys(VITRINE_COLUMNS) as VitrineField[]
const FIRST_VARIANT_FIELD = FIELDS.indexOf('sku')

export function buildVitrineHeader(optionCount: number, languages: readonly string[] = []): readonly string[] {
  const columns = FIELDS.map((field) => VITRINE_COLUMNS[field][0])
  const options = Array.from({ length: optionCount }, (_, index) => [
    `Option ${index + 1} name`,
    `Option ${index + 1} value`,
  ]).flat()
  const translated = [...TRANSLATED_FIELDS.map((field) => VITRINE_COLUMNS[field][0]), ...options]
  return [
    ...columns.slice(0, FIRST_VARIANT_FIELD),
    ...options,
    ...columns.slice(FIRST_VARIANT_FIELD),
    ...languages.flatMap((language) => translated.map((name) => `${name}[${language}]`)),
  ]
}

/** Builds one row per variant; the first row also has the product's fields. */
export function buildVitrineRows(product: Product, context: VitrineRowContext): readonly (readonly string[])[] {
  const productCells = buildProductCells(product, context)
  return product.variants.map((variant, position) => {
    const cells = {
      ...(position === 0 ? productCells : {}),
      ...buildVariantCells(product, variant, context),
      slug: product.slug,
    }
    const options = Array.from({ length: context.optionCount }, (_, index) => {
      const option = product.options[index]
      return option ? [position === 0 ? option.name : '', variant.optionValues[index] ?? ''] : ['', '']
    })
    const texts = FIELDS.map((field) => cells[field] ?? '')
    return [
      ...texts.slice(0, FIRST_VARIANT_FIELD),
      ...options.flat(),
      ...texts.slice(FIRST_VARIANT_FIELD),
      ...context.languages.flatMap((language) => buildTranslatedCells(product, position, language, context)),
    ]
  })
}

/** @param position of the variant */
function buildTranslatedCells(
  product: Product,
  position: number,
  language: string,
  { optionCount, files }: VitrineRowContext,
): readonly string[] {
  const texts = getOwn(product.translations ?? {}, language) ?? {}
  const termOf = (name: string): TranslatedTerm => getOwn(texts.terms ?? {}, name) ?? {}
  const hasAttributes = product.attributes.some(({ name }) => Object.keys(termOf(name)).length > 0)
  const attributes = product.attributes.map(({ name, value }) => {
    const term = termOf(name)
    // A value without digits would count as translated, so an untranslated one is left out.
    const text = getOwn(term.values ?? {}, value) ?? (/\d/.test(value) ? value : '')
    return `${escapeListPart(term.name ?? name, ':')}: ${text}`.trimEnd()
  })
  const cells: Readonly<Record<TranslatedField, string | undefined>> = {
    slug: texts.slug,
    formerSlugs: texts.formerSlugs?.join(', '),
    name: texts.name,
    shortDescription: files.nameSources(texts.shortDescription ?? ''),
    description: files.nameSources(texts.description ?? ''),
    attributes: hasAttributes ? attributes.join('\n') : '',
    safetyInformation: texts.safetyInformation,
    taxNote: texts.taxNote,
    metaTitle: texts.metaTitle,
    metaDescription: texts.metaDescription,
  }
  const options = Array.from({ length: optionCount }, (_, index) => {
    const option = product.options[index]
    const term = option ? termOf(option.name) : {}
    const value = product.variants[position]?.optionValues[index] ?? ''
    return [position === 0 ? (term.name ?? '') : '', getOwn(term.values ?? {}, value) ?? '']
  })
  return [...TRANSLATED_FIELDS.map((field) => (position === 0 ? (cells[field] ?? '') : '')), ...options.flat()]
}

type Cells = { readonly [Field in VitrineField]?: string }

function buildProductCells(product: Product, { pathOf, files }: VitrineRowContext): Cells {
  return {
    formerSlugs: product.formerSlugs.join(', '),
    name: product.name,
    brand: product.brand ?? '',
    shortDescription: files.nameSources(product.shortDescription),
    description: files.nameSources(product.description),
    category: product.categorySlug === null ? '' : pathOf(product.categorySlug),
    otherCategories: (product.otherCategorySlugs ?? []).map((slug) => escapeListPart(pathOf(slug), '|')).join(' | '),
    tags: product.tags.map((tag) => escapeListPart(tag, ',')).join(', '),
    featured: product.featured ? 'yes' : 'no',
    visibility: VISIBILITY_WORDS.written[product.visibility],
    condition: CONDITION_WORDS.written[product.condition],
    discontinued: product.discontinued ? DISCONTINUED_WORDS.written[product.discontinued] : '',
    replacedBy: product.replacedBy ?? '',
    images: writePictures(product.images, files),
    priceDisplay: product.priceDisplay ? PRICE_DISPLAY_WORDS.written[product.priceDisplay] : '',
    taxNote: product.taxNote ?? '',
    attributes: product.attributes.map(({ name, value }) => `${escapeListPart(name, ':')}: ${value}`).join('\n'),
    family: product.family === '' ? NO_FAMILY_WORDS[0] : (product.family ?? ''),
    documents: product.documents.map((document) => `${document.name} | ${files.sourceOf(document)}`).join('\n'),
    externalLink: product.externalLink?.href ?? '',
    externalLinkText: product.externalLink?.label ?? '',
    includes: product.includes.join(', '),
    manufacturer: product.manufacturer ?? '',
    responsiblePerson: product.responsiblePerson ?? '',
    safetyInformation: product.safetyInformation ?? '',
    pictograms: writePictures(product.pictograms ?? [], files),
    metaTitle: product.metaTitle ?? '',
    metaDescription: product.metaDescription ?? '',
    sourceId: product.sourceId ?? '',
  }
}

function writePictures(images: readonly CatalogImage[], files: VitrineRowContext['files']): string {
  return images.map((image) => [files.sourceOf(image), image.alt].filter(Boolean).join(' | ')).join('\n')
}

function buildVariantCells(product: Product, variant: ProductVariant, context: VitrineRowContext): Cells {
  const image = variant.imageIndex === null ? undefined : product.images[variant.imageIndex]
  const price = (minor: number | null) =>
    minor === null ? '' : formatAmount(minor, product.currency, context.currency)
  return {
    sku: variant.sku ?? '',
    gtin: variant.gtin ?? variant.barcode ?? '',
    mpn: variant.mpn ?? '',
    price: price(variant.priceMinor),
    compareAtPrice: price(variant.compareAtMinor),
    unitQuantity: writeMeasure(variant.unitPricing?.quantity),
    unitBase: writeMeasure(variant.unitPricing?.base),
    availability: AVAILABILITY_WORDS.written[variant.availability],
    weight: variant.weightGrams === null ? '' : String(variant.weightGrams),
    equivalents: (variant.equivalents ?? [])

      .map(({ maker, number }) => (maker === null ? number : `${maker} | ${number}`))
      .join('\n'),
    packSize: String(variant.packSize ?? ''),
    minimumQuantity: String(variant.minimumQuantity ?? ''),
    leadTime: variant.leadTime ?? '',
    variantImage: image ? context.files.sourceOf(image) : '',
  }
}

function formatAmount(minor: number, currency: string, siteCurrency: string): string {
  const amount = formatDecimal(minor, currency)
  return currency === siteCurrency ? amount : `${amount} ${currency}`
}
