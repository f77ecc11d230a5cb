import type { RecognisedAttribute } from '../catalog/search/listing.ts'
import { describePlace } from './import-error.ts'
import {
  type ImportReport,
  type NoticeKind,
  type NoticeCounter,
  type ProductChange,
  formatReason,
  needsSubject,
  PRUNED,
} from './import-report.ts'
import type { FetchResult } from './pictures/fetch-remote-files.ts'
import { type Basic, BASIC_OPTIONS } from './site-basics.ts'

const NOTICES_SHOWN = 20
const EXAMPLES_SHOWN = 3
const CHANGES_SHOWN = 100

export type Style = { readonly verbose?: boolean | undefined }

/** Writes a report for the terminal: first the counts, then the notices. */
export function formatReport(report: ImportReport, { verbose }: Style): string {
  const { pictures, documents, numericAttributes, unfilteredAttributes } = report
  const { createdProducts: created, changedProducts: changed, keptProducts: kept, prunedProducts: pruned } = report
  const pruneResult = PRUNED[report.pruneMode]
  const upTo = (limit: number) => (verbose ? Infinity : limit)
  const [examples, notices, changes] = [upTo(EXAMPLES_SHOWN), upTo(NOTICES_SHOWN), upTo(CHANGES_SHOWN)]
  // Changes have no line numbers if there is no file.
  const formatChangeOf = (change: ProductChange) => formatChange(change, report.format !== null)
  const listsChanges = verbose || report.dryRun
  const text = join([
    formatHeadline(report),
    report.assumed,
    formatCounts(report),
    listsChanges && formatList('New products', created.entries.map(formatChangeOf), changes, created),
    listsChanges && formatList('Changed products', changed.entries.map(formatChangeOf), changes, changed),
    formatNotices('Rejected rows', report.rejected, Infinity),
    formatList('Stored products left unchanged because one of their rows was rejected', kept.entries, notices, kept),
    formatList(`Products that the file no longer has, ${pruneResult}`, pruned.entries, changes, pruned),
    formatNotices('Missing pictures', pictures.missing, notices),
    pictures.missing.count > 0 &&
      'Their files are looked for in the folder that --images names, or in images/ of a content folder.',
    formatNotices('Pictures at remote addresses', pictures.remote, examples),
    pictures.remote.count > 0 && (report.keepsRemotePictures ? KEPT_PICTURES : FETCHED_PICTURES),
    formatNotices('Missing documents', documents.missing, notices),
    formatNotices('Documents at remote addresses', documents.remote, examples),
    formatNotices('Adapted texts and values', report.adapted, examples),
    formatList('Attributes that are filtered by ranges of numbers', numericAttributes.map(formatAttribute), notices),
    formatList(
      'Attributes that have no filter, because of too many or too long different texts',
      unfilteredAttributes,
      notices,
    ),
    formatNotices('Warnings', report.warnings, examples),
    formatUnfinished(report.unfinished),
    formatOutcome(report),
  ])
  return report.nameFiles(text)
}

function join(sections: readonly (string | false | null | undefined)[]): string {
  return sections.filter(Boolean).join('\n\n')
}

const SITE_FILE_HINT =
  '"npm run catalog -- export FOLDER" writes site.json, such as { "contact": { "email": "me@shop.example" } }; importing FOLDER reads it, and server/import/README.md lists its keys.'

/** All entries are listed, however many. */
export function formatUnfinished(unfinished: readonly string[]): string {
  const isAboutSite = unfinished.some((line) => line.includes('site.json'))
  return formatList('Still to do', isAboutSite ? [...unfinished, SITE_FILE_HINT] : unfinished, Infinity)
}

export const KEPT_HINT = 'To store them here: import site.json with "keepRemotePictures": false.'

const KEPT_PICTURES = `Visitors' browsers load these pictures from there, as keepRemotePictures says, so those servers learn their addresses.
The pictures disappear if those servers remove them.
${KEPT_HINT}`

const FETCHED_PICTURES = `The import stores these pictures here when it is done; "npm run catalog -- fetch" repeats this for those that fail.
Until then, visitors' browsers load them from there, so those servers learn their addresses; --keep-remote-pictures leaves them there.`

