import type { Product, ProductTranslation } from '../../shared/catalog.ts'
import type { CategoryTranslation } from '../catalog/category.ts'
import { getOwn, omitMissing } from '../../shared/get-own.ts'
import { isSlug } from '../../shared/slug.ts'
import { buildLocalSlug } from '../catalog/rules/build-slug.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import type { DraftHtml, DraftTranslation, Given } from './draft-product.ts'
import type { ImportNotes } from './import-report.ts'
import { mergeFields } from './merge-product.ts'
import { mergeTerms } from './translated-terms.ts'

type Owners = Pick<CatalogWriter, 'findSlugOwner'>

interface TranslationContext {
  /** The product in the first language, as it is stored or will be. */
  readonly product: Product
  readonly writer: Owners
  readonly notes: Pick<ImportNotes, 'warn'>
  readonly placeText: (text: Given<DraftHtml>) => Promise<Given<string>>
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
  const terms = mergeTerms(draft.pairTerms(context.product), before.terms)
  const texts = {
    ...draft.texts,
    shortDescription: await context.placeText(draft.shortDescription),
    description: await context.placeText(draft.description),
  }
  const merged = mergeFields<ProductTranslation>({}, before, texts)
  // A blank text of the file removes the stored one.
  const used = Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== ''))
  return omitMissing({ ...used, slug, formerSlugs: formerSlugs.size > 0 ? [...formerSlugs] : undefined, name, terms })
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
  { product: { slug: main }, writer, notes }: TranslationContext,
): Promise<string | undefined> {
  if (given && given !== before.slug) {
    if (given === main) return undefined
    if (isSlug(given) && (await isFree(given, main, writer))) return given
    const fault = isSlug(given) ? 'belongs to another product' : SLUG_RULE
    notes.warn({ ...place, reason: `the slug "${given}" in "${language}" ${fault}; it was left out` })
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
