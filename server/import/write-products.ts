import { isDeepStrictEqual } from 'node:util'
import type { Product, ProductDocument } from '../../shared/catalog.ts'
import type { CatalogReader } from '../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { companyKey } from '../catalog/rules/companies.ts'
import { VITRINE_COLUMNS } from './formats/vitrine/vitrine-columns.ts'
import type { CategoryTreeWriter } from './category-tree-writer.ts'
import type { DraftHtml, DraftProduct, DraftResult, DraftTexts, DraftVariant, Given } from './draft-product.ts'
import { findRenamedProduct } from './find-renamed-product.ts'
import { ImportError } from './import-error.ts'
import type { ReportBuilder } from './import-report.ts'
import { findPictograms, mergeImages } from './merge-images.ts'
import { keepsStoredVariants, mergeProduct } from './merge-product.ts'
import { findTranslated, toTranslation } from './write-translations.ts'
import { mergeTranslations, separateAddresses } from './merge-translations.ts'
import { resolveTextPictures } from './resolve-text-pictures.ts'
import { prepareDrafts } from './prepare-lookups.ts'
import type { FileImporter } from './file-importer.ts'

interface ProductTarget {
  readonly writer: CatalogWriter
  readonly categories: CategoryTreeWriter
  readonly files: FileImporter
  readonly companies: ReadonlySet<string>
  readonly report: ReportBuilder
  readonly currency: string
  readonly file: string
  /** Slugs of the file, including products that are skipped because of rejected rows. */
  readonly fileSlugs: FileSlugs
  /** Receives new products' slugs; null without pruning. */
  readonly created: Set<string> | null
  /** Key of the further language of the file's texts; null for the first. */
  readonly language: string | null
  /** Receives the number of products by the key of languages that are left out, because `language` is another one. */
  readonly leftOut: Map<string, number>
  readonly replacements: Replacement[]
  /** Whether the site has further languages. */
  readonly hasLanguages: boolean
}

type LanguageTarget = ProductTarget & { readonly language: string }

/** Stores merged products that differ from the stored ones. */
export async function writeProducts(drafts: AsyncIterable<DraftResult>, target: ProductTarget): Promise<void> {
  for await (const result of prepareDrafts(drafts, target.writer)) await writeProduct(result, target)
}

async function writeProduct(result: DraftResult, target: ProductTarget): Promise<void> {
  const { slug, draft, hasRejections } = result
  const { writer, report, fileSlugs, language } = target
  if (draft?.onlyTranslates) return writeTexts(result, draft, target)
  if (draft && language !== null) return writeTranslation(result, draft, { ...target, language })
  const stored = await writer.findProduct(slug)
  const former = stored || !draft ? undefined : await findRenamedProduct(draft, writer, (other) => fileSlugs.has(other))
  const before = stored ?? former
  fileSlugs.add(slug)
  if (before && hasRejections) {
    fileSlugs.add(before.slug)
    report.keptProducts.add(before.slug)
    return
  }
  if (!draft) {
    report.products.skipped += 1
    return
  }
  if (former) await writer.renameProduct(former.slug, slug)
  const product = await buildProduct(draft, former ? rename(former, slug) : stored, target)
  await storeProduct(before, product, draft.line, target)
  if (!before) target.created?.add(slug)
  if (draft.replacedBy) target.replacements.push({ slug, line: draft.line, replacedBy: draft.replacedBy })
  if (product.visibility !== 'hidden') report.shownProducts += 1
}

async function writeTranslation(result: DraftResult, draft: DraftProduct, target: LanguageTarget): Promise<void> {
  const { writer, report, file, language, fileSlugs } = target
  const found = await findTranslated(draft, writer)
  if ('product' in found && !fileSlugs.has(found.product.slug)) {
    const { product } = found
    fileSlugs.add(product.slug)
    await target.categories.translatePath(product.categorySlug, draft.categoryPath ?? [], language)
    const { hasGivenSlug = false } = result
    const texts = toTranslation(draft, product, { ...target, hasGivenSlug })
    return storeTexts(product, { [language]: texts }, draft.line, target)
  }
  if ('isVariant' in found) {
    report.products.skipped += 1
    const reason = 'this is the number of a variant, which has no texts of its own; the row was left out'
    const value = draft.variants[0].sku ?? draft.slug
    report.warn({ file, line: draft.line, column: null, value, product: draft.name, reason })
  } else if ('product' in found)
    rejectTexts(result, draft, `the file already has the texts of "${found.product.slug}"; remove one of them`, target)
  else rejectTexts(result, draft, found.reason, target)
}

