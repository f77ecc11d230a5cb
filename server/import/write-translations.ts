import type { Product } from '../../shared/catalog.ts'
import { padGtin } from '../catalog/rules/gtin.ts'
import type { ProductIdentity } from '../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { NO_NAME, type DraftProduct, type DraftTranslation } from './draft-product.ts'
import type { ReportBuilder } from './import-report.ts'
import { pairAttributes, pairOptions } from './translated-terms.ts'

interface TranslationTarget {
  readonly file: string
  readonly report: Pick<ReportBuilder, 'warn'>
  readonly hasGivenSlug: boolean
}

/** Takes only the texts of a draft; prices, pictures and everything else are ignored. */
export function toTranslation(
  draft: DraftProduct,
  stored: Product,
  { file, report, hasGivenSlug }: TranslationTarget,
): DraftTranslation {
  const { optionNames = [], variants } = draft
  const place = { file, line: draft.line, column: null, value: null, product: draft.name }
  const attributes = draft.attributes.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  const texts = variants.map(({ sku, optionValues }) => ({ sku, values: optionValues }))
  return {
    ...draft,
    formerSlugs: undefined,
    slug: hasGivenSlug && draft.slug !== stored.slug ? draft.slug : undefined,
    name: draft.name === NO_NAME ? null : draft.name,
    pairTerms: (product) => [
      ...(product.attributes.length > 0
        ? pairAttributes(product, attributes, (reason) => report.warn({ ...place, reason }))
        : []),
      ...(optionNames.length === product.options.length ? pairOptions(product, optionNames, texts) : []),
    ],
    place,
  }
}

/**
 * Finds the product by its id, article numbers, GTINs, or an address in any language.
 * @returns 'variant' if the only article number is that of one variant among several, which does not mean the product
 */
export async function findTranslated(
  { slug, sourceId, optionNames, variants }: DraftProduct,
  writer: CatalogWriter,
): Promise<Product | 'variant' | { readonly fault: string }> {
  let isVariant = false
  const identifiers = [
    ...(sourceId ? [['source', sourceId] as const] : []),
    ...variants.flatMap(({ sku }) => (sku ? [['sku', sku] as const] : [])),
    ...variants.flatMap(({ gtin }) => (gtin ? [['gtin', padGtin(gtin)] as const] : [])),
  ]
  for (const [kind, value] of identifiers) {
    const [known, ...others]: readonly ProductIdentity[] = await writer.listProductsByIdentifier(kind, value)
    const product = known && others.length === 0 ? await writer.findProduct(known.slug) : undefined
    const isWhole = kind === 'source' || !optionNames || variants.length > 1 || product?.variants.length === 1
    if (product && isWhole) return product
    isVariant ||= product !== undefined
  }
  const owner = await writer.findSlugOwner(slug)
  const product = owner === undefined ? undefined : await writer.findProduct(owner)
  if (!product) return isVariant ? 'variant' : { fault: UNKNOWN }
  const numbers = product.variants.map(({ sku }) => sku)
  const own = variants.flatMap(({ sku }) => sku ?? [])
  if (own.length === 0 || numbers.some((sku) => sku === null || own.includes(sku))) return product
  const fault = `no product has this article number, and "${product.slug}" with this address has another one (${numbers[0]}); correct it, or remove the column to find products by their addresses`
  return { fault }
}

const UNKNOWN =
  'no product has this article number, id or address; import the file in the first language first, or correct the number. An export of WPML needs the rows of both languages, or article numbers'
