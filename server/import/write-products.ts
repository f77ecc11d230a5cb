import { isDeepStrictEqual } from 'node:util'
import type { Product, ProductDocument } from '../../shared/catalog.ts'
import type { MissingMode } from '../../shared/site.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { CategoryTreeWriter } from './category-tree-writer.ts'
import type { DraftProduct, DraftResult, DraftTexts, DraftVariant, Given } from './draft-product.ts'
import { findRenamedProduct, findTranslated, listDraftKeys, prepareLookups } from './find-stored-product.ts'
import { ImportError } from './import-error.ts'
import type { ReportBuilder } from './import-report.ts'
import { findPictograms, keepsStoredVariants, mergeImages, mergeProduct } from './merge-product.ts'
import { mergeTranslations, separateAddresses, toTranslation } from './merge-translations.ts'
import { placeText } from './resolve-text-pictures.ts'
import type { ProductsFile } from './products-file.ts'
import type { ImportOptions } from './run-import.ts'
import type { FileImporter } from './file-importer.ts'

interface ProductTarget {
  readonly writer: CatalogWriter
  readonly categories: CategoryTreeWriter
  readonly files: FileImporter
  readonly report: ReportBuilder
  readonly currency: string
  readonly file: string
  /** Whether the file has a product with this slug, even if it is skipped because of rejected rows. */
  readonly isInFile: (slug: string) => boolean
  /** Slugs of stored products that the file has with another slug, or whose texts it has. */
  readonly found: Set<string>
  /** Receives new products' slugs; null without pruning. */
  readonly created: Set<string> | null
  /** Key of the further language of the file's texts; null for the first. */
  readonly language: string | null
  /** Whether the site has further languages. */
  readonly hasLanguages: boolean
}

/** Stores merged products that differ from the stored ones, and prunes those that the file lacks. */
export async function writeProductsFile(
  { name: file, products, translated = new Map() }: ProductsFile,
  writer: CatalogWriter,
  files: FileImporter,
  options: ImportOptions,
  report: ReportBuilder,
): Promise<void> {
  const { currency, locale, timeZone, languages = [] } = await writer.readSite()
  const { language = null, prune, force = false } = options
  const categories = await CategoryTreeWriter.open(writer, report.categories)
  const found = new Set<string>()
  const isInFile = (slug: string) => found.has(slug) || products.holdsSlug?.(slug) === true
  const created = prune ? new Set<string>() : null
  const own = { isInFile, found, created, language, hasLanguages: languages.length > 1 }
  const target = { writer, categories, files, report, currency, file, ...own }
  const onRows = (rows: number) => options.onProgress?.(rows, products.rowCount)
  const context = { currency, timeZone, now: Date.now(), stored: writer, onRows }
  await writeProducts(products.readDrafts({ ...context, locale: language ?? locale }), target)
  for (const [key, scanned] of translated) {
    const drafts = scanned.readDrafts({ ...context, locale: key })
    await writeProducts(drafts, { ...target, language: key, found: new Set() })
  }
  if (created) await pruneProducts(target, created, force)
}

async function writeProducts(drafts: AsyncIterable<DraftResult>, target: ProductTarget): Promise<void> {
  for await (const result of prepareLookups(drafts, target.writer, listDraftKeys)) await writeProduct(result, target)
}

