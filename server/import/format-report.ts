import {
  type Adaptation,
  ADAPTATIONS,
  type EntityCounts,
  type ImportNotice,
  type ImportReport,
  type ProductChange,
  type CountedList,
} from './import-report.ts'
import { describePlace } from './import-error.ts'

interface ReportStyle {
  /** List every new or changed product, every warning and every picture. */
  readonly verbose: boolean
  /** Command that would store the remote pictures; null if it was used. */
  readonly fetchCommand: string | null
}

const NOTICES_SHOWN = 20
/** Limit for kinds of notices that may occur in most rows. */
const EXAMPLES_SHOWN = 5
const CHANGES_SHOWN = 100

/** Formats a report for the terminal: counts first, then the notices. */
export function formatReport(report: ImportReport, { verbose, fetchCommand }: ReportStyle): string {
  const { pictures } = report
  const all = verbose ? Number.POSITIVE_INFINITY : undefined
  const listsChanges = verbose || report.dryRun
  return [
    formatHeadline(report),
    formatCounts(report),
    listsChanges && formatList('New products', report.createdProducts, formatChange, all ?? CHANGES_SHOWN),
    listsChanges && formatList('Changed products', report.changedProducts, formatChange, all ?? CHANGES_SHOWN),
    formatNotices('Rejected rows', report.rejected, Number.POSITIVE_INFINITY),
    formatList(
      'Stored products left unchanged because one of their rows was rejected',
      report.keptProducts,
      String,
      all ?? NOTICES_SHOWN,
    ),
    formatList('Unpublished, because the file no longer has them', report.prunedProducts, String, all ?? CHANGES_SHOWN),
    formatNotices('Missing pictures', pictures.missing, all ?? NOTICES_SHOWN),
    formatNotices('Pictures that stay at their remote address', pictures.remote, all ?? EXAMPLES_SHOWN),
    pictures.remote.count > 0 &&
      fetchCommand !== null &&
      `They disappear if that server removes them. To store them here: ${fetchCommand}`,
    ...listAdaptations(report).map(([{ title }, tally]) => formatNotices(title, tally, all ?? EXAMPLES_SHOWN)),
    formatNotices('Warnings', report.warnings, all ?? NOTICES_SHOWN),
    formatUnfinished(report.unfinished),
    formatOutcome(report),
  ]
    .filter(Boolean)
    .join('\n\n')
}

export function formatUnfinished(unfinished: readonly string[]): string {
  return formatList('Still to do', { count: unfinished.length, entries: unfinished }, String, Number.POSITIVE_INFINITY)
}

/** Formats a notice: `products.csv, line 12, column "Variant Price": "-5" is negative` */
function formatNotice(notice: ImportNotice): string {
  return `${describePlace(notice)}: ${formatReason(notice)}`
}

/** Prefixes the reason with the value if the reason begins with a verb; otherwise appends the value in parentheses. */
export function formatReason({ value, reason }: ImportNotice): string {
  if (value === null) return reason
  return /^(?:is|has|can) /.test(reason) ? `"${value}" ${reason}` : `${reason} (value: "${value}")`
}

function formatHeadline({ source, format, rows }: ImportReport): string {
  return format === null ? source : `${source}: ${format}, ${count(rows, 'row', 'rows')}`
}

function formatCounts(report: ImportReport): string {
  const { products, categories, siteFields, pictures, keptProducts, prunedProducts, demoProductsRemoved } = report
  const lines: [string, string][] = []
  if (demoProductsRemoved !== null) lines.push(['Demo', `${count(demoProductsRemoved, 'product', 'products')} removed`])
  if (report.format !== null) {
    lines.push([
      'Products',
      formatEntityCounts(products, [
        [products.skipped, 'left out'],
        [keptProducts.count, 'kept as stored'],
        [prunedProducts.count, 'unpublished'],
      ]),
    ])
  }
  if (categories.created + categories.changed + categories.unchanged > 0)
    lines.push(['Categories', formatEntityCounts(categories, [])])
  if (siteFields.length > 0) lines.push(['Site', `changed: ${siteFields.join(', ')}`])
  if (report.keptAmounts > 0)
    lines.push([
      'Prices',
      `${count(report.keptAmounts, 'product keeps its', 'products keep their')} amounts in the new currency`,
    ])
  const pictureCounts = formatParts([
    [pictures.stored, 'new'],
    [pictures.known, 'already stored'],
    [pictures.remote.count, 'at a remote address'],
    [pictures.missing.count, 'missing'],
  ])
  if (pictureCounts !== '') lines.push(['Pictures', pictureCounts])
  const adapted = listAdaptations(report).map(([{ describe }, tally]) => describe(tally.count))
  if (adapted.length > 0) lines.push(['Adapted', adapted.join(', ')])
  lines.push(['Rejected', count(report.rejected.count, 'row', 'rows')])
  if (report.warnings.count > 0) lines.push(['Warnings', String(report.warnings.count)])
  return lines.map(([label, text]) => `  ${label.padEnd(12)}${text}`).join('\n')
}

function listAdaptations({
  adaptations,
}: ImportReport): readonly (readonly [(typeof ADAPTATIONS)[Adaptation], CountedList<ImportNotice>])[] {
  return (Object.keys(ADAPTATIONS) as Adaptation[])
    .filter((adaptation) => adaptations[adaptation].count > 0)
    .map((adaptation) => [ADAPTATIONS[adaptation], adaptations[adaptation]])
}

function formatOutcome({ dryRun, applied, rejected }: ImportReport): string {
  if (!applied)
    return rejected.count > 0
      ? 'Nothing was changed, because rows were rejected and --strict was given.'
      : 'Nothing was changed.'
  if (dryRun) {
    return 'Dry run: nothing was written. A blank cell clears the stored value; a missing column keeps it.'
  }
  return ''
}

function formatEntityCounts(
  { created, changed, unchanged }: EntityCounts,
  more: readonly (readonly [number, string])[],
): string {
  return [`${created} new, ${changed} changed, ${unchanged} unchanged`, formatParts(more)].filter(Boolean).join(', ')
}

function formatParts(parts: readonly (readonly [number, string])[]): string {
  return parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`)
    .join(', ')
}

/** Sorts notices by line: products with scattered rows are reported only after their last row. */
function formatNotices(title: string, { count: total, entries }: CountedList<ImportNotice>, limit: number): string {
  const sorted = entries.toSorted(
    (left, right) => left.file.localeCompare(right.file) || (left.line ?? 0) - (right.line ?? 0),
  )
  return formatList(title, { count: total, entries: sorted }, formatNotice, limit)
}

function formatList<Entry>(
  title: string,
  { count: total, entries }: CountedList<Entry>,
  format: (entry: Entry) => string,
  limit: number,
): string {
  if (total === 0) return ''
  const shown = entries.slice(0, limit)
  const rest = total - shown.length
  return [
    `${title}:`,
    ...shown.map((entry) => `  ${format(entry)}`),
    ...(rest > 0 ? [`  ... and ${rest} more`] : []),
  ].join('\n')
}

function formatChange({ slug, line, fields }: ProductChange): string {
  return `${slug} (line ${line})${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