async function writeTexts(result: DraftResult, draft: DraftTexts, target: ProductTarget): Promise<void> {
  const { writer, categories, file, created, language, leftOut } = target
  const { slug, line, translations = {}, categoryNames = {} } = draft
  const reason = '--prune does not work with a file of translations, which decides only about texts'
  if (created) throw new ImportError({ file, line }, reason)
  const stored = await writer.findProduct(slug)
  const unknown = 'no product has this slug or handle; import the products first, or correct it'
  if (!stored) return rejectTexts(result, draft, unknown, target)
  const isUsed = (key: string) => language === null || key === language
  const { categorySlug } = stored
  const category = categorySlug === null ? undefined : categories.findBySlug(categorySlug)
  for (const [key, [original, translated]] of Object.entries(categoryNames))
    if (isUsed(key) && category?.name === original && translated !== '')
      await categories.translatePath(categorySlug, [translated], key)
  const given = Object.entries(translations)
  for (const [key] of given) if (!isUsed(key)) leftOut.set(key, (leftOut.get(key) ?? 0) + 1)
  const used = Object.fromEntries(given.filter(([key]) => isUsed(key)))
  if (Object.keys(used).length > 0 || given.length === 0) await storeTexts(stored, used, line, target)
}

function rejectTexts(
  { rows = [] }: DraftResult,
  { line, slug, name }: Pick<DraftTexts, 'line' | 'slug' | 'name'>,
  reason: string,
  { report, file }: ProductTarget,
): void {
  const numbers = rows.map(({ number }) => number)
  report.reject({ file, line, column: null, value: slug, product: name, reason }, numbers[0])
  report.recordRejectedProduct(numbers)
  report.products.skipped += 1
}

async function storeTexts(
  stored: Product,
  translations: DraftProduct['translations'],
  line: number,
  target: ProductTarget,
): Promise<void> {
  const texts = await mergeTexts(stored, translations, stored, target)
  await storeProduct(stored, { ...stored, ...texts }, line, target)
}

async function storeProduct(
  before: Product | undefined,
  product: Product,
  line: number,
  { writer, report, hasLanguages }: ProductTarget,
): Promise<void> {
  const isChanged = !before || listChangedFields(before, product).length > 0
  // Unchanged products need no other address, for which PostgreSQL needs a round trip each.
  const stored = hasLanguages && isChanged ? await separateAddresses(product, writer) : product
  const fields = before && isChanged ? listChangedFields(before, stored) : []
  const outcome = !before ? 'created' : fields.length > 0 ? 'changed' : 'unchanged'
  if (outcome !== 'unchanged') await writer.putProduct(stored)
  report.countProduct(outcome, { slug: product.slug, line, fields })
}

function mergeTexts(
  product: Product,
  drafts: DraftProduct['translations'],
  stored: Product | undefined,
  target: ProductTarget,
): Promise<Pick<Product, 'translations'>> {
  const { writer, report: notes } = target
  const context = { product, writer, notes, placeText: (text: Given<DraftHtml>) => placeText(text, target) }
  return mergeTranslations(drafts, stored?.translations, context)
}

function rename(product: Product, slug: string): Product {
  return { ...product, slug, formerSlugs: [...product.formerSlugs, product.slug].filter((former) => former !== slug) }
}

/** A file of names or translations alone says nothing of variants. */
function describesVariant(variant: DraftVariant): boolean {
  return Object.entries(variant).some(([field, value]) => field !== 'optionValues' && value !== undefined)
}

