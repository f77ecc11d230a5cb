import { listCategorySlugs } from '../catalog/category-tree.ts'
import type { Category, Product, ProductVariant } from '../../shared/catalog.ts'
import { buildSlug, foldText } from '../../shared/slug.ts'
import { areTooMany } from '../catalog/picture-origins.ts'
import type { CatalogReader, CatalogStore } from '../store/catalog-store.ts'
import { readGtin } from '../catalog/gtin.ts'
import { isPictureAddress } from '../import/cells.ts'
import { hasPricesInOtherCurrency } from '../import/currency-change.ts'
import { listPictures } from '../catalog/text-pictures.ts'
import { listFontAdvice } from './check-fonts.ts'
import { FaultCounter, type CatalogCheck } from './check-report.ts'
import { listAdvice, listUnfinished } from '../catalog/unfinished.ts'

/** Maps a value to the slug of the first product that has it. */
type Owners = Map<string, string>

/**
 * Checks the database for damage, then everything that visitors can see for problems.
 * @param siteUrl public address of the site, if the caller knows it
 */
export async function checkCatalog(store: CatalogStore, siteUrl?: string): Promise<CatalogCheck> {
  const damage = await store.findDamage()
  if (damage.length > 0) return { damage, products: 0, faults: [], unfinished: [], advice: [] }
  const origins = await store.listRemoteImageOrigins()
  return store.read(async (reader) => {
    const faults = new FaultCounter()
    const skus: Owners = new Map()
    const names: Owners = new Map()
    const site = await reader.readSite()
    const filledCategories = new Set<string>()
    const attributeNames = new Set<string>()
    const characters = new Set<string>()
    let products = 0
    for await (const product of reader.scanProducts()) {
      if (product.visibility === 'hidden') continue
      products += 1
      if (product.visibility === 'public') for (const slug of listCategorySlugs(product)) filledCategories.add(slug)
      for (const { name } of [...product.attributes, ...product.options]) attributeNames.add(name)
      for (const character of product.name) characters.add(character)
      checkPictures(product, faults)
      checkTexts(product, names, faults)
      checkVariants(product, skus, faults)
      if (hasPricesInOtherCurrency(product, site.currency)) faults.add('otherCurrency', product.slug, product.currency)
    }
    await checkCategories(reader, filledCategories, faults)
    await checkColumns(reader, attributeNames, faults)
    if (areTooMany(origins)) for (const origin of origins) faults.add('pictureHost', new URL(origin).host)
    return {
      damage,
      products,
      faults: faults.build(),
      unfinished: listUnfinished(site, siteUrl),
      advice: [...listAdvice(site), ...(await listFontAdvice(site, characters, reader))],
    }
  })
}

function checkPictures({ slug, name, images, shortDescription, description }: Product, faults: FaultCounter): void {
  if (images.length === 0) faults.add('noPicture', slug)
  const undescribed = images.filter(({ alt }) => alt.trim() === '' || alt === name).length
  if (undescribed > 0) faults.add('noAlternativeText', slug, `${undescribed} of ${images.length} pictures`)
  const shown = [...images, ...listPictures(shortDescription + description).map(({ image }) => image)]
  const foreign = shown.find((image) => 'url' in image)
  if (foreign) faults.add('foreignPicture', slug, foreign.url)
  const unshown = shown.find((image) => 'url' in image && !isPictureAddress(image.url))
  if (unshown && 'url' in unshown) faults.add('unshownPicture', slug, unshown.url)
}

function checkTexts({ slug, name, shortDescription, description }: Product, names: Owners, faults: FaultCounter): void {
  const key = foldText(name)
  const owner = names.get(key)
  if (owner === undefined) names.set(key, slug)
  else faults.add('sameName', slug, `"${name}", like the product ${owner}`)
  if (description.trim() === '' && shortDescription.trim() === '') faults.add('noDescription', slug)
}

function checkVariants({ slug, variants, includes }: Product, skus: Owners, faults: FaultCounter): void {
  const barcodes = variants.flatMap(({ barcode }) => (barcode === undefined ? [] : [describeBarcode(barcode)]))
  const sharedSkus = listSharedSkus(slug, variants, skus)
  if (barcodes.length > 0) faults.add('wrongBarcode', slug, barcodes.slice(0, 3).join('; '))
  if (sharedSkus.length > 0) faults.add('sameSku', slug, sharedSkus.slice(0, 3).join('; '))
  // A group needs no price, because it shows the prices of its parts.
  const unpriced =
    includes.length > 0 ? 0 : variants.filter(({ priceMinor }) => priceMinor === null || priceMinor === 0).length
  if (unpriced > 0)
    faults.add('noPrice', slug, variants.length > 1 ? `${unpriced} of ${variants.length} variants` : null)
}

function listSharedSkus(slug: string, variants: Product['variants'], skus: Owners): readonly string[] {
  const bySku = Map.groupBy(variants, ({ sku }) => sku)
  return [...bySku].flatMap(([sku, same]) => {
    if (sku === null) return []
    const owner = skus.get(sku)
    if (owner === undefined) skus.set(sku, slug)
    if (same.length > 1 && !isOneArticle(same, variants)) return [`${sku}, in ${same.length} variants of this product`]
    return owner === undefined ? [] : [`${sku}, like the product ${owner}`]
  })
}

/**
 * Returns whether variants with the same SKU have every value of the options in which they differ: a variation of WooCommerce
 * for "any size" becomes a variant for each size, and its shop has only one SKU for them.
 */
function isOneArticle(same: readonly ProductVariant[], variants: Product['variants']): boolean {
  const counts = variants[0].optionValues.map((_, option) => [countValues(same, option), countValues(variants, option)])
  const hasAllValues = counts.every(([own, all]) => own === 1 || own === all)
  return hasAllValues && counts.reduce((product, [own = 1]) => product * own, 1) === same.length
}

function countValues(variants: readonly ProductVariant[], option: number): number {
  return new Set(variants.map(({ optionValues }) => optionValues[option])).size
}

function describeBarcode(barcode: string): string {
  const reading = readGtin(barcode)
  return `"${barcode}" ${'fault' in reading ? reading.fault : `has lost its leading zeros; importing it again changes it to ${reading.gtin}`}`
}

/** A category is empty if its whole subtree has no public product. */
async function checkCategories(reader: CatalogReader, filled: Set<string>, faults: FaultCounter): Promise<void> {
  const categories = await reader.listCategories()
  const bySlug = new Map<string | null, Category>(categories.map((category) => [category.slug, category]))
  for (const slug of filled) {
    for (
      let above = bySlug.get(slug)?.parentSlug ?? null;
      above !== null && !filled.has(above);
      above = bySlug.get(above)?.parentSlug ?? null
    )
      filled.add(above)
  }
  for (const { slug, name } of categories) if (!filled.has(slug)) faults.add('emptyCategory', slug, name)
}

async function checkColumns(
  reader: CatalogReader,
  attributeNames: ReadonlySet<string>,
  faults: FaultCounter,
): Promise<void> {
  const keys = new Set([...attributeNames].map(buildSlug))
  for (const { slug, columns = [] } of await reader.listCategories())
    for (const name of columns) if (!keys.has(buildSlug(name))) faults.add('unknownColumn', slug, name)
}
