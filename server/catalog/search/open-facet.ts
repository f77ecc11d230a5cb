import type { CategoryNode } from '../../../shared/catalog.ts'
import { FILTER_PAGE_SIZE } from '../../../shared/constants.ts'
import { ATTRIBUTE_PREFIX, LISTING_KEYS, type OpenFilter } from '../../../shared/listing-query.ts'
import type { OpenFacet } from './listing.ts'
import {
  countAttribute,
  countBrands,
  countCategories,
  countTags,
  type CountedValues,
  type FacetContext,
} from './count-values.ts'

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
  switch (name) {
    case LISTING_KEYS.categories:
      return listPage(await countCategories(context, categories), null, search, page)
    case LISTING_KEYS.brands:
      return listPage(await countBrands(context), null, search, page)
    case LISTING_KEYS.tags:
      return listPage(await countTags(context), null, search, page)
    default: {
      const { attributes } = context.index.directory
      const attribute = attributes.find(({ key }) => ATTRIBUTE_PREFIX + key === name)
      if (!attribute) return null
      // Visitors type the decimal sign of their language.
      const text = search.replace(/(?<=\d)[.,](?=\d)/g, (sign) => attribute.numeric?.decimal ?? sign)
      return listPage(await countAttribute(context, attribute), attribute.name, text, page)
    }
  }
}

function listPage(counted: CountedValues, name: string | null, search: string, page: number): OpenFacet {
  const { places, chosen, describe } = counted
  const found = search === '' ? undefined : counted.search(search)
  const matching = found ? places.filter((place) => found.has(place)) : places
  const pageCount = Math.max(1, Math.ceil(matching.length / FILTER_PAGE_SIZE))
  const shownPage = Math.min(page, pageCount)
  const shown = matching.slice((shownPage - 1) * FILTER_PAGE_SIZE, shownPage * FILTER_PAGE_SIZE)
  const onPage = new Set(shown)
  return {
    name,
    values: shown.map(describe),
    valueCount: matching.length,
    chosen: places.filter((place) => chosen.has(place) && !onPage.has(place)).map(describe),
    page: shownPage,
    pageCount,
  }
}
