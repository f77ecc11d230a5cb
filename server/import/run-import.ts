import type { CatalogStore, CatalogWriter } from '../store/catalog-store.ts'
import { areTooMany, TOO_MANY_ORIGINS } from '../catalog/picture-origins.ts'
import { listUnfinished } from '../check/unfinished.ts'
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
  /** Folder of the pictures; by default the `images` folder of a content folder. */
  readonly imagesDir?: string | undefined
  /** Store pictures that are given by address; a dry run fetches none. */
  readonly fetchImages?: boolean | undefined
  /** Addresses that pictures may be fetched from; by default the public internet over https. */
  readonly downloadRules?: DownloadRules | undefined
  readonly dryRun?: boolean | undefined
  /** WHATWG name of the files' encoding; by default detected. */
  readonly encoding?: string | undefined
  /** Id of the products' format; by default detected. */
  readonly format?: string | undefined
  /** Roll back the import if any row was rejected. */
  readonly strict?: boolean | undefined
  /** Unpublish products that are not in the file: at most a tenth of the catalogue, unless `force` is set. */
  readonly prune?: boolean | undefined
  readonly force?: boolean | undefined
  readonly keepAmounts?: boolean | undefined
  readonly isDemo?: boolean | undefined
  readonly siteUrl?: string | undefined
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** Thrown to roll back the transaction of a strict import although nothing failed. */
class StrictModeRollback extends Error {
  override readonly name = 'RejectedStrictly'
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
  const dryRun = options.dryRun ?? false
  let applied = true
  try {
    await store.write(async (storeWriter) => {
      const writer = dryRun ? new DryRunWriter(storeWriter) : storeWriter
      const holdsDemo = await writer.isDemo()
      if (options.isDemo && !holdsDemo && !(await isCatalogEmpty(writer))) {
        report.warn({
          file: 'demo',
          line: null,
          column: null,
          value: null,
          reason: 'the demo was not imported, because the catalogue is not empty',
        })
        applied = false
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
      if (options.strict && report.hasRejections) throw new StrictModeRollback()
      if (options.isDemo) await writer.markDemo(true)
    })
  } catch (error) {
    if (!(error instanceof StrictModeRollback)) throw error
    applied = false
  }
  if (applied) await warnOfManyOrigins(store, report, dryRun)
  return report.build({ dryRun, applied })
}

/** A dry run stores no pictures, so the origins of new pictures are added to the stored ones. */
async function warnOfManyOrigins(store: CatalogStore, report: ReportBuilder, dryRun: boolean): Promise<void> {
  const { source, remoteOrigins } = report
  if (remoteOrigins.length === 0) return
  const stored = await store.listRemoteImageOrigins()
  if (!areTooMany(dryRun ? [...new Set([...stored, ...remoteOrigins])] : stored)) return
  const reason = `pictures are loaded from ${TOO_MANY_ORIGINS}, so pages allow pictures from any https address; import with --fetch-images to store them here`
  report.warn({ file: source, line: null, column: null, value: null, reason })
}

/** A file without a single usable product is rejected as a whole, so that a wrong file does not remove the demo. */
function rejectUnusableFile(report: ReportBuilder): void {
  const rejection = report.firstRejection
  if (report.format === null || report.importedProductCount > 0 || !rejection) return
  throw new ImportError(rejection, `${formatReason(rejection)}. No product of the file can be used`)
}

/** Counts the products before the import; this is slow in a large catalogue, so only demos are counted. */
async function countProducts(store: CatalogStore): Promise<number> {
  const { products } = await store.readStatistics()
  return products.public + products.unlisted + products.hidden
}
