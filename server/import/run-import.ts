import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { CatalogWriter, ChangeDescription, IndexSummaries } from '../catalog/store/catalog-writer.ts'
import { describeUnset, listUnfinished } from '../catalog/rules/unfinished.ts'
import { ImportError } from './import-error.ts'
import { formatReason, type ImportReport, type ReportBuilder, type ReportOptions } from './import-report.ts'
import type { DownloadRules } from './files/request-address.ts'
import type { MappingProposal } from './mapping/choose-mapping.ts'
import type { SiteBasics } from './site-basics.ts'

export interface ImportOptions extends ReportOptions {
  /** Folder of the pictures; by default `images` of a content folder. */
  readonly imagesDir?: string | undefined
  /** Whether the site shows remote pictures from their addresses from now on. */
  readonly keepRemotePictures?: boolean | undefined
  /** Which addresses may be requested; by default only https addresses in the public internet. */
  readonly downloadRules?: DownloadRules | undefined
  readonly dryRun?: boolean | undefined
  readonly encoding?: string | undefined
  /** Name of the sheet in a workbook; by default the first one whose columns are known. */
  readonly sheet?: string | undefined
  /** Row of the column names, counted from 1; recognised by default. */
  readonly headerRow?: number | undefined
  /** Path of the mapping of columns. */
  readonly mapping?: string | undefined
  /** Decides about a proposed mapping; without it, a table with unknown columns cannot be imported. */
  readonly acceptMapping?: ((proposal: MappingProposal) => Promise<boolean>) | undefined
  /** Id of a `ProductFormat`. */
  readonly format?: string | undefined
  readonly strict?: boolean | undefined
  /**
   * Whether to prune products that the file lacks. If these are more than a tenth, the import fails without `force`.
   */
  readonly prune?: boolean | undefined
  readonly force?: boolean | undefined
  /**
   * Language of the texts, which has to be one of the site's. Of a file in a further one only the texts are imported. Null
   * means the first language; undefined that nobody says it.
   */
  readonly language?: string | null | undefined
  /** Keys of the site's languages, the first one first; none if the language was never set. */
  readonly languages?: readonly string[] | undefined
  readonly basics?: SiteBasics | undefined
  readonly isDemo?: boolean | undefined
  /** The command that changes the catalogue, if it is not an import. */
  readonly command?: 'set' | 'site' | undefined
  readonly siteUrl?: string | undefined
  readonly onProgress?: ((rows: number, totalRows: number) => void) | undefined
}

/** Ends a transaction that must not be committed. */
class IntendedRollback extends Error {
  override readonly name = 'IntendedRollback'
}

/**
 * Imports in one transaction, which a dry run rolls back.
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
    await store.write(async (writer) => {
      const holdsDemo = await writer.isDemo()
      if (holdsDemo && options.command) {
        const reason = 'the catalogue is the demo, which your first import replaces; nothing else can change it'
        throw new ImportError({ file: options.command }, reason)
      }
      if (options.isDemo && !holdsDemo && !(await writer.isEmpty())) {
        report.warn({ file: 'demo', reason: 'the demo was not imported, because the catalogue is not empty' })
        report.applied = false
        return
      }
      if (holdsDemo && !options.isDemo) {
        await writer.clear()
        await writer.markDemo(false)
        report.demoProductsRemoved = (await store.readStatistics()).products.total
      }
      await change(writer)
      rejectUnusableFile(report)
      if (!options.isDemo) {
        const site = await writer.readSite()
        report.assumed = report.format === null ? null : describeUnset(site)
        report.unfinished = listUnfinished(site, options.siteUrl).filter((line) => line !== report.assumed)
      }
      if (options.strict && report.rejected.count > 0) {
        report.applied = false
        throw new IntendedRollback()
      }
      if (options.isDemo) await writer.markDemo(true)
      const index = await writer.buildIndex()
      await writer.describeChange(describeChange(report, options.command ?? 'import'))
      if (report.format !== null || report.lists.attributes) await summariseCatalog(index, report)
      if (report.dryRun) throw new IntendedRollback()
    })
  } catch (error) {
    if (!(error instanceof IntendedRollback)) throw error
  }
  return report
}

function describeChange(report: ReportBuilder, command: string): ChangeDescription {
  const { source, products, prunedProducts, pruneMode } = report
  const removed = pruneMode === 'keep' ? 0 : prunedProducts.count
  return { source: `${command} ${source}`, created: products.created, changed: products.changed, removed }
}

/** Reports families and attributes. */
async function summariseCatalog(index: IndexSummaries, report: ReportBuilder): Promise<void> {
  const { numeric, unfiltered } = await index.summariseAttributes()
  report.families = await index.summariseFamilies()
  report.numericAttributes = numeric
  report.unfilteredAttributes = unfiltered.map(({ name }) => name)
}

/** Rejects a file without usable products, which would otherwise replace the demo catalogue with nothing. */
function rejectUnusableFile(report: ReportBuilder): void {
  const [rejection] = report.rejected.entries
  const { created, changed, unchanged } = report.products
  const importedCount = created + changed + unchanged + report.keptProducts.count
  if (report.format === null || importedCount > 0 || !rejection) return
  throw new ImportError(rejection, `${formatReason(rejection)}. No product of the file can be used`)
}
