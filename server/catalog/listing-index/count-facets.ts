import type { AttributeFacet, Facets, FacetValue } from '../../../shared/page-data.ts'
import { FILTER_MAX_KEYS, FILTER_MAX_VALUES } from '../../../shared/constants.ts'
import type { CategoryLink } from '../../../shared/catalog.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import { countCommonBits, forEachBit, type Bits } from './bits.ts'
import { attributeFilter, intersectAll, type FoundProducts } from './find-products.ts'
import { BLOBS, NO_PRICE } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { countPosting } from './postings.ts'
import { foldValue } from './words.ts'

interface FacetContext {
  readonly index: ListingIndex
  readonly query: ListingQuery
  readonly found: FoundProducts
  readonly locale: string
}

/** @param categories those below the one that is listed, in their order */
export async function countFacets(context: FacetContext, categories: readonly CategoryLink[], listedCategory: string | undefined): Promise<Facets> {
  const { index, query } = context
  const under = (filter: string) => bitsUnder(context, filter)
  const labels = new Map(categories.map(({ slug, name }) => [slug, name]))
  const counted = await countValues(context, BLOBS.categories, index.directory.categories, under('category'), labels)
  const categoryValues = counted.flatMap(({ value, count }) => {
    const label = labels.get(value)
    return label !== undefined && (count > 0 || query.categories.includes(value)) ? [{ value, label, count }] : []
  })
  const order = categories.map(({ slug }) => slug)
  const brands = await countValues(context, BLOBS.brands, index.directory.brands, under('brand'))
  return {
    categories: categoryValues.toSorted((one, other) => order.indexOf(one.value) - order.indexOf(other.value)),
    brands: chooseValues(context, brands, query.brands),
    attributes: await countAttributes(context, listedCategory),
    inStockCount: countCommonBits(under('in stock'), await index.readWords(BLOBS.inStock)),
    price: await spanPrices(index, under('price')),
  }
}

/** The attributes that the products have, those that most of them have first. */
async function countAttributes(context: FacetContext, listedCategory = ''): Promise<readonly AttributeFacet[]> {
  const { index, query } = context
  const { attributes, attributeKeys } = index.directory
  const keys = new Set([...Object.keys(query.attributes), ...(attributeKeys[listedCategory] ?? [])])
  const facets: AttributeFacet[] = []
  for (const key of keys) {
    const attribute = attributes.find((candidate) => candidate.key === key)
    if (!attribute) continue
    const selected = query.attributes[key] ?? []
    const counted = await countValues(context, BLOBS.attribute(key), attribute.values, bitsUnder(context, attributeFilter(key)))
    const values = chooseValues(context, counted, selected)
    // With one value there is nothing to choose.
    if (values.length > 1 || selected.length > 0) facets.push({ key, name: attribute.name, values })
  }
  return facets.slice(0, FILTER_MAX_KEYS)
}

/** @param wanted the only values that are counted; all of them where it is not given */
async function countValues(
  { index }: FacetContext,
  blob: string,
  labels: readonly string[],
  bits: Bits,
  wanted?: ReadonlyMap<string, unknown>,
): Promise<readonly FacetValue[]> {
  const postings = await index.readPostings(blob)
  return labels.flatMap((label, place) => (!wanted || wanted.has(label) ? [{ value: label, label, count: countPosting(postings[place]!, bits) }] : []))
}

/** The most frequent values and those that are chosen, by name. */
function chooseValues({ locale }: FacetContext, counted: readonly FacetValue[], selected: readonly string[]): readonly FacetValue[] {
  const chosen = new Set(selected.map(foldValue))
  const isChosen = ({ value }: FacetValue) => chosen.has(foldValue(value))
  const offered = counted.filter((value) => value.count > 0 && !isChosen(value)).toSorted((one, other) => other.count - one.count)
  const collator = new Intl.Collator(locale, { numeric: true })
  return [...counted.filter(isChosen), ...offered].slice(0, FILTER_MAX_VALUES).toSorted((one, other) => collator.compare(one.label, other.label))
}

function bitsUnder({ index, found }: FacetContext, filter: string): Bits {
  return found.filters.has(filter) ? intersectAll(found.filters, index.directory.productCount, filter) : found.matching
}

async function spanPrices(index: ListingIndex, bits: Bits): Promise<Facets['price']> {
  const [from, to] = await Promise.all([index.readWords(BLOBS.priceFrom), index.readWords(BLOBS.priceTo)])
  let [minMinor, maxMinor] = [NO_PRICE, -1]
  forEachBit(bits, (ordinal) => {
    if (from[ordinal] === NO_PRICE) return
    minMinor = Math.min(minMinor, from[ordinal]!)
    maxMinor = Math.max(maxMinor, to[ordinal]!)
  })
  return maxMinor < 0 ? null : { minMinor, maxMinor }
}
