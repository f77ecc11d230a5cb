import type { CatalogWriter } from '../store/catalog-store.ts'
import type { FileSlugs } from './write-products.ts'
import { ImportError } from './import-error.ts'
import type { ReportBuilder } from './import-report.ts'

/** More than this is rather a file that is not whole than a wish. */
const PRUNED_SHARE_MAX = 1 / 10

interface PruneOptions {
  /** The products' file, as reports name it. */
  readonly file: string
  readonly fileSlugs: FileSlugs
  /** Slugs that were not stored before. */
  readonly created: ReadonlySet<string>
  readonly force: boolean
}

/**
 * Unpublishes what the file no longer has; nothing is deleted, and an import whose file has it again brings it back.
 * @throws ImportError where that would be more than a tenth of what was published, unless forced
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
    const reason = `${missing.length} of ${published} published products are not in this file: more than a tenth, which looks like a file that is not whole. --force unpublishes them all the same`
    throw new ImportError({ file }, reason)
  }
  for (const slug of missing) {
    const product = (await writer.findProduct(slug))!
    await writer.putProduct({ ...product, visibility: 'hidden', visibilityBeforePrune: product.visibility })
    report.pruneProduct(slug)
  }
}