async function buildProduct(draft: DraftProduct, stored: Product | undefined, target: ProductTarget): Promise<Product> {
  const { categories, files, report, currency, file } = target
  if (keepsStoredVariants(draft, stored) && draft.variants.some(describesVariant)) {
    const reason = `"${draft.slug}" has options, but this file has no columns for them; its variants were left unchanged`
    report.warn({ file, line: draft.line, column: null, value: null, reason })
  }
  reportUnknownCompanies(draft, target)
  const category = draft.categoryPath ? await categories.ensurePath(draft.categoryPath) : undefined
  const others: string[] = []
  for (const path of draft.otherCategoryPaths ?? []) {
    const other = await categories.ensurePath(path)
    if (other) others.push(other.slug)
  }
  const product = mergeProduct(draft, stored, {
    currency,
    categorySlug: draft.categoryPath === undefined ? undefined : (category?.slug ?? null),
    otherCategorySlugs: draft.otherCategoryPaths && others,
    images: await mergeImages(draft, stored, files, file),
    documents: await findDocuments(draft, stored, target),
    pictograms: await findPictograms(draft, files, file),
    texts: {
      shortDescription: await placeText(draft.shortDescription, target),
      description: await placeText(draft.description, target),
    },
  })
  return { ...product, ...(await mergeTexts(product, draft.translations, stored, target)) }
}

async function findDocuments(
  { documents, line, name }: DraftProduct,
  stored: Product | undefined,
  { files, file }: ProductTarget,
): Promise<Given<readonly ProductDocument[]>> {
  if (!documents) return undefined
  const found: ProductDocument[] = []
  for (const document of documents) {
    const place = { file, line, column: null, product: name }
    const known = await files.findDocument(document, stored?.documents ?? [], place)
    if (known) found.push(known)
  }
  return found
}

function reportUnknownCompanies(draft: DraftProduct, { companies, report, file }: ProductTarget): void {
  for (const field of ['manufacturer', 'responsiblePerson'] as const) {
    const name = draft[field]
    if (!name || companies.has(companyKey(name))) continue
    const reason = 'companies.csv has no such name, so the page shows the name alone; add it there, or correct it'
    const [column] = VITRINE_COLUMNS[field]
    report.warn({ file, line: draft.line, column, product: draft.name, value: name, reason })
  }
}

async function placeText(text: Given<DraftHtml>, { files, file }: ProductTarget): Promise<Given<string>> {
  if (!text) return undefined
  const { html, line, column } = text
  return resolveTextPictures(html, (source) => files.findPicture(source, { file, line, column }))
}

function listChangedFields(stored: Product, product: Product): readonly string[] {
  return (Object.keys(product) as (keyof Product)[]).filter(
    (field) => stored[field] !== product[field] && !isDeepStrictEqual(stored[field], product[field]),
  )
}

export class FileSlugs {
  readonly #isKnown: (slug: string) => boolean
  readonly #read = new Set<string>()

  constructor(isKnown: (slug: string) => boolean = () => false) {
    this.#isKnown = isKnown
  }

  add(slug: string): void {
    // Slugs that `isKnown` recognises are not stored again, because a million slugs take 70 MB.
    if (!this.#isKnown(slug)) this.#read.add(slug)
  }

  has(slug: string): boolean {
    return this.#isKnown(slug) || this.#read.has(slug)
  }
}

export interface Replacement extends Required<Pick<Product, 'slug' | 'replacedBy'>> {
  readonly line: number
}

/** Returns whether a product exists; it may be hidden. */
export async function isKnownSuccessor(reader: CatalogReader, reference: string): Promise<boolean> {
  if (await reader.findProduct(reference)) return true
  return (await reader.listProductsByIdentifier('sku', reference)).length > 0
}

/**
 * Reports unknown successors. Call it after all rows were read, because a successor may be further down in the file.
 */
export async function reportUnknownSuccessors(
  replacements: readonly Replacement[],
  reader: CatalogReader,
  report: ReportBuilder,
  file: string,
): Promise<void> {
  for (const { slug, line, replacedBy = '' } of replacements) {
    if (await isKnownSuccessor(reader, replacedBy)) continue
    const reason = `"${slug}" has the successor "${replacedBy}", but no product has this slug or article number; its page names no successor`
    report.warn({ file, line, column: 'Replaced by', value: replacedBy, reason })
  }
}
