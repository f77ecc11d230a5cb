import type { CsvRow } from '../../files/csv-file.ts'
import type { StoredProducts } from '../../product-format.ts'
import type { WooCommerceSheet } from './woocommerce-sheet.ts'
import { buildSourceId, type SurveyedProduct, type WooCommerceSurvey } from './woocommerce-survey.ts'

interface IncludesContext {
  readonly product: SurveyedProduct
  readonly survey: WooCommerceSurvey
  readonly stored: StoredProducts
}

/** Slugs of the products that a group is made of, each once; what is not in the file may be stored from an earlier one. */
export async function readIncludes(
  sheet: WooCommerceSheet,
  row: CsvRow,
  { product, survey, stored }: IncludesContext,
): Promise<readonly string[]> {
  if (product.details.type !== 'grouped') return []
  const includes = new Set<string>()
  for (const reference of sheet.readList(row, 'groupedProducts') ?? []) {
    const key = survey.resolve(reference) ?? survey.variationParents.get(reference.toLowerCase())
    const slug = key === undefined ? await findStoredSlug(reference, stored) : slugOf(survey, key)
    if (key === product.key) sheet.warn(row, 'groupedProducts', 'the group names itself; that was left out')
    else if (slug === undefined)
      sheet.warn(row, 'groupedProducts', `no product is "${reference}"; it was left out of the group`)
    else includes.add(slug)
  }
  for (const key of survey.childrenByGroup.get(product.key) ?? [])
    if (key !== product.key) includes.add(slugOf(survey, key))
  return [...includes]
}

function slugOf({ products }: WooCommerceSurvey, key: string): string {
  return products.find(key)!.slug!
}

async function findStoredSlug(reference: string, stored: StoredProducts): Promise<string | undefined> {
  const id = /^id:\s*(\d+)$/i.exec(reference)?.[1]
  const [found] = await (id === undefined
    ? stored.listProductsByIdentifier('sku', reference)
    : stored.listProductsByIdentifier('source', buildSourceId(id)))
  return found?.slug
}
