import type { CountedList, ImportReport } from './import-report.ts'

/** A report for other programs, which `server/import-api/openapi.json` describes. */
export type JsonReport = ReturnType<typeof buildJsonReport>

/** Builds what the terminal shows. Lists have their number of entries, and at least the first 1,000. */
export function buildJsonReport(report: ImportReport) {
  const { source, format, sheet, dryRun, applied, rows, products, categories, pruneMode, families } = report
  return {
    source,
    format,
    sheet,
    dryRun,
    applied,
    rows,
    products,
    categories,
    rejected: copyList(report.rejected),
    warnings: copyList(report.warnings),
    keptProducts: copyList(report.keptProducts),
    missingProducts: { ...copyList(report.prunedProducts), mode: pruneMode },
    pictures: copyFiles(report.pictures),
    documents: copyFiles(report.documents),
    adaptations: Object.fromEntries(
      Object.entries(report.adaptations).map(([adaptation, notices]) => [adaptation, copyList(notices)]),
    ),
    families,
    numericAttributes: copyList(report.numericAttributes),
    unfilteredAttributes: copyList(report.unfilteredAttributes),
    siteFields: report.siteFields,
    assumed: report.assumed,
    unfinished: report.unfinished,
  }
}

function copyFiles({ remote, missing, ...counts }: ImportReport['pictures']) {
  return { ...counts, remote: copyList(remote), missing: copyList(missing) }
}

function copyList<Entry>({ count, entries }: CountedList<Entry>): CountedList<Entry> {
  return { count, entries }
}
