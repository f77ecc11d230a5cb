import type { Product } from '../../shared/catalog.ts'
import type { IdentifierKind, ProductIdentity, LookupKeys } from '../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { padGtin } from '../catalog/rules/gtin.ts'
import type { DraftProduct, DraftResult } from './draft-product.ts'
import { documentSourceKey, isDocumentFile } from '../catalog/rules/document-files.ts'
import { completeAddress } from './cells.ts'
import { pictureAddressKey } from './pictures/picture-name.ts'
import { listTextPictures } from './resolve-text-pictures.ts'

/**
 * Finds the stored product that a draft with a new slug replaces: one with the same source id, a former slug of the
 * draft, exactly the same SKUs, or else the same GTINs.
 * @param isTaken whether a slug belongs to another product of the file
 */
export async function findRenamedProduct(
  draft: DraftProduct,
  writer: CatalogWriter,
  isTaken: (slug: string) => boolean,
): Promise<Product | undefined> {
  const { fields, formerSlugs } = draft
  const find = async (slug: string | undefined) =>
    slug === undefined || isTaken(slug) ? undefined : writer.findProduct(slug)
  const identified = fields.sourceId && (await findIdentified(writer, 'source', fields.sourceId))
  if (identified) return find(identified.slug)
  for (const slug of formerSlugs ?? []) {
    const known = await find(slug)
    if (known && !isAnother(known, draft)) return known
  }
  for (const kind of ['sku', 'gtin'] as const) {
    const codes = listCodes(draft, kind)
    const known = codes[0] && (await find((await findIdentified(writer, kind, codes[0]))?.slug))
    const isSame = known && !isAnother(known, draft) && listCodes(known, kind).join('\n') === codes.join('\n')
    // If both products have SKUs, these did not match, so equal GTINs are not enough.
    if (isSame && !(kind === 'gtin' && hasSku(draft) && hasSku(known))) return known
  }
  return undefined
}

/** Finds the product with an identifier. One that several products share identifies none. */
export async function findIdentified(
  stored: Pick<CatalogWriter, 'listProductsByIdentifier'>,
  kind: IdentifierKind,
  value: string,
): Promise<ProductIdentity | undefined> {
  const [known, ...others] = await stored.listProductsByIdentifier(kind, value)
  return others.length === 0 ? known : undefined
}

/** Lists the identifiers that `findRenamedProduct` looks up, so that those of many products are read together. */
export function listIdentifiers(draft: DraftProduct): readonly (readonly [kind: IdentifierKind, value: string])[] {
  const codes = (['sku', 'gtin'] as const).flatMap((kind) =>
    listCodes(draft, kind)
      .slice(0, 1)
      .map((code) => [kind, code] as const),
  )
  const { sourceId } = draft.fields
  return sourceId ? [['source', sourceId], ...codes] : codes
}

function isAnother(known: Product, { fields: { sourceId } }: DraftProduct): boolean {
  return known.sourceId !== null && sourceId != null && known.sourceId !== sourceId
}

interface Coded {
  readonly variants: readonly { readonly sku?: string | null | undefined; readonly gtin?: string | null | undefined }[]
}

function listCodes({ variants }: Coded, kind: 'sku' | 'gtin'): readonly string[] {
  const codes = variants.flatMap(
    (variant) => (kind === 'sku' ? variant.sku : variant.gtin && padGtin(variant.gtin)) ?? [],
  )
  return codes.length === variants.length ? codes.sort() : []
}

function hasSku({ variants }: Coded): boolean {
  return variants.some(({ sku }) => sku)
}

/**
 * Finds the product by its id, article numbers, GTINs, or an address in any language.
 * @returns a text that says why there is none; null if the only article number is that of one variant among several
 */
export async function findTranslated(
  { slug, fields: { sourceId }, optionNames, variants }: DraftProduct,
  writer: CatalogWriter,
): Promise<Product | string | null> {
  let isVariant = false
  const identifiers = [
    ...(sourceId ? [['source', sourceId] as const] : []),
    ...variants.flatMap(({ sku }) => (sku ? [['sku', sku] as const] : [])),
    ...variants.flatMap(({ gtin }) => (gtin ? [['gtin', padGtin(gtin)] as const] : [])),
  ]
  for (const [kind, value] of identifiers) {
    const known = await findIdentified(writer, kind, value)
    const product = known && (await writer.findProduct(known.slug))
    const isWhole = kind === 'source' || !optionNames || variants.length > 1 || product?.variants.length === 1
    if (product && isWhole) return product
    isVariant ||= product !== undefined
  }
  const owner = await writer.findSlugOwner(slug)
  const product = owner === undefined ? undefined : await writer.findProduct(owner)
  if (!product) return isVariant ? null : UNKNOWN
  const numbers = product.variants.map(({ sku }) => sku)
  const own = variants.flatMap(({ sku }) => sku ?? [])
  if (own.length === 0 || numbers.some((sku) => sku === null || own.includes(sku))) return product
  return `no product has this article number, and "${product.slug}" with this address has another one (${numbers[0]}); correct it, or remove the column to find products by their addresses`
}

const UNKNOWN =
  'no product has this article number, id or address; import the file in the first language first, or correct the number. An export of WPML needs the rows of both languages, or article numbers'

const BATCH_ITEMS = 200

/** Yields the items after their lookups were read together, which needs few queries. */
export async function* prepareLookups<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  stored: Pick<CatalogWriter, 'prepareLookups'>,
  listKeys: (item: Item) => LookupKeys,
): AsyncGenerator<Item> {
  let batch: Item[] = []
  for await (const item of items) {
    if (batch.push(item) < BATCH_ITEMS) continue
    await stored.prepareLookups(batch.map(listKeys))
    yield* batch
    batch = []
  }
  await stored.prepareLookups(batch.map(listKeys))
  yield* batch
}

/** Lists the slugs, identifiers and sources of files that are looked up when a draft is written. */
export function listDraftKeys({ slug, draft }: DraftResult): LookupKeys {
  if (!draft || draft.onlyTranslates) return { slug }
  return {
    slug,
    formerSlugs: draft.formerSlugs,
    identifiers: listIdentifiers(draft),
    sources: [...listPictures(draft).map(pictureAddressKey), ...listDocuments(draft).map(documentSourceKey)],
  }
}

/** Lists the addresses and file names of a product's pictures. */
function listPictures(draft: DraftProduct): readonly string[] {
  const images = [...(draft.images ?? []), ...(draft.pictograms ?? []), ...draft.variants.map(({ image }) => image)]
  return [...images.flatMap((image) => image?.source ?? []), ...listTextPictures(draft)]
}

/** Lists the sources of documents that can be stored. */
function listDocuments({ documents = [] }: DraftProduct): readonly string[] {
  return documents.map(({ url }) => completeAddress(url)).filter(isDocumentFile)
}
