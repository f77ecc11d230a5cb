import { type Category, PRICE_DISPLAYS } from '../../shared/catalog.ts'
import { TABLE_COLUMNS_MAX } from '../../shared/constants.ts'
import { LISTING_VIEWS } from '../../shared/listing-query.ts'
import { buildSlug } from '../../shared/slug.ts'
import { escapeListPart, splitListCell } from './cells.ts'
import { findByWord, PRICE_DISPLAY_WORDS } from './formats/vitrine/vitrine-words.ts'
import type { SheetCell } from './files/settings-sheet.ts'
import type { ReportBuilder } from './import-report.ts'

type ListingSettings = Pick<Category, 'view' | 'columns' | 'prices'>

const SEPARATOR = '|'

/** A missing column keeps the stored setting, a blank cell removes it; unset settings are left out. */
export function readListingSettings(
  cells: { readonly view?: SheetCell; readonly columns?: SheetCell; readonly prices?: SheetCell },
  stored: ListingSettings,
  report: ReportBuilder,
): ListingSettings {
  const view = cells.view ? readView(cells.view, report) : stored.view
  const columns = cells.columns ? readColumns(cells.columns, report) : stored.columns
  const prices = cells.prices ? readPrices(cells.prices, report) : stored.prices
  return { ...(view && { view }), ...(prices && { prices }), ...(columns && columns.length > 0 && { columns }) }
}

function readView({ text, place }: SheetCell, report: ReportBuilder): ListingSettings['view'] {
  const view = LISTING_VIEWS.find((known) => known === text.toLowerCase())
  if (!view && text !== '')
    report.warn({ ...place, reason: `the view must be ${LISTING_VIEWS.join(' or ')}; it was ignored` })
  return view
}

/** Reads how prices are shown. For an unknown word, amounts that may have to be hidden are not shown. */
function readPrices({ text, place }: SheetCell, report: ReportBuilder): ListingSettings['prices'] {
  if (text === '') return undefined
  const prices = findByWord(PRICE_DISPLAY_WORDS, text)
  if (!prices)
    report.warn({ ...place, reason: `the prices must be ${PRICE_DISPLAYS.join(', ')}; they were set to "request"` })
  return prices ?? 'request'
}

function readColumns({ text, place }: SheetCell, report: ReportBuilder): readonly string[] {
  const names = new Map<string, string>()
  for (const name of splitListCell(text, SEPARATOR).map((part) => part.trim())) {
    const key = buildSlug(name)
    if (key !== '') names.set(key, names.get(key) ?? name)
    else if (name !== '') report.warn({ ...place, reason: `"${name}" is not the name of an attribute; it was ignored` })
  }
  if (names.size > TABLE_COLUMNS_MAX)
    report.warn({
      ...place,
      reason: `a table has at most ${TABLE_COLUMNS_MAX} of these columns; the others were ignored`,
    })
  return [...names.values()].slice(0, TABLE_COLUMNS_MAX)
}

export function writeColumnsCell(columns: readonly string[]): string {
  return columns.map((name) => escapeListPart(name, SEPARATOR)).join(` ${SEPARATOR} `)
}
