import type { Untranslated } from '../../../shared/catalog.ts'
import { ATTRIBUTE_PREFIX, LISTING_KEYS } from '../../../shared/listing-keys.ts'
import type { Site } from '../../../shared/site.ts'
import { buildSlug } from '../../../shared/slug.ts'
import { hasWords } from '../../catalog/rules/translate.ts'
import type { FacetValue, Listing } from '../../catalog/search/listing.ts'

interface NamedFacet {
  readonly filter: string
  readonly name?: string | null
  readonly values: readonly FacetValue[]
}

/** Lists the texts of a list's filters and table that are not translated. */
export function listUntranslatedTexts(
  { facets, openFacet, columns, items, query, familyName = '' }: Listing,
  { languages: [lang = ''] = [] }: Site,
): { readonly untranslated?: Untranslated } {
  const { openFilter } = query
  const filters: readonly NamedFacet[] = [
    { filter: LISTING_KEYS.categories, values: facets.categories.values },
    { filter: LISTING_KEYS.tags, values: facets.tags.values },
    ...[...facets.attributes, ...columns].map((attribute) => ({
      values: [],
      ...attribute,
      filter: ATTRIBUTE_PREFIX + attribute.key,
    })),
    ...(openFacet && openFilter
      ? [{ ...openFacet, filter: openFilter.name, values: [...openFacet.values, ...openFacet.chosen] }]
      : []),
  ]
  const texts = [...filters.flatMap(listUntranslated), ...(items.some((item) => item.lang) ? [familyName] : [])]
  const ofTable = items.flatMap(({ values, untranslated }) => (values ? (untranslated?.texts ?? []) : []))
  const all = [...new Set([...texts.filter(hasWords), ...ofTable])]
  return all.length > 0 ? { untranslated: { lang, texts: all } } : {}
}

/** The search index does not say what is translated: texts are not if they equal those of the first language. */
function listUntranslated({ filter, name, values }: NamedFacet): readonly string[] {
  const isUntranslated = ({ value, label, lang }: FacetValue) =>
    filter === LISTING_KEYS.categories ? lang : filter !== LISTING_KEYS.brands && value === label
  const labels = values.filter(isUntranslated).map(({ label }) => label)
  return name && ATTRIBUTE_PREFIX + buildSlug(name) === filter ? [name, ...labels] : labels
}
