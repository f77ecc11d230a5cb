import type { CategoryNode } from '../../../shared/catalog.ts'
import { FILTER_PAGE_SIZE } from '../../../shared/constants.ts'
import type { OpenFilter } from '../../../shared/listing-query.ts'
import type { OpenFacet } from './listing.ts'
import { countValues, type FacetContext, findFacet } from './count-values.ts'
import { foldValue } from './words.ts'

/**
 * Lists one page of a filter's values: numbers and sizes in their order, others by name. The last page is returned if
 * the number is too high.
 * @param categories children of the listed category, in their order
 * @returns null if the filter does not exist
 */
export async function listOpenFacet(
  context: FacetContext,
  categories: readonly CategoryNode[],
  { name, search, page }: OpenFilter,
): Promise<OpenFacet | null> {
  const facet = findFacet(context, name, categories)
  if (!facet) return null
  const { places, chosen, describe } = await countValues(context, facet)
  // Visitors type the decimal sign of their language.
  const text = foldValue(search.replace(/(?<=\d)[.,](?=\d)/g, (sign) => facet.attribute?.numeric?.decimal ?? sign))
  const matching = text === '' ? places : places.filter((place) => foldValue(describe(place).label).includes(text))
  const pageCount = Math.max(1, Math.ceil(matching.length / FILTER_PAGE_SIZE))
  const shownPage = Math.min(page, pageCount)
  const shown = matching.slice((shownPage - 1) * FILTER_PAGE_SIZE, shownPage * FILTER_PAGE_SIZE)
  const onPage = new Set(shown)
  return {
    name: facet.attribute?.name ?? null,
    values: shown.map(describe),
    valueCount: matching.length,
    chosen: places.filter((place) => chosen.has(place) && !onPage.has(place)).map(describe),
    page: shownPage,
    pageCount,
  }
}