async function writeProduct(result: DraftResult, target: ProductTarget): Promise<void> {
  const { slug, draft, hasRejections } = result
  const { writer, report, isInFile, found, language } = target
  if (draft?.onlyTranslates) return writeTexts(result, draft, target)
  if (draft && language !== null) return writeTranslation(result, draft, language, target)
  const stored = await writer.findProduct(slug)
  const former = stored || !draft ? undefined : await findRenamedProduct(draft, writer, isInFile)
  const before = stored ?? former
  if (before && hasRejections) {
    found.add(before.slug)
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
}

async function writeTranslation(
  result: DraftResult,
  draft: DraftProduct,
  language: string,
  target: ProductTarget,
): Promise<void> {
  const { writer, report, file, found } = target
  const product = await findTranslated(draft, writer)
  if (product === null) {
    report.products.skipped += 1
    const reason = 'this is the number of a variant, which has no texts of its own; the row was left out'
    const value = draft.variants[0].sku ?? draft.slug
    return report.warn({ file, line: draft.line, value, product: draft.name, reason })
  }
  if (typeof product === 'string') return rejectTexts(result, draft, product, target)
  if (found.has(product.slug))
    return rejectTexts(result, draft, `the file already has the texts of "${product.slug}"; remove one of them`, target)
  found.add(product.slug)
  await target.categories.translatePath(product.categorySlug, draft.categoryPath ?? [], language)
  const texts = toTranslation(draft, product, { ...target, hasGivenSlug: result.hasGivenSlug })
  await storeTexts(product, { [language]: texts }, draft.line, target)
}

async function writeTexts(result: DraftResult, draft: DraftTexts, target: ProductTarget): Promise<void> {
  const { writer, categories, file, created, language } = target
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
  const used = Object.entries(translations).filter(([key]) => isUsed(key))
  await storeTexts(stored, Object.fromEntries(used), line, target)
}

function rejectTexts(
  { rows }: DraftResult,
  { line, slug, name }: Pick<DraftTexts, 'line' | 'slug' | 'name'>,
  reason: string,
  { report, file }: ProductTarget,
): void {
  const numbers = rows.map(({ number }) => number)
  report.reject({ file, line, value: slug, product: name, reason }, numbers[0])
  report.recordRejectedProduct(numbers)
  report.products.skipped += 1
}

async function storeTexts(
  stored: Product,
  translations: DraftProduct['translations'],
  line: number,
  target: ProductTarget,
): Promise<void> {
  const texts = await mergeTranslations(translations, stored.translations, { ...target, product: stored })
  await storeProduct(stored, { ...stored, translations: texts }, line, target)
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
    report.warn({ file, line: draft.line, reason })
  }
  const category = draft.categoryPath ? await categories.ensurePath(draft.categoryPath) : undefined
  const others: string[] = []
  for (const path of draft.otherCategoryPaths ?? []) {
    const other = await categories.ensurePath(path)
    if (other) others.push(other.slug)
  }
  const images = await mergeImages(draft, stored, files)
  const product = mergeProduct(draft, stored, images, {
    currency,
    categorySlug: draft.categoryPath === undefined ? undefined : (category?.slug ?? null),
    otherCategorySlugs: draft.otherCategoryPaths && others,
    documents: await findDocuments(draft, stored, target),
    pictograms: await findPictograms(draft, files),
    shortDescription: await placeText(draft.shortDescription, files),
    description: await placeText(draft.description, files),
  })
  const translations = await mergeTranslations(draft.translations, stored?.translations, { ...target, product })
  return { ...product, translations }
}

async function findDocuments(
  { documents, line, name }: DraftProduct,
  stored: Product | undefined,
  { files, file }: ProductTarget,
): Promise<Given<readonly ProductDocument[]>> {
  if (!documents) return undefined
  const found: ProductDocument[] = []
  for (const document of documents) {
    const place = { file, line, product: name }
    const known = await files.findDocument(document, stored?.documents ?? [], place)
    if (known) found.push(known)
  }
  return found
}

function listChangedFields(stored: Product, product: Product): readonly string[] {
  return (Object.keys({ ...product, ...stored }) as (keyof Product)[]).filter(
    (field) => stored[field] !== product[field] && !isDeepStrictEqual(stored[field], product[field]),
  )
}

/**
 * Unpublishes, discontinues or keeps the products that the file lacks, as the site's settings say. A later import that
 * has the product restores its earlier state.
 * @throws ImportError if more than a tenth of the published products would change, unless `force` is set
 */
async function pruneProducts(
  { writer, report, file, isInFile }: ProductTarget,
  created: ReadonlySet<string>,
  force: boolean,
): Promise<void> {
  const { missingProducts: mode = 'unpublish' } = await writer.readSite()
  report.pruneMode = mode
  const missing: string[] = []
  let published = 0
  for await (const { slug, visibility, discontinued } of writer.scanProducts()) {
    const hasEnded = discontinued !== undefined && mode !== 'unpublish'
    if (visibility === 'hidden' || hasEnded || created.has(slug)) continue
    published += 1
    if (!isInFile(slug)) missing.push(slug)
  }
  if (!force && mode !== 'keep' && missing.length > published / 10) {
    const reason = `${missing.length} of ${published} published products are not in this file: more than a tenth, so the file is probably incomplete. Add --force to ${mode} them`
    throw new ImportError({ file }, reason)
  }
  for (const slug of missing) {
    const product = mode === 'keep' ? undefined : await writer.findProduct(slug)
    if (product) await writer.putProduct(prune(product, mode))
    report.prunedProducts.add(slug)
  }
}

function prune(product: Product, mode: MissingMode): Product {
  return mode === 'discontinue'
    ? { ...product, discontinued: 'yes', discontinuedByPrune: true }
    : { ...product, visibility: 'hidden', visibilityBeforePrune: product.visibility }
}
