import type { Product } from '../../shared/catalog.ts'
import { padGtin } from '../catalog/rules/gtin.ts'
import type { ProductIdentity } from '../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { NO_NAME, type DraftProduct, type DraftTranslation, type DraftVariant } from './draft-product.ts'
import type { ReportBuilder } from './import-report.ts'
import { collectTerms, type TermPair } from './translated-terms.ts'

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
  const place = { file, line: draft.line, column: null, value: null, product: draft.name }
  const attributes = draft.attributes.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]))
  const arePaired = attributes.length === stored.attributes.length
  // Some files have only the attributes that differ, under the names of the first language.
  const others = stored.attributes.map(({ name }, index) => (arePaired ? attributes[index] : byName.get(name)))
  if (attributes.length > 0 && stored.attributes.length > 0 && !others.some(Boolean))
    report.warn({
      ...place,
      reason: `the file has ${attributes.length} attributes, but the product has ${stored.attributes.length}, so they could not be paired; they were left out`,
    })
  return {
    slug: hasGivenSlug && draft.slug !== stored.slug ? draft.slug : undefined,
    name: draft.name === NO_NAME ? null : draft.name,
    shortDescription: draft.shortDescription,
    description: draft.description,
    safetyInformation: draft.safetyInformation,
    taxNote: draft.taxNote,
    metaTitle: draft.metaTitle,
    metaDescription: draft.metaDescription,
    terms: collectTerms([
      ...stored.attributes.flatMap(({ name, value }, index) => {
        const other = others[index]
        return other ? [{ name, value, translatedName: other.name, translatedValue: other.value }] : []
      }),
      ...pairOptions(draft, stored),
    ]),
    place,
  }
}

/** Pairs variants by article numbers that only one variant has, or else by order. */
function pairOptions({ optionNames, variants }: DraftProduct, stored: Product): readonly TermPair[] {
  if (optionNames?.length !== stored.options.length) return []
  const [drafts, own] = [mapBySku(variants), mapBySku(stored.variants)]
  return stored.options.flatMap(({ name }, place) => {
    const values = stored.variants.map((variant, index): TermPair => {
      const isNumbered = variant.sku && own.get(variant.sku) === variant
      const bySku = isNumbered ? drafts.get(variant.sku) : undefined
      const other = bySku ?? (variants.length === stored.variants.length ? variants[index] : undefined)
      return { name, value: variant.optionValues[place], translatedValue: other?.optionValues[place] }
    })
    return [{ name, translatedName: optionNames[place] }, ...values]
  })
}

function mapBySku<Variant extends Pick<DraftVariant, 'sku'>>(
  variants: readonly Variant[],
): ReadonlyMap<string, Variant> {
  const found = Map.groupBy(variants, ({ sku }) => sku ?? '')
  return new Map(
    [...found].flatMap(([sku, [first, ...others]]) => (first && others.length === 0 ? [[sku, first]] : [])),
  )
}

type Translated = { readonly product: Product } | { readonly isVariant: true } | { readonly reason: string }

/**
 * Finds the product by its id, article numbers, GTINs, or an address in any language.
 * @returns `isVariant` if the only article number is that of one variant among several, which does not mean the product
 */
export async function findTranslated(
  { slug, sourceId, optionNames, variants }: DraftProduct,
  writer: CatalogWriter,
): Promise<Translated> {
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
    if (product && isWhole) return { product }
    isVariant ||= product !== undefined
  }
  const owner = await writer.findSlugOwner(slug)
  const product = owner === undefined ? undefined : await writer.findProduct(owner)
  if (!product)
    return isVariant
      ? { isVariant }
      : {
          reason:
            'no product has this article number, id or address; import the file in the first language first, or correct the number. An export of WPML needs the rows of both languages, or article numbers',
        }
  const numbers = product.variants.map(({ sku }) => sku)
  const own = variants.flatMap(({ sku }) => sku ?? [])
  const isOther = own.length > 0 && numbers.every((sku) => sku !== null && !own.includes(sku))
  return isOther
    ? {
        reason: `no product has this article number, and "${product.slug}" with this address has another one (${numbers[0]}); correct it, or remove the column to find products by their addresses`,
      }
    : { product }
}
