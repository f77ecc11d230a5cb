import type { CatalogImage, Product, ProductVariant, TranslatedTerm } from '../../../shared/catalog.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { formatDecimal } from '../../catalog/rules/money.ts'
import { escapeListPart } from '../cells.ts'
import { TRANSLATED_FIELDS, VITRINE_COLUMNS, type VitrineField } from '../formats/vitrine/vitrine-columns.ts'
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
    const texts = FIELDS.map((field) => String(cells[field] ?? ''))
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
  const cells: Cells =
    position > 0
      ? {}
      : {
          ...texts,
          formerSlugs: texts.formerSlugs?.join(', '),
          shortDescription: files.nameSources(texts.shortDescription ?? ''),
          description: files.nameSources(texts.description ?? ''),
          attributes: hasAttributes ? attributes.join('\n') : '',
        }
  const options = Array.from({ length: optionCount }, (_, index) => {
    const option = product.options[index]
    const term = option ? termOf(option.name) : {}
    const value = product.variants[position]?.optionValues[index] ?? ''
    return [position === 0 ? (term.name ?? '') : '', getOwn(term.values ?? {}, value) ?? '']
  })
  return [...TRANSLATED_FIELDS.map((field) => String(cells[field] ?? '')), ...options.flat()]
}

/** Cells by the names of their columns. Fields of a product with the same name are written as they are. */
type Cells = { readonly [Field in VitrineField]?: string | number | null | undefined }

function buildProductCells(product: Product, { pathOf, files }: VitrineRowContext): Cells {
  return {
    ...product,
    formerSlugs: product.formerSlugs.join(', '),
    shortDescription: files.nameSources(product.shortDescription),
    description: files.nameSources(product.description),
    category: product.categorySlug === null ? '' : pathOf(product.categorySlug),
    otherCategories: (product.otherCategorySlugs ?? []).map((slug) => escapeListPart(pathOf(slug), '|')).join(' | '),
    tags: product.tags.map((tag) => escapeListPart(tag, ',')).join(', '),
    featured: product.featured ? 'yes' : 'no',
    visibility: VISIBILITY_WORDS.written[product.visibility],
    condition: CONDITION_WORDS.written[product.condition],
    discontinued: product.discontinued && DISCONTINUED_WORDS.written[product.discontinued],
    images: writePictures(product.images, files),
    priceDisplay: product.priceDisplay && PRICE_DISPLAY_WORDS.written[product.priceDisplay],
    attributes: product.attributes.map(({ name, value }) => `${escapeListPart(name, ':')}: ${value}`).join('\n'),
    family: product.family === '' ? NO_FAMILY_WORDS[0] : product.family,
    documents: product.documents.map((document) => `${document.name} | ${files.sourceOf(document)}`).join('\n'),
    externalLink: product.externalLink?.href,
    externalLinkText: product.externalLink?.label,
    includes: product.includes.join(', '),
    pictograms: writePictures(product.pictograms ?? [], files),
  }
}

function writePictures(images: readonly CatalogImage[], files: VitrineRowContext['files']): string {
  return images.map((image) => [files.sourceOf(image), image.alt].filter(Boolean).join(' | ')).join('\n')
}

function buildVariantCells(product: Product, variant: ProductVariant, context: VitrineRowContext): Cells {
  const { imageIndex, unitPricing, equivalents = [] } = variant
  const image = imageIndex === null ? undefined : product.images[imageIndex]
  const suffix = product.currency === context.currency ? '' : ` ${product.currency}`
  const price = (minor: number | null) => (minor === null ? '' : formatDecimal(minor, product.currency) + suffix)
  return {
    ...variant,
    gtin: variant.gtin ?? variant.barcode,
    price: price(variant.priceMinor),
    compareAtPrice: price(variant.compareAtMinor),
    unitQuantity: writeMeasure(unitPricing?.quantity),
    unitBase: writeMeasure(unitPricing?.base),
    availability: AVAILABILITY_WORDS.written[variant.availability],
    weight: variant.weightGrams,
    equivalents: equivalents.map(({ maker, number }) => (maker === null ? number : `${maker} | ${number}`)).join('\n'),
    variantImage: image && context.files.sourceOf(image),
  }
}
