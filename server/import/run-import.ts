import type { CatalogStore, CatalogWriter } from '../store/catalog-store.ts'
import { areTooMany, TOO_MANY_ORIGINS } from '../catalog/picture-origins.ts'
import { listUnfinished } from '../check/unfinished.ts'
import { isEmpty } from '../store/is-empty.ts'
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
  /** Folder of the pictures; a content folder has its own. */
  readonly imagesDir?: string | undefined
  /** Whether pictures that are given by address come into the store; a dry run fetches none. */
  readonly fetchImages?: boolean | undefined
  /** Where they may come from; the public internet unless given. */
  readonly downloadRules?: DownloadRules | undefined
  /** Only report what would be done. */
  readonly dryRun?: boolean | undefined
  /** Of the CSV files, where they do not tell it themselves (WHATWG name). */
  readonly encoding?: string | undefined
  /** Id of the products' format, where their file is not to tell it itself. */
  readonly format?: string | undefined
  /** One rejected row is enough to change nothing at all. */
  readonly strict?: boolean | undefined
  /** Unpublish what the products' file no longer has; never more than a tenth of the catalogue, unless `force` is set. */
  readonly prune?: boolean | undefined
  readonly force?: boolean | undefined
  /** Stored prices keep their amounts when `site.json` changes the currency. */
  readonly keepAmounts?: boolean | undefined
  /** Whether what is imported is the demo, which makes way for the first import of the owner's own. */
  readonly isDemo?: boolean | undefined
  /** The public address, for the list of what is unfinished. */
  readonly siteUrl?: string | undefined
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** Takes the transaction back although nothing failed. */
class StrictModeRollback extends Error {
  override readonly name = 'RejectedStrictly'
}

/**
 * Runs an import in one transaction of the store.
 * @throws ImportError and what the store throws; everything is as it was then
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
      if (options.isDemo && !holdsDemo && !(await isEmpty(writer))) {
        report.warn({
          file: 'demo',
          line: null,
          column: null,
          value: null,
          reason: 'the catalogue is not empty; the demo was left out',
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

/** After a dry run the store has only the pictures of before. */
async function warnOfManyOrigins(store: CatalogStore, report: ReportBuilder, dryRun: boolean): Promise<void> {
  const { source, remoteOrigins } = report
  if (remoteOrigins.length === 0) return
  const stored = await store.listRemoteImageOrigins()
  if (!areTooMany(dryRun ? [...new Set([...stored, ...remoteOrigins])] : stored)) return
  const reason = `pictures stay at ${TOO_MANY_ORIGINS}, so that pages allow pictures from any https address; an import with --fetch-images brings them into the store`
  report.warn({ file: source, line: null, column: null, value: null, reason })
}

/** A file of which nothing can be used is not the file that its owner meant: the demo, too, stays for now. */
function rejectUnusableFile(report: ReportBuilder): void {
  const rejection = report.firstRejection
  if (report.format === null || report.importedProductCount > 0 || !rejection) return
  throw new ImportError(rejection, `${formatReason(rejection)}. No product of the file can be used`)
}

/** How many products the store held before the import: counting takes a while in a large one. */
async function countProducts(store: CatalogStore): Promise<number> {
  const { products } = await store.readStatistics()
  return products.public + products.unlisted + products.hidden
}
