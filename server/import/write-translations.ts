import type { Product } from '../../shared/catalog.ts'
import { padGtin } from '../catalog/gtin.ts'
import type { ProductIdentity } from '../store/catalog-reader.ts'
import type { CatalogWriter } from '../store/catalog-store.ts'
import type { DraftProduct, DraftTranslation } from './draft-product.ts'
import type { ReportBuilder } from './import-report.ts'
import { collectTerms, type TermPair } from './translated-terms.ts'

interface TranslationTarget {
  readonly file: string
  readonly report: Pick<ReportBuilder, 'warn'>
  readonly hasFilledNames: boolean
}

/** Takes only the texts of a draft; prices, pictures and everything else are ignored. */
export function toTranslation(
  draft: DraftProduct,
  stored: Product,
  { file, report, hasFilledNames }: TranslationTarget,
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
    name: hasFilledNames && draft.name === stored.name ? undefined : draft.name,
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

/** Pairs variants by article numbers, or else by order. */
function pairOptions({ optionNames, variants }: DraftProduct, stored: Product): readonly TermPair[] {
  if (optionNames?.length !== stored.options.length) return []
  return stored.options.flatMap(({ name }, place) => {
    const values = stored.variants.map((variant, index): TermPair => {
      const bySku = variant.sku ? variants.find(({ sku }) => sku === variant.sku) : undefined
      const own = bySku ?? (variants.length === stored.variants.length ? variants[index] : undefined)
      return { name, value: variant.optionValues[place], translatedValue: own?.optionValues[place] }
    })
    return [{ name, translatedName: optionNames[place] }, ...values]
  })
}

/** Finds the product by its id, article numbers, GTINs, or its slug. */
export async function findTranslated(
  { slug, sourceId, variants }: DraftProduct,
  writer: CatalogWriter,
): Promise<Product | undefined> {
  const identifiers = [
    ...(sourceId ? [['source', sourceId] as const] : []),
    ...variants.flatMap(({ sku }) => (sku ? [['sku', sku] as const] : [])),
    ...variants.flatMap(({ gtin }) => (gtin ? [['gtin', padGtin(gtin)] as const] : [])),
  ]
  for (const [kind, value] of identifiers) {
    const [known, ...others]: readonly ProductIdentity[] = await writer.listProductsByIdentifier(kind, value)
    const product = known && others.length === 0 ? await writer.findProduct(known.slug) : undefined
    // The article number of one variant among several does not mean the whole product.
    if (product && (kind === 'source' || variants.length > 1 || product.variants.length === 1)) return product
  }
  return writer.findProduct(slug)
}
