import type { Product, ProductAttribute, ProductTranslation, TranslatedTerm } from '../../shared/catalog.ts'
import { getOwn, omitMissing } from '../../shared/get-own.ts'
import { type DraftProduct, type DraftTranslation, NO_NAME } from './draft-product.ts'
import type { ReportBuilder } from './import-report.ts'

export interface TermPair {
  readonly name: string
  /** A missing text keeps the stored one; a blank one removes it. */
  readonly translatedName?: string | undefined
  readonly value?: string | undefined
  readonly translatedValue?: string | undefined
}

/**
 * Merges translations of options and attributes by their names. Stored translations that no pair replaces are kept. A
 * value that is the same in both languages counts as translated, unless it contains a number.
 */
export function mergeTerms(
  pairs: readonly TermPair[],
  before: ProductTranslation['terms'] = {},
): ProductTranslation['terms'] {
  const merged: Record<string, TranslatedTerm> = { ...before }
  for (const [key, own] of Map.groupBy(pairs, ({ name }) => name)) {
    const old = getOwn(before, key) ?? {}
    const names = own.flatMap(({ translatedName }) => translatedName ?? [])
    const name = names.length > 0 ? names.findLast((text) => text !== '' && text !== key) : old.name
    const values = own.flatMap(({ value, translatedValue }) => {
      if (value === undefined) return []
      const text = translatedValue ?? getOwn(old.values ?? {}, value)
      return text && (text !== value || !/\d/.test(value)) ? [[value, text] as const] : []
    })
    if (name === undefined && values.length === 0) delete merged[key]
    else merged[key] = omitMissing({ name, values: values.length > 0 ? Object.fromEntries(values) : undefined })
  }
  return Object.keys(merged).length > 0 ? merged : undefined
}

/**
 * Pairs translated attributes with those of the product: by their order if they are as many, or else by name, because
 * some files have only the attributes that differ, under the names of the first language.
 * @param warn is called if they cannot be paired
 */
export function pairAttributes(
  { attributes }: Product,
  texts: readonly ProductAttribute[],
  warn: (reason: string) => void,
): readonly TermPair[] {
  if (texts.length === attributes.length)
    return attributes.map(({ name, value }, index) => {
      const text = texts[index]!
      return { name, translatedName: text.name, value, translatedValue: text.value }
    })
  const pairs = attributes.flatMap(({ name, value }): readonly TermPair[] => {
    const text = texts.find((other) => other.name === name)
    return text ? [{ name, value, translatedValue: text.value }] : []
  })
  if (texts.length > 0 && pairs.length === 0)
    warn(
      `the file translates ${texts.length} attributes, and the product has ${attributes.length}; they have to be as many, in the same order. The translation was left out`,
    )
  return pairs
}

export interface TranslatedVariant {
  readonly sku: string | null | undefined
  /** Values in the first language, by the number of the option. */
  readonly originals?: readonly (string | undefined)[] | undefined
  readonly values: readonly (string | undefined)[]
}

/**
 * Pairs translated options with those of the product, and variants by their values in the first language, by article
 * numbers that only one has, or else by their order.
 */
export function pairOptions(
  { options, variants }: Product,
  names: readonly (string | undefined)[],
  texts: readonly TranslatedVariant[],
): readonly TermPair[] {
  const [bySku, ownBySku] = [mapBySku(texts), mapBySku(variants)]
  const areNumbered = variants.some(({ sku }) => sku && ownBySku.has(sku) && bySku.has(sku))
  const findText = (variant: Product['variants'][number], index: number) => {
    const numbered = variant.sku && ownBySku.get(variant.sku) === variant ? bySku.get(variant.sku) : undefined
    const inOrder = texts.length === variants.length ? texts[index] : undefined
    return numbered ?? (areNumbered && inOrder?.sku ? undefined : inOrder)
  }
  const textOf = variants.map(findText)
  return options.flatMap(({ name, values }, place) => {
    const hasOriginals = texts.some(({ originals }) => originals?.[place] !== undefined)
    const listTexts = (value: string) =>
      hasOriginals
        ? texts.filter(({ originals }) => originals?.[place] === value)
        : variants.flatMap(({ optionValues }, index) => (optionValues[place] === value && textOf[index]) || [])
    return [
      { name, translatedName: names[place] },
      ...values.map((value): TermPair => {
        const found = listTexts(value).flatMap((text) => text.values[place] ?? [])
        return { name, value, translatedValue: found.find(Boolean) ?? found[0] }
      }),
    ]
  })
}

function mapBySku<Variant extends Pick<TranslatedVariant, 'sku'>>(
  variants: readonly Variant[],
): ReadonlyMap<string, Variant> {
  const found = Map.groupBy(variants, ({ sku }) => sku ?? '')
  return new Map(
    [...found].flatMap(([sku, [first, ...others]]) =>
      sku !== '' && first && others.length === 0 ? [[sku, first]] : [],
    ),
  )
}

interface TranslationTarget {
  readonly file: string
  readonly report: Pick<ReportBuilder, 'warn'>
  readonly hasGivenSlug: boolean
}

/** Builds a translation from the texts of a draft. Its prices, pictures and other values are ignored. */
export function toTranslation(
  draft: DraftProduct,
  stored: Product,
  { file, report, hasGivenSlug }: TranslationTarget,
): DraftTranslation {
  const { optionNames = [], variants } = draft
  const place = { file, line: draft.line, column: null, value: null, product: draft.name }
  const attributes = draft.attributes.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  const texts = variants.map(({ sku, optionValues }) => ({ sku, values: optionValues }))
  return {
    ...draft,
    formerSlugs: undefined,
    slug: hasGivenSlug && draft.slug !== stored.slug ? draft.slug : undefined,
    name: draft.name === NO_NAME ? null : draft.name,
    pairTerms: (product) => [
      ...(product.attributes.length > 0
        ? pairAttributes(product, attributes, (reason) => report.warn({ ...place, reason }))
        : []),
      ...(optionNames.length === product.options.length ? pairOptions(product, optionNames, texts) : []),
    ],
    place,
  }
}
