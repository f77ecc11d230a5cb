import { COMPARED_MAX } from '../../../shared/constants.ts'
import type { ShownComparison, ComparisonRow } from '../../../shared/shown-catalog.ts'
import { isSlug, foldText } from '../../../shared/slug.ts'
import { serverTextsFor, messagesFor, type SiteLanguage } from '../../platform/language.ts'
import { selectListNotes } from './price-notes.ts'
import { createAttributeTexts, showAttributes } from '../../catalog/rules/shown-attributes.ts'
import type { CatalogPages, ProductWithCard } from '../../catalog/store/catalog-pages.ts'
import { buildCardImage, formatCardPrice } from './cards.ts'
import { redirect } from './loader.ts'
import type { Product, ProductOption } from '../../../shared/catalog.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import { keepUnits } from '../../../shared/keep-units.ts'
import { ORDER_TERMS } from '../../../shared/order-terms.ts'
import { formatWeight } from '../../catalog/rules/weight.ts'
import { readDescriptionText } from './description-text.ts'
import { describeAvailability } from '../../catalog/rules/discontinued.ts'
import { writeEquivalents } from '../../catalog/rules/numbers.ts'
import { writeOrderTerms } from '../../catalog/rules/order-texts.ts'
import { sortByPrice } from '../../catalog/rules/price-display.ts'
import { describePrice, writePriceLine } from '../../catalog/rules/price-texts.ts'
import { cutAtWord } from '../../platform/cut-at-word.ts'
import { comparisonPath } from '../../../shared/urls.ts'

/** Values of an option that a comparison lists for each product. */
export const COMPARED_VALUES_MAX = 20

/** @throws Redirect if products were renamed */
export async function loadComparison(
  store: Pick<CatalogPages, 'findProducts' | 'readSite' | 'summariseAttributes'>,
  requested: readonly string[],
): Promise<{ readonly comparison: ShownComparison }> {
  const shown = requested.slice(0, COMPARED_MAX)
  const [site, found] = await Promise.all([store.readSite(), store.findProducts(shown.filter(isSlug))])
  const present = requested.map((slug) => found.get(slug)?.product.slug ?? slug)
  if (present.some((slug, index) => slug !== requested[index])) redirect(site, comparisonPath([...new Set(present)]))
  const { decimals } = await store.summariseAttributes()
  const texts = createAttributeTexts(decimals, site)
  const compared = [...found.values()].map(({ product, card }) => ({ product: showAttributes(product, texts), card }))
  const rows = compared.length > 1 ? buildComparisonRows(compared, site) : []
  return {
    comparison: {
      products: compared.map(({ card: { slug, name, lang, image } }) => ({
        slug,
        name,
        ...(lang && { lang }),
        image: buildCardImage(image),
      })),
      rows,
      unknown: shown.filter((slug) => !found.has(slug)),
      ...selectListNotes(
        compared.map(({ card }) => card),
        site,
      ),
      isCut: requested.length > shown.length,
      texts: serverTextsFor(site).takeAway,
    },
  }
}

/** A printed column of this length fills about a sheet. */
const DESCRIPTION_MAX_LENGTH = 2_000

/** Leaves out rows that are empty for all products. */
export function buildComparisonRows(
  compared: readonly ProductWithCard[],
  language: SiteLanguage,
): readonly ComparisonRow[] {
  const messages = messagesFor(language)
  const { labelled, order, discontinued } = serverTextsFor(language)
  const buildRow = (
    name: string,
    describe: (compared: ProductWithCard) => readonly (string | null)[] | string | null,
  ) => ({
    name,
    values: compared.map((one) => [describe(one)].flat().filter(Boolean).join('\n')),
  })
  const rows = [
    buildRow(messages.price, ({ card }) => {
      const { price, formerPrice, details = [] } = formatCardPrice(card, language)
      return [price, ...details, formerPrice === undefined ? null : labelled(messages.formerPrice, formerPrice)]
    }),
    buildRow(messages.availability, ({ card }) => describeAvailability(card, language)),
    buildRow(messages.brand, ({ card }) => card.brand),
    buildRow(messages.sku, ({ product: { variants } }) => {
      return cutLines([...new Set(variants.flatMap(({ sku }) => sku ?? []))], messages)
    }),
    buildRow(messages.category, ({ card }) => card.categoryName),
    ...buildPropertyRows(compared, language),
    buildRow(messages.weight, ({ product }) => listWeights(product, language.locale)),
    buildRow(discontinued.equivalents, ({ product }) => cutLines(writeEquivalents(product.variants), messages)),
    ...ORDER_TERMS.map((term) =>
      buildRow(order.names[term], ({ product }) =>
        cutLines(writeOrderTerms(product.variants, language)[term], messages),
      ),
    ),
    buildRow(messages.condition, ({ product }) => messages.conditions[product.condition]),
    {
      ...buildRow(messages.description, ({ product: { shortDescription, description } }) =>
        cutAtWord(readDescriptionText(shortDescription || description), DESCRIPTION_MAX_LENGTH),
      ),
      isProse: true as const,
      ...(compared.some(({ product }) => product.fallback) && {
        langs: compared.map(({ product: { shortDescription, fallback } }) => {
          return fallback?.langs[shortDescription ? 'shortDescription' : 'description']
        }),
      }),
    },
  ]
  return mergeAlike(rows).filter(({ values }) => values.some(Boolean))
}

