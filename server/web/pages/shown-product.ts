import type { Product, ProductVariant, UnshownFields } from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'
import { keepUnits } from '../../../shared/keep-units.ts'
import {
  type ShownFamily,
  type ShownProduct,
  type ShownVariant,
  type NamedValue,
} from '../../../shared/shown-product.ts'
import { type SiteLanguage, messagesFor, serverTextsFor } from '../../platform/language.ts'
import { describeDocument } from '../../catalog/rules/document-files.ts'
import type { Family } from '../../catalog/rules/find-families.ts'
import { writeLeadTime, nameOrderTerms } from '../../catalog/rules/order-texts.ts'
import { showText } from '../../catalog/rules/text-pictures.ts'
import { describePrice } from '../../catalog/rules/price-texts.ts'
import { writeEquivalent } from '../../catalog/rules/numbers.ts'
import { formatWeight } from '../../catalog/rules/weight.ts'
import { ORDER_TERMS } from '../../../shared/order-terms.ts'

const UNSHOWN_FIELDS: Readonly<Record<keyof UnshownFields, true>> = {
  manufacturer: true,
  responsiblePerson: true,
  safetyInformation: true,
  pictograms: true,
  metaTitle: true,
  categorySlug: true,
  otherCategorySlugs: true,
  visibility: true,
  replacedBy: true,
  discontinuedByPrune: true,
  featured: true,
  tags: true,
  includes: true,
  sourceId: true,
  formerSlugs: true,
  family: true,
  taxNote: true,
  translations: true,
  fallback: true,
}

/** Selects what browsers get of a product. */
export function selectShown(product: Product, site: Site): ShownProduct {
  const { fallback } = product
  const fields = Object.entries(product).filter(([name]) => !Object.hasOwn(UNSHOWN_FIELDS, name))
  const shown = Object.fromEntries(fields) as Omit<Product, keyof UnshownFields>
  const langs = fallback?.langs ?? {}
  return {
    ...shown,
    // Only the server needs texts in the first language.
    ...(fallback && {
      attributes: shown.attributes.map(({ original: _original, ...attribute }) => attribute),
      options: shown.options.map(({ original: _original, ...option }) => option),
    }),
    ...(Object.keys(langs).length > 0 && { langs }),
    ...(fallback && fallback.mainSlug !== product.slug && { mainSlug: fallback.mainSlug }),
    variants: showVariants(product, site),
    documents: shown.documents.map((document) => {
      const note = describeDocument(document, site.locale)
      return { name: document.name, url: document.url, ...(note !== undefined && { note }) }
    }),
    shortDescription: showText(shown.shortDescription, site),
    description: showText(shown.description, site),
  }
}

function showVariants({ variants: [first, ...others], currency }: Product, language: SiteLanguage) {
  const show = (variant: ProductVariant): ShownVariant => ({
    ...variant,
    ...(variant.leadTime !== undefined && { leadTime: writeLeadTime(variant.leadTime, language) }),
    ...describePrice({ ...variant, currency }, language),
  })
  return [show(first), ...others.map(show)] as const
}

/** In the grid of sizes, each product has its distance in cells to the one before. */
export function showFamily({ name: familyName, axes, products }: Family, slug: string): ShownFamily {
  const columns = axes[1]?.values.length ?? 1
  let lastCell = -1
  return {
    axes: axes.map(({ name, values }) => ({ name: name || familyName, values: values.map(keepUnits) })),
    chosen: products.find((member) => member.slug === slug)?.places ?? [],
    products: products.map((member) => {
      const [row = 0, column = 0] = member.places
      const cell = row * columns + column
      const step = cell - lastCell
      lastCell = cell
      return [member.slug, member.isAvailable ? 1 : 0, step]
    }),
  }
}

/** Lists the weight, terms, condition and numbers of a variant. */
export function listFacts(product: Product, variant: ProductVariant, site: Site): readonly NamedValue[] {
  const messages = messagesFor(site)
  const { equivalents = [], weightGrams, sku, gtin, mpn } = variant
  const terms = nameOrderTerms(product.variants, site)
  const write = (value: number | string | undefined) =>
    typeof value === 'number' ? messages.formatCount(value) : value && writeLeadTime(value, site)
  return [
    [messages.weight, weightGrams ? formatWeight(weightGrams, site.locale) : null],
    [serverTextsFor(site).discontinued.equivalents, equivalents.map(writeEquivalent).join(', ')],
    ...ORDER_TERMS.map((term) => [terms?.[term], write(variant[term])]),
    [messages.condition, product.condition === 'NewCondition' ? null : messages.conditions[product.condition]],
    [messages.sku, sku],
    [messages.gtin, gtin],
    [messages.mpn, mpn],
  ].flatMap(([name, value]) => (name && value ? [{ name, value }] : []))
}
