import { cutText, readBoolean } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import {
  type DraftProduct,
  type DraftResult,
  type DraftVariant,
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
} from '../../draft-product.ts'
import type { DraftContext } from '../../product-format.ts'
import { readShopHtml } from './woocommerce-cells.ts'
import { readImages } from './woocommerce-images.ts'
import {
  readBrand,
  readCategories,
  readDocuments,
  readExternalLink,
  readMetaText,
  readSpecification,
  readTags,
  readVisibility,
} from './woocommerce-product-fields.ts'
import type { WooCommerceSheet } from './woocommerce-sheet.ts'
import type { SurveyedProduct } from './woocommerce-survey.ts'
import { readVariant, readVariations } from './woocommerce-variants.ts'

/** A product's own row, its variations, and what other rows make of it. */
interface WooCommerceGroup {
  readonly product: SurveyedProduct
  readonly row: CsvRow
  readonly variations: readonly CsvRow[]
  /** Slugs of the products of a group. */
  readonly includes: readonly string[]
}

type VariantSet = Pick<DraftProduct, 'optionNames' | 'variants'>

/** Makes one product of its rows. Variations that cannot be used are rejected one by one, a bad row of its own takes all with it. */
export function buildWooCommerceDraft(
  sheet: WooCommerceSheet,
  group: WooCommerceGroup,
  context: DraftContext,
): DraftResult {
  const { product, row, includes } = group
  const slug = product.slug!
  if (product.name === '') {
    sheet.reject(row, 'name', 'the name is missing; the product was left out')
    return { slug, draft: null, hasRejections: true }
  }
  if (product.details.type === undefined)
    sheet.warn(row, 'type', 'this type is not known; the product was read as a simple one')
  const { set, hasRejections } = readVariantSet(sheet, group, context)
  if (set === null) return { slug, draft: null, hasRejections: true }
  const categories = readCategories(sheet, row)
  const { attributes: attributeColumns, downloads } = sheet.columns
  // Where the file has no prices nobody knows, and it is better to be silent.
  const isSold = set.variants.some(({ priceMinor }) => priceMinor !== null)
  const draft: DraftProduct = {
    slug,
    line: row.line,
    name: cutText(product.name, NAME_MAX_LENGTH),
    brand: readBrand(sheet, row),
    shortDescription: sheet.readHtml(row, 'shortDescription', readShopHtml),
    description: sheet.readHtml(row, 'description', readShopHtml),
    metaTitle: readMetaText(sheet, row, 'metaTitle', META_TITLE_MAX_LENGTH),
    metaDescription: readMetaText(sheet, row, 'metaDescription', META_DESCRIPTION_MAX_LENGTH),
    categoryPath: categories?.path,
    condition: undefined,
    visibility: readVisibility(sheet, row),
    featured: sheet.has('featured') ? readBoolean(sheet.read(row, 'featured')!) === true : undefined,
    tags: readTags(sheet, row, categories?.others ?? []),
    ...set,
    images: readImages(sheet, row),
    attributes: readSpecification(sheet, row, set.optionNames ?? []),
    hasAllAttributes: attributeColumns.length > 0 || sheet.has('length') || sheet.has('width') || sheet.has('height'),
    documents: downloads.length === 0 ? undefined : readDocuments(sheet, row, isSold),
    externalLink: sheet.has('externalUrl') ? readExternalLink(sheet, row) : undefined,
    includes: sheet.has('groupedProducts') ? includes : undefined,
    sourceId: product.sourceId ?? undefined,
  }
  return { slug, draft, hasRejections }
}

function readVariantSet(
  sheet: WooCommerceSheet,
  {
    product: {
      details: { type },
    },
    row,
    variations,
  }: WooCommerceGroup,
  context: DraftContext,
): { set: VariantSet | null; hasRejections: boolean } {
  const optionNames = sheet.columns.attributes.length > 0 ? [] : undefined
  if (type === 'variable' && variations.length > 0) {
    const { variants, hasRejections, optionNames: names } = readVariations(sheet, row, variations, context)
    const given = optionNames && names
    const [first, ...others] = variants
    if (first) return { set: { optionNames: given, variants: [first, ...others] }, hasRejections }
    if (hasRejections) return { set: null, hasRejections }
  }
  const variant = readVariant(sheet, row, context)
  if (variant === 'rejected') return { set: null, hasRejections: true }
  return { set: { optionNames, variants: [settleVariant(variant, type)] }, hasRejections: false }
}

/** What the shop knows of a product without looking at its cells. */
function settleVariant(variant: DraftVariant, type: SurveyedProduct['details']['type']): DraftVariant {
  switch (type) {
    case 'variable':
      // The shop sells none of it as long as there is nothing to choose.
      return { ...variant, priceMinor: null, compareAtMinor: null, availability: 'OutOfStock' }
    case 'grouped':
      // Each of its products has a price of its own.
      return { ...variant, priceMinor: null, compareAtMinor: null }
    default:
      return variant
  }
}
