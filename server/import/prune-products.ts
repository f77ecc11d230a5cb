import type { Product } from '../../shared/catalog.ts'
import type { MissingMode } from '../../shared/site.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { ImportError } from './import-error.ts'
import type { ReportBuilder } from './import-report.ts'

interface PruneOptions {
  readonly file: string
  readonly isInFile: (slug: string) => boolean
  readonly created: ReadonlySet<string>
  readonly force?: boolean | undefined
}

/**
 * Unpublishes, discontinues or keeps the products that the file lacks, as the site's settings say. A later import that
 * has the product restores its earlier state.
 * @throws ImportError if more than a tenth of the published products would change, unless `force` is set
 */
export async function pruneProducts(
  writer: CatalogWriter,
  report: ReportBuilder,
  { file, isInFile, created, force = false }: PruneOptions,
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