/** An attribute may be named 'Brand', like a row of every comparison. */
function mergeAlike(rows: readonly ComparisonRow[]): readonly ComparisonRow[] {
  const merged = new Map<string, ComparisonRow>()
  for (const row of rows) {
    const key = foldText(row.name)
    const known = merged.get(key)
    const values = row.values.map((value, index) =>
      [...new Set([known?.values[index], value])].filter(Boolean).join('\n'),
    )
    merged.set(key, { ...row, ...known, values })
  }
  return [...merged.values()]
}

/** Options precede attributes; within both, those that most products have come first. */
function buildPropertyRows(compared: readonly ProductWithCard[], language: SiteLanguage): readonly ComparisonRow[] {
  const rows = new Map<string, { readonly name: string; readonly isOption: boolean; readonly values: string[] }>()
  const addValue = (index: number, name: string, value: string, isOption: boolean, separator: string) => {
    const key = foldText(name)
    const row = rows.get(key) ?? { name, isOption, values: compared.map(() => '') }
    rows.set(key, row)
    const known = row.values[index]
    row.values[index] = known ? known + separator + value : value
  }
  for (const [index, { product }] of compared.entries())
    for (const [position, option] of product.options.entries())
      addValue(index, option.name, listOptionValues(product, option, position, language).join('\n'), true, '\n')
  for (const [index, { product }] of compared.entries()) {
    const optionNames = new Set(product.options.map(({ name }) => foldText(name)))
    for (const { name, value } of product.attributes)
      if (!optionNames.has(foldText(name))) addValue(index, name, keepUnits(value), false, ', ')
  }
  return [...rows.values()]
    .toSorted((one, other) => Number(other.isOption) - Number(one.isOption) || countFilled(other) - countFilled(one))
    .map(({ name, values }) => ({ name, values }))
}

function countFilled({ values }: ComparisonRow): number {
  return values.filter(Boolean).length
}

/** Values have prices if these depend on the option. */
function listOptionValues(
  { variants, currency }: Product,
  { values }: ProductOption,
  position: number,
  language: SiteLanguage,
): readonly string[] {
  const messages = messagesFor(language)
  const { labelled } = serverTextsFor(language)
  const byValue = Map.groupBy(sortByPrice(variants), ({ optionValues }) => optionValues[position])
  const priced = values.map((value) => {
    const [lowest, ...others] = byValue.get(value) ?? []
    if (!lowest) return { value, price: null }
    const { priceMinor, unitPricing } = lowest
    const isFrom = others.some((other) => other.priceMinor !== priceMinor)
    const shown = describePrice({ priceMinor, currency, isFrom, unitPricing }, language)
    return { value, price: writePriceLine(shown) }
  })
  const isPriceSame = new Set(priced.map(({ price }) => price)).size === 1
  return cutLines(
    priced.map(({ value, price }) => (isPriceSame || price === null ? value : labelled(value, price))),
    messages,
  )
}

function listWeights({ variants }: Product, locale: string): readonly string[] {
  const weights = variants.flatMap(({ weightGrams }) => weightGrams || []).toSorted((one, other) => one - other)
  const [lightest, heaviest] = [weights[0], weights.at(-1)]
  if (lightest === undefined || heaviest === undefined) return []
  return [[...new Set([lightest, heaviest])].map((grams) => formatWeight(grams, locale)).join(' – ')]
}

function cutLines(lines: readonly string[], messages: Messages): readonly string[] {
  if (lines.length <= COMPARED_VALUES_MAX) return lines
  return [...lines.slice(0, COMPARED_VALUES_MAX), messages.moreValues(lines.length - COMPARED_VALUES_MAX)]
}
