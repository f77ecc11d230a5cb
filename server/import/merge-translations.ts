import type { Product, ProductAttribute, ProductTranslation, TranslatedTerm } from '../../shared/catalog.ts'
import type { CategoryTranslation } from '../catalog/category.ts'
import { getOwn, omitMissing } from '../../shared/get-own.ts'
import { isSlug } from '../../shared/slug.ts'
import { buildLocalSlug } from '../catalog/rules/build-slug.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { type DraftProduct, type DraftTranslation, type Given, NO_NAME } from './draft-product.ts'
import type { FileImporter } from './file-importer.ts'
import type { ImportNotes } from './import-report.ts'
import { mergeFields } from './merge-product.ts'
import { placeText } from './resolve-text-pictures.ts'

type Owners = Pick<CatalogWriter, 'findSlugOwner'>

interface TranslationContext {
  /** The product in the first language, as it is stored or will be. */
  readonly product: Product
  readonly writer: Owners
  readonly report: Pick<ImportNotes, 'warn'>
  readonly files: FileImporter
}

/** Merges translations. Languages and texts that the file lacks keep their stored values. */
export async function mergeTranslations(
  drafts: Given<Readonly<Record<string, DraftTranslation>>>,
  stored: Product['translations'],
  context: TranslationContext,
): Promise<Product['translations']> {
  if (!drafts) return stored
  const merged: Record<string, ProductTranslation> = { ...stored }
  for (const [language, draft] of Object.entries(drafts)) {
    const texts = await mergeTranslation(draft, getOwn(merged, language) ?? {}, language, context)
    if (Object.keys(texts).length > 0) merged[language] = texts
    else delete merged[language]
  }
  return stored || Object.keys(merged).length > 0 ? merged : undefined
}

async function mergeTranslation(
  draft: DraftTranslation,
  before: ProductTranslation,
  language: string,
  context: TranslationContext,
): Promise<ProductTranslation> {
  const name = draft.name === undefined ? before.name : (draft.name ?? undefined)
  const slug = await chooseSlug(draft, before, name, language, context)
  const formerSlugs = new Set([...(draft.formerSlugs ?? []), ...listFormers(before, slug)])
  const merged = mergeFields<ProductTranslation>({}, before, {
    slug: slug ?? null,
    formerSlugs: formerSlugs.size > 0 ? [...formerSlugs] : null,
    name: name ?? null,
    shortDescription: await placeText(draft.shortDescription, context.files),
    description: await placeText(draft.description, context.files),
    ...draft.texts,
    terms: mergeTerms(draft.pairTerms(context.product), before.terms) ?? null,
  })
  // A blank text of the file removes the stored one.
  return Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== ''))
}

export const SLUG_RULE = 'may contain only lowercase letters, digits, dashes and underscores'

function listFormers({ slug, formerSlugs = [] }: ProductTranslation, present: string | undefined): readonly string[] {
  return [...formerSlugs, ...(slug === undefined ? [] : [slug])].filter((former) => former !== present)
}

/**
 * Takes the slug of the file, or else the stored one, or builds one from the name. No two products share a slug, not
 * even in different languages, so that each address leads to one product.
 */
async function chooseSlug(
  { slug: given, place }: DraftTranslation,
  before: ProductTranslation,
  name: string | undefined,
  language: string,
  { product: { slug: main }, writer, report }: TranslationContext,
): Promise<string | undefined> {
  if (given && given !== before.slug) {
    if (given === main) return undefined
    if (isSlug(given) && (await isFree(given, main, writer))) return given
    const fault = isSlug(given) ? 'belongs to another product' : SLUG_RULE
    report.warn({ ...place, reason: `the slug "${given}" in "${language}" ${fault}; it was left out` })
  }
  if (before.slug !== undefined) return before.slug
  const base = buildLocalSlug(name ?? '', language)
  if (base === '' || base === main) return undefined
  return (await isFree(base, main, writer)) ? base : findFreeSlug(base, main, writer)
}

async function isFree(slug: string, main: string, writer: Owners): Promise<boolean> {
  const owner = await writer.findSlugOwner(slug)
  return owner === undefined || owner === main
}

/** Returns the first one of `bowl-2`, `bowl-3` and so on that no other product than `main` has. */
async function findFreeSlug(base: string, main: string, writer: Owners): Promise<string> {
  for (let number = 2; ; number++) if (await isFree(`${base}-${number}`, main, writer)) return `${base}-${number}`
}

/**
 * Gives a product another slug, such as `bowl-2`, in the languages in which its own is another product's translated
 * slug, so that both have an address.
 */
export async function separateAddresses(product: Product, writer: CatalogWriter): Promise<Product> {
  const { slug: main, translations = {} } = product
  const owner = await writer.findOtherSlugOwner(main)
  const other = owner === undefined ? undefined : await writer.findProduct(owner)
  const taken = Object.entries(other?.translations ?? {}).filter(
    ([language, { slug }]) => slug === main && getOwn(translations, language)?.slug === undefined,
  )
  if (taken.length === 0) return product
  const slug = await findFreeSlug(main, main, writer)
  const added = taken.map(([language]) => [language, withSlug(getOwn(translations, language), slug)] as const)
  return { ...product, translations: { ...translations, ...Object.fromEntries(added) } }
}

/** Adds a slug, which is then no former one, to translated texts. */
export function withSlug(
  { formerSlugs = [], ...texts }: ProductTranslation | CategoryTranslation = {},
  slug: string,
): Pick<ProductTranslation, 'slug' | 'formerSlugs'> {
  const formers = formerSlugs.filter((former) => former !== slug)
  return { ...texts, slug, ...(formers.length > 0 && { formerSlugs: formers }) }
}

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
function mergeTerms(pairs: readonly TermPair[], before: ProductTranslation['terms'] = {}): ProductTranslation['terms'] {
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

interface TranslatedVariant {
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
  const textOf = variants.map(({ sku }, index) => {
    const numbered = sku && ownBySku.has(sku) ? bySku.get(sku) : undefined
    const inOrder = texts.length === variants.length ? texts[index] : undefined
    return numbered ?? (areNumbered && inOrder?.sku ? undefined : inOrder)
  })
  return options.flatMap(({ name, values }, place) => {
    const hasOriginals = texts.some(({ originals }) => originals?.[place] !== undefined)
    const pairValue = (value: string): TermPair => {
      const own = hasOriginals
        ? texts.filter(({ originals }) => originals?.[place] === value)
        : variants.flatMap(({ optionValues }, index) => (optionValues[place] === value && textOf[index]) || [])
      const found = own.flatMap((text) => text.values[place] ?? [])
      return { name, value, translatedValue: found.find(Boolean) ?? found[0] }
    }
    return [{ name, translatedName: names[place] }, ...values.map(pairValue)]
  })
}

function mapBySku<Variant extends Pick<TranslatedVariant, 'sku'>>(
  variants: readonly Variant[],
): ReadonlyMap<string, Variant> {
  const groups = [...Map.groupBy(variants, ({ sku }) => sku ?? '')]
  return new Map(groups.flatMap(([sku, [first, ...others]]) => (sku && others.length === 0 ? [[sku, first!]] : [])))
}

/** Builds a translation from the texts of a draft. Its prices, pictures and other values are ignored. */
export function toTranslation(
  draft: DraftProduct,
  stored: Product,
  { file, report, hasGivenSlug }: { file: string; report: Pick<ImportNotes, 'warn'>; hasGivenSlug: boolean },
): DraftTranslation {
  const { optionNames = [], variants } = draft
  const place = { file, line: draft.line, product: draft.name }
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