/** Writes what fetching stored, and what it did not. */
export function formatFetchResult({ stored, failed }: FetchResult, { verbose }: Style): string {
  return join([
    `Fetched: ${count(stored, 'picture or document', 'pictures and documents')}`,
    formatNotices('Not fetched', failed, verbose ? Infinity : NOTICES_SHOWN),
    failed.count > 0 && 'To fetch what is missing: npm run catalog -- fetch. Each import does so, too.',
  ])
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

/** Files and keys of `site.json` for stored fields with other names. */
const SITE_FIELD_NAMES: Readonly<Record<string, string>> = {
  aboutHtml: 'about.md',
  aboutMarkdown: 'about.md',
  pages: 'pages/',
  hasGoogleFeed: 'googleFeed',
}

/** Writes one line for each kind of content. */
function formatCounts(report: ImportReport): string {
  const { products, categories, siteFields, lists, families, demoProductsRemoved, mappingFile } = report
  const hasProducts = report.format !== null || products.changed + products.unchanged > 0
  const hasCategories = categories.created + categories.changed + categories.unchanged > 0
  const siteNames = new Set(siteFields.map((field) => SITE_FIELD_NAMES[field] ?? field))
  const formatRows = (rows: ImportReport['lists']['redirects']) =>
    rows && `${count(rows.count, 'row')}, ${rows.isChanged ? 'changed' : 'unchanged'}`
  const lines = Object.entries({
    Demo: demoProductsRemoved !== null && `${count(demoProductsRemoved, 'product')} removed`,
    Products:
      hasProducts &&
      formatEntityCounts(products, [
        [products.skipped, 'left out'],
        [report.keptProducts.count, 'left unchanged because of rejected rows'],
        [report.prunedProducts.count, `missing from the file and ${PRUNED[report.pruneMode]}`],
      ]),
    Categories: hasCategories && formatEntityCounts(categories, []),
    'From file': Object.entries(report.foundBasics)
      .map(([basic, value]) => `${BASIC_OPTIONS[basic as Basic].slice(2)} ${value}`)
      .join(', '),
    Site: siteNames.size > 0 && `changed: ${[...siteNames].join(', ')}`,
    Redirects: formatRows(lists.redirects),
    Synonyms: formatRows(lists.synonyms),
    Attributes: formatRows(lists.attributes),
    Companies: formatRows(lists.companies),
    Families: families?.families && `${families.families} with ${families.products} products`,
    Pictures: formatFileCounts(report.pictures),
    Documents: formatFileCounts(report.documents),
    Columns: mappingFile && `edit ${mappingFile} to change what becomes of them`,
    Adapted: report.adapted.count,
    Rejected: count(report.rejectedRows.size, 'row'),
    Warnings: report.warnings.count,
  })
  return lines
    .filter(([, text]) => text)
    .map(([label, text]) => `  ${label.padEnd(12)}${text}`)
    .join('\n')
}

type Part = readonly [number: number, what: string]

function formatEntityCounts(
  { created, changed, unchanged }: ImportReport['categories'],
  more: readonly Part[],
): string {
  return [`${created} new, ${changed} changed, ${unchanged} unchanged`, formatParts(more)].filter(Boolean).join(', ')
}

function formatFileCounts({ stored, known, remote, missing }: ImportReport['pictures']): string {
  return formatParts([
    [stored, 'new'],
    [known, 'already stored'],
    [remote.count, 'at a remote address'],
    [missing.count, 'missing'],
  ])
}

function formatParts(parts: readonly Part[]): string {
  return parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`)
    .join(', ')
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** @param limit of places for each kind of notice */
function formatNotices(title: string, { count: total, kinds }: NoticeCounter, limit: number): string {
  return total === 0 ? '' : [`${title}:`, ...kinds.flatMap((kind) => formatKind(kind, limit))].join('\n')
}

/** Sorts by line, because notices of a product are added only after its last row is read. */
function formatKind({ reason, count: total, entries }: NoticeKind, limit: number): readonly string[] {
  const sorted = entries.toSorted(
    (left, right) => left.file.localeCompare(right.file) || (left.line ?? 0) - (right.line ?? 0),
  )
  if (total === 1) return sorted.map((notice) => `  ${describePlace(notice)}: ${formatReason(notice)}`)
  const places = sorted.map((notice) => {
    const { value = null } = notice
    const text = notice.reason !== reason ? formatReason(notice) : value === null ? null : `"${value}"`
    return describePlace(notice) + (text === null ? '' : `: ${text}`)
  })
  return [`  ${total} × ${needsSubject(reason) ? '"…" ' : ''}${reason}`, ...limitLines(places, limit, total, '    ')]
}

function formatList(
  title: string,
  lines: readonly string[],
  limit: number,
  { count: total }: { readonly count: number } = { count: lines.length },
): string {
  return total === 0 ? '' : [`${title}:`, ...limitLines(lines, limit, total, '  ')].join('\n')
}

/** Indents lines, and counts those beyond the limit. */
export function limitLines(lines: readonly string[], limit: number, total: number, indent: string): readonly string[] {
  const shown = lines.slice(0, limit)
  const rest = total - shown.length
  return [...shown, ...(rest > 0 ? [`... and ${rest} more`] : [])].map((line) => indent + line)
}

/** Writes for example 'Thickness: length in mm, 98 % of values'; 99.9 % is shown as 99 %. */
function formatAttribute({ name, kind, unit, share }: RecognisedAttribute): string {
  const unitText = unit === '' ? 'without a unit' : `in ${unit}`
  return `${name}: ${kind === 'data' ? 'data size' : kind} ${unitText}, ${Math.floor(share * 100)} % of values`
}

function formatChange({ slug, line, fields }: ProductChange, hasLine: boolean): string {
  return `${slug}${hasLine ? ` (line ${line})` : ''}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`
}
