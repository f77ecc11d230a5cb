import type { AttributeTexts } from '../../catalog/rules/shown-attributes.ts'
import type { FacetValue, FamilyRow, ListedProduct, Listing } from '../../catalog/search/listing.ts'
import { ATTRIBUTE_PREFIX } from '../../../shared/listing-keys.ts'

type Range = readonly [low: string, high: string]

/** Writes filters, columns and cells in the page's language. */
export function showListedAttributes(listing: Listing, texts: AttributeTexts): Listing {
  const { facets, openFacet, columns, items } = listing
  const showValues = (key: string, values: readonly FacetValue[]) =>
    values.map((value) => ({ ...value, label: texts.value(key, value.label) }))
  const openKey = listing.query.openFilter?.name.slice(ATTRIBUTE_PREFIX.length) ?? ''
  const keys = columns.flatMap(({ key, isShown }) => (isShown ? key : []))
  return {
    ...listing,
    facets: {
      ...facets,
      attributes: facets.attributes.map((facet) => ({
        ...facet,
        name: texts.name(facet.name),
        values: showValues(facet.key, facet.values),
      })),
    },
    // Only attributes' filters have a name.
    openFacet:
      openFacet === null || openFacet.name === null
        ? openFacet
        : {
            ...openFacet,
            name: texts.name(openFacet.name),
            values: showValues(openKey, openFacet.values),
            chosen: showValues(openKey, openFacet.chosen),
          },
    columns: columns.map((column) => ({ ...column, name: texts.name(column.name) })),
    items: items.map((item) => showItem(item, keys, texts)),
  }
}

function showItem({ values, family, ...item }: ListedProduct, keys: readonly string[], texts: AttributeTexts) {
  return {
    ...item,
    ...(values && { values: values.map((value, index) => texts.value(keys[index] ?? '', value)) }),
    ...(family && { family: showFamilyRow(family, keys, texts) }),
  }
}

function showFamilyRow(family: FamilyRow, keys: readonly string[], texts: AttributeTexts): FamilyRow {
  const showRange = (key: string | undefined, [low, high]: Range): Range => [
    texts.value(key ?? '', low),
    texts.value(key ?? '', high),
  ]
  return {
    ...family,
    ranges: family.ranges.map((range, index) => showRange(family.rangeKeys[index], range)),
    values: family.values.map((range, index) => range && showRange(keys[index], range)),
  }
}
