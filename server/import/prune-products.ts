import type { CatalogWriter } from '../store/catalog-store.ts'
import type { FileSlugs } from './write-products.ts'
import { ImportError } from './import-error.ts'
import type { ReportBuilder } from './import-report.ts'

/** A file that lacks a larger share of the products is probably incomplete. */
const PRUNED_SHARE_MAX = 1 / 10

interface PruneOptions {
  readonly file: string
  readonly fileSlugs: FileSlugs
  readonly created: ReadonlySet<string>
  readonly force: boolean
}

/**
 * Unpublishes products that are not in the file. Nothing is deleted; a later import that has the product restores its
 * visibility.
 * @throws ImportError if more than a tenth of the published products are missing, unless `force` is set
 */
export async function pruneProducts(
  writer: CatalogWriter,
  report: ReportBuilder,
  { file, fileSlugs, created, force }: PruneOptions,
): Promise<void> {
  const missing: string[] = []
  let published = 0
  for await (const { slug, visibility } of writer.scanProducts()) {
    if (visibility === 'hidden' || created.has(slug)) continue
    published += 1
    if (!fileSlugs.has(slug)) missing.push(slug)
  }
  if (!force && missing.length > published * PRUNED_SHARE_MAX) {
    const reason = `${missing.length} of ${published} published products are not in this file: more than a tenth, so the file is probably incomplete. Add --force to unpublish them`
    throw new ImportError({ file }, reason)
  }
  for (const slug of missing) {
    const product = await writer.findProduct(slug)
    if (!product) continue
    await writer.putProduct({ ...product, visibility: 'hidden', visibilityBeforePrune: product.visibility })
    report.prunedProducts.add(slug)
  }
}
