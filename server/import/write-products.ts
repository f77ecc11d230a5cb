import { isDeepStrictEqual } from 'node:util'
import type { Product } from '../../shared/catalog.ts'
import type { CatalogWriter } from '../store/catalog-store.ts'
import type { CategoryTreeWriter } from './category-tree-writer.ts'
import type { DraftHtml, DraftProduct, DraftResult, Given } from './draft-product.ts'
import { findRenamedProduct } from './find-renamed-product.ts'
import type { ReportBuilder } from './import-report.ts'
import { mergeImages } from './merge-images.ts'
import { keepsStoredVariants, mergeProduct } from './merge-product.ts'
import { resolveTextPictures } from './resolve-text-pictures.ts'
import type { PictureImporter } from './pictures/picture-importer.ts'

interface ProductTarget {
  readonly writer: CatalogWriter
  readonly categories: CategoryTreeWriter
  readonly pictures: PictureImporter
  readonly report: ReportBuilder
  /** ISO 4217, of the site. */
  readonly currency: string
  /** The drafts' file, as reports name it. */
  readonly file: string
  /** Those of products that stay as they were because of the file are among them. */
  readonly fileSlugs: FileSlugs
  /** Slugs that were not stored before; null where nobody asks for them. */
  readonly created: Set<string> | null
  /** Slugs whose prices are in the site's currency now, former ones included; null where nobody asks for them. */
  readonly repriced: Set<string> | null
}

/** Brings drafts into the store, each merged with what is stored under its slug; what did not change is not written. */
export async function writeProducts(drafts: AsyncIterable<DraftResult>, target: ProductTarget): Promise<void> {
  for await (const result of drafts) await writeProduct(result, target)
}

async function writeProduct({ slug, draft, hasRejections }: DraftResult, target: ProductTarget): Promise<void> {
  const { writer, report, fileSlugs } = target
  const stored = await writer.findProduct(slug)
  const former = stored || !draft ? undefined : await findRenamedProduct(draft, writer, (other) => fileSlugs.has(other))
  const before = stored ?? former
  fileSlugs.add(slug)
  if (before && hasRejections) {
    // Half of a product would overwrite a whole one.
    fileSlugs.add(before.slug)
    report.keepProduct(before.slug)
    return
  }
  if (!draft) {
    report.skipProduct()
    return
  }
  if (former) await writer.renameProduct(former.slug, slug)
  const product = await buildProduct(draft, former ? rename(former, slug) : stored, target)
  const fields = before ? listChangedFields(before, product) : []
  const result = !before ? 'created' : fields.length > 0 ? 'changed' : 'unchanged'
  if (product.currency === target.currency)
    for (const { slug: known } of before ? [before, product] : []) target.repriced?.add(known)
  if (result === 'created') target.created?.add(slug)
  if (result !== 'unchanged') await writer.putProduct(product)
  report.countProduct(result, { slug, line: draft.line, fields })
}

/** A product under another slug, to which all its earlier ones lead. */
function rename(product: Product, slug: string): Product {
  return { ...product, slug, formerSlugs: [...product.formerSlugs, product.slug].filter((former) => former !== slug) }
}

async function buildProduct(draft: DraftProduct, stored: Product | undefined, target: ProductTarget): Promise<Product> {
  const { categories, pictures, report, currency, file } = target
  if (keepsStoredVariants(draft, stored)) {
    const reason = `"${draft.slug}" has options, but this file has no columns for them; its variants stay as they were`
    report.warn({ file, line: draft.line, column: null, value: null, reason })
  }
  const category = draft.categoryPath ? await categories.ensurePath(draft.categoryPath) : undefined
  return mergeProduct(draft, stored, {
    currency,
    categorySlug: draft.categoryPath === undefined ? undefined : (category?.slug ?? null),
    images: await mergeImages(draft, stored, pictures, file),
    texts: {
      shortDescription: await placeText(draft.shortDescription, pictures, file),
      description: await placeText(draft.description, pictures, file),
    },
  })
}

async function placeText(text: Given<DraftHtml>, pictures: PictureImporter, file: string): Promise<Given<string>> {
  return (
    text &&
    resolveTextPictures(
      text.html,
      { file, line: text.line, column: text.column },
      { find: (source, place) => pictures.find(source, place) },
    )
  )
}

function listChangedFields(stored: Product, product: Product): readonly string[] {
  return (Object.keys(product) as (keyof Product)[]).filter(
    (field) => !isDeepStrictEqual(stored[field], product[field]),
  )
}

/** The slugs that a file holds: all of them where its format knows them beforehand, else those that were read so far. */
export class FileSlugs {
  readonly #isKnown: (slug: string) => boolean
  readonly #read = new Set<string>()

  /** @param isKnown whether a format knows beforehand that its file holds a slug */
  constructor(isKnown: (slug: string) => boolean = () => false) {
    this.#isKnown = isKnown
  }

  add(slug: string): void {
    // What is known is not kept a second time: a million of them take 70 MB.
    if (!this.#isKnown(slug)) this.#read.add(slug)
  }

  has(slug: string): boolean {
    return this.#isKnown(slug) || this.#read.has(slug)
  }
}
