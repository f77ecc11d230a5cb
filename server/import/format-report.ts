import {
  ADAPTATIONS,
  type ImportNotice,
  type ImportReport,
  type NoticeKind,
  type NoticeList,
  type ProductChange,
  type CountedList,
  PRUNED,
} from './import-report.ts'
import type { FamilyDoubt } from '../catalog/rules/find-families.ts'
import type { RecognisedAttribute, UnfilteredAttribute } from '../catalog/search/listing.ts'
import { ADAPTATION_NAMES, count, formatCounts } from './format-counts.ts'
import { describePlace } from './import-error.ts'
import type { FetchResult } from './pictures/fetch-remote-files.ts'

const NOTICES_SHOWN = 20
const EXAMPLES_SHOWN = 3
const CHANGES_SHOWN = 100

/** Writes a report for the terminal: first the counts, then the notices. */
export function formatReport(report: ImportReport, { verbose }: { readonly verbose?: boolean | undefined }): string {
  const { pictures, documents } = report
  const upTo = (limit: number) => (verbose ? Infinity : limit)
  const [examples, notices, changes] = [upTo(EXAMPLES_SHOWN), upTo(NOTICES_SHOWN), upTo(CHANGES_SHOWN)]
  const listsChanges = verbose || report.dryRun
  // Changes have no line numbers if there is no file.
  const formatChangeOf = (change: ProductChange) => formatChange(change, report.format !== null)
  return [
    formatHeadline(report),
    report.assumed,
    formatCounts(report),
    listsChanges && formatList('New products', report.createdProducts, formatChangeOf, changes),
    listsChanges && formatList('Changed products', report.changedProducts, formatChangeOf, changes),
    formatRejections(report.rejected),
    formatList(
      'Stored products left unchanged because one of their rows was rejected',
      report.keptProducts,
      String,
      notices,
    ),
    formatList(PRUNED[report.pruneMode].title, report.prunedProducts, String, changes),
    formatNotices('Missing pictures', pictures.missing, notices),
    pictures.missing.count > 0 &&
      !report.hasPictureFolder &&
      'If you have the files of these pictures: give their folder with --images FOLDER.',
    formatNotices('Pictures at remote addresses', pictures.remote, examples),
    pictures.remote.count > 0 && explainRemotePictures(report.keepsRemotePictures),
    formatNotices('Missing documents', documents.missing, notices),
    formatNotices('Documents at remote addresses', documents.remote, examples),
    ...ADAPTATION_NAMES.map((name) => formatNotices(ADAPTATIONS[name].title, report.adaptations[name], examples)),
    formatNotices('Synonyms that find no product', report.unmatchedSynonyms, notices),
    formatList(
      'Attributes that are filtered by a range of numbers',
      report.numericAttributes,
      formatAttribute,
      notices,
    ),
    formatList('Attributes that have no filter', report.unfilteredAttributes, formatObstacle, notices),
    formatList(
      'Products that may be missing from a family (the column Family decides)',
      report.families?.doubts ?? { count: 0, entries: [] },
      formatDoubt,
      notices,
    ),
    formatNotices('Warnings', report.warnings, examples),
    formatUnfinished(report.unfinished),
    formatOutcome(report),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const SITE_FILE_HINT =
  '"npm run catalog -- export FOLDER" writes site.json, such as { "contact": { "email": "me@shop.example" } }; importing FOLDER reads it, and server/import/README.md lists its keys.'

/** All entries are listed, however many. */
export function formatUnfinished(unfinished: readonly string[]): string {
  const isAboutSite = unfinished.some((line) => line.includes('site.json'))
  const lines = isAboutSite ? [...unfinished, SITE_FILE_HINT] : unfinished
  return formatList('Still to do', { count: lines.length, entries: lines }, String, Number.POSITIVE_INFINITY)
}

function formatNotice(notice: ImportNotice): string {
  return `${describePlace(notice)}: ${formatReason(notice)}`
}

/** Writes for example `"-5" is negative` or `unknown column; it was ignored (value: "x")`. */
export function formatReason({ value, reason }: ImportNotice): string {
  if (value === null) return reason
  return needsSubject(reason) ? `"${value}" ${reason}` : `${reason} (value: "${value}")`
}

/** Returns whether a reason continues its value, as `is negative` does. */
export function needsSubject(reason: string): boolean {
  return /^(?:is|has|can) /.test(reason)
}

export const KEPT_HINT = 'To store them here: import site.json with "keepRemotePictures": false.'

function explainRemotePictures(areKept: boolean): string {
  const lines = areKept
    ? [
        "Visitors' browsers load these pictures from there, as keepRemotePictures says, so those servers learn their addresses.",
        'The pictures disappear if those servers remove them.',
        KEPT_HINT,
      ]
    : [
        'The import stores these pictures here when it is done; "npm run catalog -- fetch" repeats this for those that fail.',
        "Until then, visitors' browsers load them from there, so those servers learn their addresses; --keep-remote-pictures leaves them there.",
      ]
  return lines.join('\n')
}

/** Writes what fetching stored, and what it did not. */
export function formatFetchResult(
  { stored, failed }: FetchResult,
  { verbose }: { readonly verbose?: boolean | undefined },
): string {
  return [
    `Fetched: ${count(stored, 'picture or document', 'pictures and documents')}`,
    formatNotices('Not fetched', failed, verbose ? Infinity : NOTICES_SHOWN),
    failed.count > 0 && 'To fetch what is missing: npm run catalog -- fetch. Each import does so, too.',
  ]
    .filter(Boolean)
    .join('\n\n')
}

function formatCell(notice: ImportNotice): string {
  return describePlace(notice) + (notice.value === null ? '' : `: "${notice.value}"`)
}

function formatHeadline({ source, format, rows, sheet }: ImportReport): string {
  if (format === null) return source
  const place = sheet ? `sheet "${sheet.name}" with its column names in row ${sheet.headerRow}, ` : ''
  return `${source}: ${format}, ${place}${count(rows, 'row')}`
}

function formatOutcome({ dryRun, applied, rejected }: ImportReport): string {
  if (!applied)
    return rejected.count > 0
      ? 'Nothing was changed, because rows were rejected and --strict was given.'
      : 'Nothing was changed.'
  return dryRun ? 'Dry run: nothing was written. A blank cell clears the stored value; a missing column keeps it.' : ''
}

/** Writes the rejected rows. If there are too many to store, all reasons follow with their numbers of rows. */
function formatRejections({ count: total, entries, kinds }: NoticeList): string {
  const list = formatList('Rejected rows', { count: total, entries: sortByLine(entries) }, formatNotice, Infinity)
  return total > entries.length ? [list, 'Their reasons:', ...kinds.map(formatHeading)].join('\n') : list
}

/** @param limit of places for each kind of notice */
function formatNotices(title: string, { count: total, kinds }: NoticeList, limit: number): string {
  return total === 0 ? '' : [`${title}:`, ...kinds.flatMap((kind) => formatKind(kind, limit))].join('\n')
}

function formatKind(kind: NoticeKind, limit: number): readonly string[] {
  const shown = sortByLine(kind.entries).slice(0, limit)
  if (kind.count === 1) return shown.map((notice) => `  ${formatNotice(notice)}`)
  const rest = kind.count - shown.length
  return [
    formatHeading(kind),
    ...shown.map((notice) => `    ${notice.reason === kind.reason ? formatCell(notice) : formatNotice(notice)}`),
    ...(rest > 0 ? [`    ... and ${rest} more`] : []),
  ]
}

function formatHeading({ reason, count: total }: NoticeKind): string {
  return `  ${total} × ${needsSubject(reason) ? `"…" ${reason}` : reason}`
}

/** Sorts by line, because notices of a product are added only after its last row is read. */
function sortByLine(notices: readonly ImportNotice[]): readonly ImportNotice[] {
  return notices.toSorted((left, right) => left.file.localeCompare(right.file) || (left.line ?? 0) - (right.line ?? 0))
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

const OBSTACLES: Readonly<Record<UnfilteredAttribute['reason'], string>> = {
  unshared: 'more than 500 different texts, which hardly any products share',
  long: 'more than 500 different texts, most of them longer than 60 characters',
  many: 'more than 10,000 different texts, or too many together with those of other attributes',
}

function formatObstacle({ name, reason }: UnfilteredAttribute): string {
  return `${name}: ${OBSTACLES[reason]}`
}

const DOUBTS: Readonly<Record<FamilyDoubt['reason'], string>> = {
  unnamed: 'with more than two different measures, and names that do not say which of them are the sizes',
  equal: 'with the same sizes as another product',
  contradictory: 'with another number in the name than in the attribute',
  many: 'that are too many for a family',
}

/** Writes for example 'Washer: 3 products with the same sizes as another product, such as washer-m3'. */
function formatDoubt({ reason, name, count: total, example }: FamilyDoubt): string {
  return `${name}: ${count(total, 'product')} ${DOUBTS[reason]}, such as ${example}`
}

/** Writes for example 'Thickness: length in mm, 98 % of values'; 99.9 % is shown as 99 %. */
function formatAttribute({ name, kind, unit, share }: RecognisedAttribute): string {
  const unitText = unit === '' ? 'without a unit' : `in ${unit}`
  return `${name}: ${kind === 'data' ? 'data size' : kind} ${unitText}, ${Math.floor(share * 100)} % of values`
}

function formatChange({ slug, line, fields }: ProductChange, hasLine: boolean): string {
  return `${slug}${hasLine ? ` (line ${line})` : ''}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`
}
