import {
  type Adaptation,
  ADAPTATIONS,
  type EntityCounts,
  type ImportNotice,
  type ImportReport,
  type NoticeKind,
  type NoticeList,
  type ProductChange,
  type CountedList,
} from './import-report.ts'
import type { RecognisedAttribute, UnfilteredAttribute } from '../search/listing.ts'
import { describePlace } from './import-error.ts'

interface ReportStyle {
  readonly verbose: boolean
  /** Command that fetches remote pictures; null if this import fetched them. */
  readonly fetchCommand: string | null
}

const ADAPTATION_NAMES = Object.keys(ADAPTATIONS) as Adaptation[]

const NOTICES_SHOWN = 20
const EXAMPLES_SHOWN = 3
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
    formatRejections(report.rejected),
    formatList(
      'Stored products left unchanged because one of their rows was rejected',
      report.keptProducts,
      String,
      all ?? NOTICES_SHOWN,
    ),
    formatList(
      'Products unpublished because the file no longer has them',
      report.prunedProducts,
      String,
      all ?? CHANGES_SHOWN,
    ),
    formatNotices('Missing pictures', pictures.missing, all ?? NOTICES_SHOWN),
    formatNotices('Pictures that stay at their remote address', pictures.remote, all ?? EXAMPLES_SHOWN),
    pictures.remote.count > 0 &&
      fetchCommand !== null &&
      `These pictures disappear if the remote server removes them. To store them here: ${fetchCommand}`,
    ...ADAPTATION_NAMES.map((name) =>
      formatNotices(ADAPTATIONS[name].title, report.adaptations[name], all ?? EXAMPLES_SHOWN),
    ),
    formatNotices(
      report.dryRun ? 'Synonyms that find none of the products stored now' : 'Synonyms that find no product',
      report.unmatchedSynonyms,
      all ?? NOTICES_SHOWN,
    ),
    formatList(
      report.dryRun
        ? 'Attributes of the products stored now that are filtered by a range of numbers'
        : 'Attributes that are filtered by a range of numbers',
      report.numericAttributes,
      formatAttribute,
      all ?? NOTICES_SHOWN,
    ),
    formatList(
      report.dryRun ? 'Attributes of the products stored now that have no filter' : 'Attributes that have no filter',
      report.unfilteredAttributes,
      ({ name, reason }) => `${name}: ${OBSTACLES[reason]}`,
      all ?? NOTICES_SHOWN,
    ),
    formatNotices('Warnings', report.warnings, all ?? EXAMPLES_SHOWN),
    formatUnfinished(report.unfinished),
    formatOutcome(report),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const SITE_FILE_HINT =
  '"npm run catalog -- export FOLDER" writes site.json, importing FOLDER reads it, and server/import/README.md lists its keys.'

/** Formats the list of what the owner still has to do. All entries are listed, however many there are. */
export function formatUnfinished(unfinished: readonly string[]): string {
  const isAboutSite = unfinished.some((line) => line.includes('site.json'))
  const lines = isAboutSite ? [...unfinished, SITE_FILE_HINT] : unfinished
  return formatList('Still to do', { count: lines.length, entries: lines }, String, Number.POSITIVE_INFINITY)
}

function formatNotice(notice: ImportNotice): string {
  return `${describePlace(notice)}: ${formatReason(notice)}`
}

/** Describes a notice: `"-5" is negative` or `unknown column; it was ignored (value: "x")`. */
export function formatReason({ value, reason }: ImportNotice): string {
  if (value === null) return reason
  return needsSubject(reason) ? `"${value}" ${reason}` : `${reason} (value: "${value}")`
}

function needsSubject(reason: string): boolean {
  return /^(?:is|has|can) /.test(reason)
}

function formatCell(notice: ImportNotice): string {
  return describePlace(notice) + (notice.value === null ? '' : `: "${notice.value}"`)
}

function formatHeadline({ source, format, rows }: ImportReport): string {
  return format === null ? source : `${source}: ${format}, ${count(rows, 'row', 'rows')}`
}

