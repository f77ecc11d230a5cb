import type { CatalogStore, CatalogWriter } from '../store/catalog-store.ts'
import { areTooMany, TOO_MANY_ORIGINS } from '../catalog/picture-origins.ts'
import { listUnfinished } from '../catalog/unfinished.ts'
import { isCatalogEmpty } from '../store/is-catalog-empty.ts'
import { formatReason } from './format-report.ts'
import { ImportError } from './import-error.ts'
import type { ImportReport, ReportBuilder } from './import-report.ts'
import type { DownloadRules } from './pictures/download-picture.ts'
import { DryRunWriter } from './dry-run-writer.ts'

export interface ImportProgress {
  readonly rows: number
  readonly totalRows: number
}

export interface ImportOptions {
  /** By default the `images` folder of a content folder. */
  readonly imagesDir?: string | undefined
  /** A dry run fetches no pictures. */
  readonly fetchImages?: boolean | undefined
  /** By default, downloads are limited to the public internet over https. */
  readonly downloadRules?: DownloadRules | undefined
  readonly dryRun?: boolean | undefined
  readonly encoding?: string | undefined
  /** Id of a `ProductFormat`. */
  readonly format?: string | undefined
  readonly strict?: boolean | undefined
  /** Unpublishes products that the file lacks. If they are more than a tenth, the import fails without `force`. */
  readonly prune?: boolean | undefined
  readonly force?: boolean | undefined
  readonly keepAmounts?: boolean | undefined
  readonly isDemo?: boolean | undefined
  readonly siteUrl?: string | undefined
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

class StrictModeRollback extends Error {
  override readonly name = 'StrictModeRollback'
}

/**
 * Runs an import in one transaction of the store.
 * @throws ImportError and any error of the store, after the transaction is rolled back
 */
export async function runImport(
  store: CatalogStore,
  report: ReportBuilder,
  options: ImportOptions,
  change: (writer: CatalogWriter) => Promise<void>,
): Promise<ImportReport> {
  report.dryRun = options.dryRun ?? false
  try {
    await store.write(async (storeWriter) => {
      const writer = report.dryRun ? new DryRunWriter(storeWriter) : storeWriter
      const holdsDemo = await writer.isDemo()
      if (options.isDemo && !holdsDemo && !(await isCatalogEmpty(writer))) {
        report.warn({
          file: 'demo',
          line: null,
          column: null,
          value: null,
          reason: 'the demo was not imported, because the catalogue is not empty',
        })
        report.applied = false
        return
      }
      if (holdsDemo && !options.isDemo) {
        await writer.clear()
        await writer.markDemo(false)
        report.demoProductsRemoved = await countProducts(store)
      }
      await change(writer)
      rejectUnusableFile(report)
      if (!options.isDemo) report.unfinished = listUnfinished(await writer.readSite(), options.siteUrl)
      if (options.strict && report.rejected.count > 0) throw new StrictModeRollback()
      if (options.isDemo) await writer.markDemo(true)
    })
  } catch (error) {
    if (!(error instanceof StrictModeRollback)) throw error
    report.applied = false
  }
  if (report.applied) await warnOfManyOrigins(store, report)
  return report
}

async function warnOfManyOrigins(store: CatalogStore, report: ReportBuilder): Promise<void> {
  const { entries } = report.pictures.remote
  if (entries.length === 0) return
  const origins = new Set(await store.listRemoteImageOrigins())
  // A dry run stores no pictures, so the origins of new pictures are added.
  if (report.dryRun) for (const { value } of entries) if (value !== null) origins.add(new URL(value).origin)
  if (!areTooMany([...origins])) return
  const reason = `pictures are loaded from ${TOO_MANY_ORIGINS}, so pages allow pictures from any https address; import with --fetch-images to store them here`
  report.warn({ file: report.source, line: null, column: null, value: null, reason })
}

/** Rejects a file without a usable product, so that a wrong file does not remove the demo. */
function rejectUnusableFile(report: ReportBuilder): void {
  const [rejection] = report.rejected.entries
  const { created, changed, unchanged } = report.products
  const importedCount = created + changed + unchanged + report.keptProducts.count
  if (report.format === null || importedCount > 0 || !rejection) return
  throw new ImportError(rejection, `${formatReason(rejection)}. No product of the file can be used`)
}

async function countProducts(store: CatalogStore): Promise<number> {
  const { products } = await store.readStatistics()
  return products.public + products.unlisted + products.hidden
}
