import {
  readAddressKey,
  type Redirect,
  REDIRECT_MAX_LENGTH,
  REDIRECT_STATUSES,
  REDIRECTS_MAX,
  RedirectTable,
  STATIC_PATHS,
} from '../../catalog/rules/redirects.ts'
import type { LookupKeys } from '../../catalog/store/catalog-reader.ts'
import { abbreviateValue, isLinkTarget } from '../cells.ts'
import { RowError, type SheetCell, type SheetCells } from '../files/settings-sheet.ts'
import { prepareLookups } from '../find-stored-product.ts'
import { findLinkFault } from '../site-check.ts'
import { defineList, type ListRow } from './owner-list.ts'

/** Reads also the tables of Shopify and of Matrixify. */
export const REDIRECTS = defineList({
  kind: 'redirects',
  columns: {
    from: ['From', 'Redirect from', 'Path'],
    to: ['To', 'Redirect to', 'Target'],
    status: ['Status'],
  },
  required: ['from', 'to'],
  rowsMax: REDIRECTS_MAX,
  readRow: ({ cells }, { siteUrl }) => readRedirect(cells, siteUrl),
  keyOf: ({ from }) => keyOf(from),
  /** Rejects rows that lead to another row, and warns about those that lead to no page. */
  async merge(read, stored, writer, report) {
    const table = new RedirectTable(read.map(({ entry }) => entry))
    const rows = read.filter(({ entry, place }) => {
      const reason = describeChain(entry, table)
      if (reason !== undefined) report.reject({ ...place, reason })
      return reason === undefined
    })
    for await (const { entry, place } of prepareLookups(rows, writer, listKeys)) {
      const reason = await findLinkFault(entry.to, writer)
      if (reason !== undefined) report.warn({ ...place, value: abbreviateValue(entry.to), reason })
    }
    const own = new Set(rows.map(({ entry }) => keyOf(entry.from)))
    const kept = stored.filter(({ from, isMatched }) => isMatched && !own.has(keyOf(from)))
    return [...rows.map(({ entry }) => entry), ...kept]
  },
  writeRow: (redirect) => redirect,
})

function listKeys({ entry }: ListRow<'redirects'>): LookupKeys {
  const [, slug] = /^\/products\/([^/?#%]+)$/.exec(entry.to) ?? []
  return slug === undefined ? {} : { slug }
}

function fail({ place, text }: SheetCell, reason: string): never {
  throw new RowError({ ...place, value: abbreviateValue(text) }, reason)
}

function readRedirect(
  { from, to, status }: SheetCells<'from' | 'to' | 'status', 'from' | 'to'>,
  siteUrl: string | undefined,
): Redirect {
  for (const cell of [from, to])
    if (cell.text.length > REDIRECT_MAX_LENGTH) fail(cell, `is longer than ${REDIRECT_MAX_LENGTH} characters`)
  const { path } = readAddressKey(from.text) ?? {}
  if (path === undefined) fail(from, 'is no address; write a path such as "/old/page" or an address with https://')
  if (STATIC_PATHS.includes(path)) fail(from, 'is a page of this site, which is shown instead; remove the row')
  const code = REDIRECT_STATUSES.find((known) => String(known) === (status?.text || '301'))
  if (!code) fail(status ?? from, `is not a status of a redirect; write one of ${REDIRECT_STATUSES.join(', ')}`)
  if (code === 410 && to.text !== '')
    fail(to, 'has the status 410 (gone), so it cannot lead anywhere; leave the cell empty')
  if (code !== 410 && !isLinkTarget(to.text))
    fail(to, 'is no target; write a path of this site such as "/products/bowl" or an https address')
  const url = URL.parse(from.text, 'http://site.invalid')!
  // An address of this site is stored as a path, so that circles are found, unless the path would be the address of
  // another host.
  const own = siteUrl !== undefined && to.text.startsWith(`${siteUrl}/`) ? to.text.slice(siteUrl.length) : ''
  return { from: url.pathname + url.search, to: isLinkTarget(own) ? own : to.text, status: code }
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