/** Maps stored site fields to the files and keys of `site.json` that set them, if their names differ. */
const SITE_FIELD_NAMES: Readonly<Record<string, string>> = {
  aboutHtml: 'about.md',
  aboutMarkdown: 'about.md',
  pages: 'pages/',
  hasGoogleFeed: 'googleFeed',
}

function nameSiteFields(fields: readonly string[]): readonly string[] {
  return [...new Set(fields.map((field) => SITE_FIELD_NAMES[field] ?? field))]
}

function formatCounts(report: ImportReport): string {
  const {
    products,
    categories,
    siteFields,
    pictures,
    keptProducts,
    prunedProducts,
    demoProductsRemoved,
    synonyms,
    attributes,
  } = report
  const { keptAmounts, adaptations, rejected, warnings } = report
  const hasCategories = categories.created + categories.changed + categories.unchanged > 0
  const productCounts = formatEntityCounts(products, [
    [products.skipped, 'left out'],
    [keptProducts.count, 'left unchanged because of rejected rows'],
    [prunedProducts.count, 'unpublished'],
  ])
  const pictureCounts = formatParts([
    [pictures.stored, 'new'],
    [pictures.known, 'already stored'],
    [pictures.remote.count, 'at a remote address'],
    [pictures.missing.count, 'missing'],
  ])
  const keptPrices = count(keptAmounts, 'product keeps its', 'products keep their')
  const adapted = ADAPTATION_NAMES.map((name): [number, string] => {
    const { one, many } = ADAPTATIONS[name]
    const { count: number } = adaptations[name]
    return [number, number === 1 ? one : many]
  })
  const rows = Object.entries({
    Demo: demoProductsRemoved === null ? '' : `${count(demoProductsRemoved, 'product', 'products')} removed`,
    Products: report.format === null ? '' : productCounts,
    Categories: hasCategories ? formatEntityCounts(categories, []) : '',
    Site: siteFields.length > 0 ? `changed: ${nameSiteFields(siteFields).join(', ')}` : '',
    Synonyms: synonyms
      ? `${count(synonyms.count, 'row', 'rows')}, ${synonyms.isChanged ? 'changed' : 'unchanged'}`
      : '',
    Attributes: attributes
      ? `${count(attributes.count, 'row', 'rows')}, ${attributes.isChanged ? 'changed' : 'unchanged'}`
      : '',
    Prices: keptAmounts > 0 ? `${keptPrices} amounts in the new currency` : '',
    Pictures: pictureCounts,
    Adapted: formatParts(adapted),
    Rejected: count(rejected.count, 'row', 'rows'),
    Warnings: warnings.count > 0 ? String(warnings.count) : '',
  })
  return rows
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `  ${label.padEnd(12)}${text}`)
    .join('\n')
}

function formatOutcome({ dryRun, applied, rejected }: ImportReport): string {
  if (!applied)
    return rejected.count > 0
      ? 'Nothing was changed, because rows were rejected and --strict was given.'
      : 'Nothing was changed.'
  return dryRun ? 'Dry run: nothing was written. A blank cell clears the stored value; a missing column keeps it.' : ''
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

/** Lists every rejected row. If there are too many to store, all reasons follow with their numbers of rows. */
function formatRejections({ count: total, entries, kinds }: NoticeList): string {
  const list = formatList('Rejected rows', { count: total, entries: sortByLine(entries) }, formatNotice, Infinity)
  return total > entries.length ? [list, 'Their reasons:', ...kinds.map(formatHeading)].join('\n') : list
}

/** @param limit number of places shown for each kind of notice */
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

/** Sorts notices by line, because those of a product are added only after its last row is read. */
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

/** Returns for example 'Thickness: length in mm, 98 % of values'; 99.9 % is shown as 99 %. */
function formatAttribute({ name, kind, unit, share }: RecognisedAttribute): string {
  const unitText = unit === '' ? 'without a unit' : `in ${unit}`
  return `${name}: ${kind === 'data' ? 'data size' : kind} ${unitText}, ${Math.floor(share * 100)} % of values`
}

function formatChange({ slug, line, fields }: ProductChange): string {
  return `${slug} (line ${line})${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
