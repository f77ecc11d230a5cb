import { STATIC_PATHS } from '../catalog/rules/static-paths.ts'
import { isDeepStrictEqual } from 'node:util'
import {
  RedirectTable,
  readAddressKey,
  REDIRECT_MAX_LENGTH,
  REDIRECT_STATUSES,
  type Redirect,
  type RedirectStatus,
  REDIRECTS_MAX,
} from '../catalog/rules/redirects.ts'
import type { LookupKeys } from '../catalog/store/catalog-reader.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { abbreviateValue, isLinkTarget } from './cells.ts'
import type { ColumnNames } from './files/csv-columns.ts'
import { readSettingsSheet, RowError, type SheetCell, type SheetCells } from './files/settings-sheet.ts'
import type { SourcePath } from './files/source-path.ts'
import type { NoticePlace, ReportBuilder } from './import-report.ts'
import type { ImportOptions } from './run-import.ts'
import { findLinkFault } from './site-check.ts'

type RedirectField = 'from' | 'to' | 'status' | 'command'

/**
 * Includes the names of Shopify and of Matrixify, whose `Command` may be `DELETE`. Exports write the first three
 * columns.
 */
export const REDIRECT_COLUMNS: ColumnNames<RedirectField> = {
  from: ['From', 'Redirect from', 'Path'],
  to: ['To', 'Redirect to', 'Target'],
  status: ['Status'],
  command: ['Command'],
}

const BATCH_ROWS = 500

interface RedirectRow {
  readonly redirect: Redirect
  /** Position of the target. */
  readonly place: NoticePlace
}

/**
 * Reads `redirects.csv`. Rows that lead to another row are rejected, like rows with errors.
 * @throws ImportError if the file cannot be used or has too many rows
 */
export async function readRedirectsFile(
  source: SourcePath,
  { encoding, siteUrl }: Pick<ImportOptions, 'encoding' | 'siteUrl'>,
  report: ReportBuilder,
): Promise<readonly RedirectRow[]> {
  const rows = new Map<string, RedirectRow>()
  const rules = {
    columns: REDIRECT_COLUMNS,
    required: ['from', 'to'],
    requiresRows: false,
    rowsMax: REDIRECTS_MAX,
  } as const
  await readSettingsSheet(source, encoding, rules, report, (cells) => {
    if (/^delete$/i.test(cells.command?.text ?? '')) return
    const redirect = readRedirect(cells, siteUrl)
    const key = keyOf(redirect.from)
    const other = rows.get(key)
    if (other && !isDeepStrictEqual(other.redirect, redirect))
      throw new RowError(cells.from.place, `is redirected to "${other.redirect.to}" in line ${other.place.line}`)
    rows.set(key, { redirect, place: cells.to.place })
  })
  const table = new RedirectTable([...rows.values()].map(({ redirect }) => redirect))
  return [...rows.values()].filter(({ redirect, place }) => {
    const reason = describeChain(redirect, table)
    if (reason !== undefined) report.reject({ ...place, reason })
    return reason === undefined
  })
}

/** Also warns about redirects that lead to no page. Call it after products are written. */
export async function writeRedirects(
  rows: readonly RedirectRow[],
  writer: CatalogWriter,
  report: ReportBuilder,
): Promise<void> {
  const redirects = rows.map(({ redirect }) => redirect)
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    const batch = rows.slice(start, start + BATCH_ROWS)
    await writer.prepareLookups(() => batch.flatMap(({ redirect: { to } }) => listSlugs(to)))
    for (const { redirect, place } of batch) {
      const reason = await findLinkFault(redirect.to, writer)
      if (reason !== undefined) report.warn({ ...place, value: abbreviateValue(redirect.to), reason })
    }
  }
  const stored = await writer.readList('redirects')
  const own = new Set(redirects.map(({ from }) => keyOf(from)))
  const list = [...redirects, ...stored.filter(({ from, isMatched }) => isMatched && !own.has(keyOf(from)))]
  const isChanged = !isDeepStrictEqual(stored, list)
  if (isChanged) await writer.putList('redirects', list)
  report.redirects = { count: redirects.length, isChanged }
}

function listSlugs(to: string): readonly LookupKeys[] {
  const [, slug] = /^\/products\/([^/?#%]+)$/.exec(to) ?? []
  return slug === undefined ? [] : [{ slug }]
}

function readRedirect(
  { from, to, status }: SheetCells<RedirectField, 'from' | 'to'>,
  siteUrl: string | undefined,
): Redirect {
  for (const cell of [from, to]) {
    if (cell.text.length > REDIRECT_MAX_LENGTH)
      throw new RowError(
        { ...cell.place, value: abbreviateValue(cell.text) },
        `is longer than ${REDIRECT_MAX_LENGTH} characters`,
      )
  }
  const key = readAddressKey(from.text)
  if (!key)
    throw new RowError(from.place, 'is no address; write a path such as "/old/page" or an address with https://')
  if (STATIC_PATHS.includes(key.path))
    throw new RowError(from.place, 'is a page of this site, which is shown instead; remove the row')
  const code = readStatus(status)
  if (code === 410) {
    if (to.text !== '')
      throw new RowError(to.place, 'has the status 410 (gone), so it cannot lead anywhere; leave the cell empty')
  } else if (!isLinkTarget(to.text))
    throw new RowError(to.place, 'is no target; write a path of this site such as "/products/bowl" or an https address')
  const url = URL.parse(from.text, 'http://site.invalid')!
  // An address of this site is stored as a path, so that circles are found, unless the path would be the address of
  // another host.
  const path = siteUrl !== undefined && to.text.startsWith(`${siteUrl}/`) ? to.text.slice(siteUrl.length) : ''
  return { from: url.pathname + url.search, to: isLinkTarget(path) ? path : to.text, status: code }
}

function readStatus(cell: SheetCell | undefined): RedirectStatus {
  if (!cell?.text) return 301
  const status = REDIRECT_STATUSES.find((known) => String(known) === cell.text)
  if (status === undefined)
    throw new RowError(cell.place, `is not a status of a redirect; write one of ${REDIRECT_STATUSES.join(', ')}`)
  return status
}

function keyOf(address: string): string {
  const { path, query } = readAddressKey(address)!
  return path + query
}

/** Visitors and search engines should need only one redirect. */
function describeChain({ from, to }: Redirect, table: RedirectTable): string | undefined {
  const seen = new Set([keyOf(from)])
  let last = to
  while (last.startsWith('/')) {
    const key = keyOf(last)
    if (seen.has(key)) return `leads back to itself: ${[from, to, ...(last === to ? [] : ['…', last])].join(' → ')}`
    const next = table.findRow(last)
    if (!next) break
    seen.add(key)
    last = next.to
  }
  if (last === to) return undefined
  return last === ''
    ? `leads to "${to}", which is gone; write the status 410 or another target`
    : `leads to "${to}", which is redirected as well; write "${last}"`
}
