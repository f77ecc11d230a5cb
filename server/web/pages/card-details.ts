import type { CatalogImage, Product, ProductVariant } from '../../../shared/catalog.ts'
import type { ProductCard } from '../../catalog/product-card.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { keepUnits } from '../../../shared/keep-units.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { CardColours } from '../../../shared/shown-catalog.ts'
import { foldText } from '../../../shared/slug.ts'
import {
  createCellWriter,
  createAttributeTexts,
  keyOfAttribute,
  type AttributeTexts,
} from '../../catalog/rules/shown-attributes.ts'
import { readColours } from '../../catalog/rules/colours.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import type { SiteLanguage } from '../../platform/language.ts'

const CARD_COLOUR_NAMES_MAX = 12

/** Maximum number of colour dots on a card, and of colour names in their label. */
const CARD_COLOURS_MAX = 5

/** Longer values do not fit on a card. */
const DIFFERENCE_MAX_LENGTH = 60

export type DetailStore = Pick<CatalogPages, 'findProducts' | 'summariseAttributes'>

type Filters = ListingQuery['attributes']

/** The parts of cards that depend on filters and on other products of the list, by the products' slugs. */
export interface CardDetails {
  readonly colourKeys: ReadonlySet<string>
  readonly texts: AttributeTexts
  readonly variants: ReadonlyMap<string, Pick<ProductVariant, 'key'> & { readonly image: CatalogImage | null }>
  /** Keys of variants that alone match the filters. */
  readonly onlyVariants: ReadonlyMap<string, string>
  /** Texts such as 'Length: 40 mm' for products of the same name. */
  readonly differences: ReadonlyMap<string, string>
}

interface DetailOptions<Listed> {
  readonly language: SiteLanguage
  readonly query?: ListingQuery | undefined
  /** Reads what is shown beside the name. Cards of the same name and text look the same. */
  readonly readText?: (card: Listed) => string | null | undefined
}

/** Products are read only if some look the same or options are filtered. */
export async function loadCardDetails<Listed extends ProductCard>(
  store: DetailStore,
  cards: readonly Listed[],
  { language, query, readText }: DetailOptions<Listed>,
): Promise<CardDetails> {
  const filters = query?.attributes ?? {}
  const filtered = cards.filter(({ options = [] }) => options.some((option) => getOwn(filters, keyOfAttribute(option))))
  const looks = Map.groupBy(cards, (card) => [foldText(card.name), readText?.(card)].join('\n'))
  const alike = [...looks.values()].filter(({ length }) => length > 1)
  const slugs = new Set([...filtered, ...alike.flat()].map(({ slug }) => slug))
  const [products, summary] = await Promise.all([store.findProducts([...slugs]), store.summariseAttributes()])
  const texts = createAttributeTexts(summary.decimals, language)
  const find = (group: readonly ProductCard[]) => group.flatMap(({ slug }) => products.get(slug)?.product ?? [])
  const matching = find(filtered).map((product) => [product, listMatchingVariants(product, filters)] as const)
  const differences = new Map(alike.flatMap((group) => describeDifferences(find(group), texts)))
  return {
    colourKeys: new Set(summary.colours),
    texts,
    variants: new Map(matching.flatMap(([product, variants]) => chooseVariant(product, variants) ?? [])),
    onlyVariants: new Map(
      matching.flatMap(([{ slug }, [variant, ...others]]) =>
        variant && others.length === 0 ? [[slug, variant.key] as const] : [],
      ),
    ),
    differences,
  }
}

function listMatchingVariants(product: Product, filters: Filters): readonly ProductVariant[] {
  const chosen = product.options.map((option) => {
    const values = getOwn(filters, keyOfAttribute(option))
    return { option, folded: values && new Set(values.map(foldOption)) }
  })
  return product.variants.filter(({ optionValues }) =>
    chosen.every(({ option: { values, original }, folded }, index) => {
      const value = optionValues[index] ?? ''
      // Filters name values in the first language.
      return folded?.has(foldOption(original?.values[values.indexOf(value)] ?? value)) ?? true
    }),
  )
}

/**
 * Chooses a variant that matches the filters, preferably in stock.
 * @returns undefined if it is the first variant, which cards show anyway
 */
function chooseVariant(product: Product, matching: readonly ProductVariant[]) {
  const variant = matching.find(({ availability }) => availability === 'InStock') ?? matching[0]
  if (!variant || variant === product.variants[0]) return undefined
  return [[product.slug, { key: variant.key, image: product.images[variant.imageIndex ?? 0] ?? null }]] as const
}

const foldOption = (value: string) => foldText(value.trim())

/**
 * Describes what distinguishes products that look the same: the first attribute or option that differs for each,
 * otherwise the article number, otherwise the first attribute that differs at all.
 */
function describeDifferences(
  products: readonly Product[],
  texts: AttributeTexts,
): readonly (readonly [string, string])[] {
  const names = new Map(
    products.flatMap(({ attributes, options }) =>
      [...attributes, ...options].map((each) => [keyOfAttribute(each), each.name] as const),
    ),
  )
  const writeCells = createCellWriter([...names.keys()])
  const rows = products.map((product) => writeCells(product))
  const columns = [...names].map(([key, name], index) => ({
    values: rows.map((row) => row[index] ?? ''),
    describe: (value: string) => texts.labelled(texts.name(name), keepUnits(texts.value(key, value))),
  }))
  const numbers = {
    values: products.map(({ variants }) => (variants.length === 1 && (variants[0].sku ?? variants[0].mpn)) || ''),
    describe: (value: string) => value,
  }
  const differing = [...columns, numbers].filter(
    ({ values }) => new Set(values).size > 1 && values.every(({ length }) => length <= DIFFERENCE_MAX_LENGTH),
  )
  const telling =
    differing.find(({ values }) => new Set(values.filter(Boolean)).size === products.length) ?? differing[0]
  if (!telling) return []
  return products.flatMap(({ slug }, index) => {
    const value = telling.values[index]
    return value ? [[slug, telling.describe(value)] as const] : []
  })
}

/** @returns undefined if the product is not offered in several colours */
export function describeColours(
  { options = [] }: ProductCard,
  { colourKeys, texts }: Pick<CardDetails, 'colourKeys' | 'texts'>,
): CardColours | undefined {
  const option = options.find((each) => each.values.length > 1 && colourKeys.has(keyOfAttribute(each)))
  if (!option) return undefined
  const { name, values, original = option } = option
  const dots: (readonly string[])[] = []
  for (const value of original.values) {
    const colours = readColours(value)
    if (colours.length > 0 && dots.push(colours) === CARD_COLOURS_MAX) break
  }
  if (dots.length === 0) return undefined
  const unnamed = values.length - CARD_COLOUR_NAMES_MAX
  const names = values.slice(0, CARD_COLOUR_NAMES_MAX).join(', ')
  return {
    label: texts.labelled(texts.name(name), unnamed > 0 ? `${names} +${unnamed}` : names),
    dots,
    more: values.length - dots.length,
  }
}
