import { isSlug } from '../../../../shared/slug.ts'
import { readPlainText } from '../cells/plain-text.ts'
import { isBlankRow, type CsvRow } from '../csv/csv-file.ts'
import { surveyRows } from '../csv/survey-rows.ts'
import type { ShopifySheet } from './shopify-sheet.ts'

export interface ShopifySurvey {
  readonly rowCount: number
  readonly slugs: { has(slug: string): boolean }
  /** Handles whose rows do not stand together, with the index of their last row. */
  readonly scattered: ReadonlyMap<string, number>
}

/** All rows of one handle, in the file's order. */
export interface ShopifyGroup {
  readonly slug: string
  readonly rows: readonly [CsvRow, ...CsvRow[]]
}

/**
 * Reads the file through once.
 * @throws ImportError where its structure is broken
 */
export async function surveyShopifyRows(sheet: ShopifySheet): Promise<ShopifySurvey> {
  const lastIndexes = new Map<string, number>()
  const scatteredSlugs = new Set<string>()
  let current: string | undefined
  const rowCount = await surveyRows(sheet.file, (row, index) => {
    const slug = readHandle(sheet, row)
    if (slug === undefined) return
    if (slug !== current && lastIndexes.has(slug)) scatteredSlugs.add(slug)
    lastIndexes.set(slug, index)
    current = slug
  })
  const scattered = new Map<string, number>()
  for (const slug of scatteredSlugs) scattered.set(slug, lastIndexes.get(slug)!)
  return { rowCount, slugs: lastIndexes, scattered }
}

/** Only rows of scattered handles are held back; everything else is given away as soon as its handle ends. */
export async function* groupShopifyRows(
  sheet: ShopifySheet,
  survey: ShopifySurvey,
  onRows: (rows: number) => void,
): AsyncGenerator<ShopifyGroup> {
  const held = new Map<string, [CsvRow, ...CsvRow[]]>()
  let index = -1
  let current: { slug: string; rows: [CsvRow, ...CsvRow[]] } | undefined
  for await (const row of sheet.file.readRows()) {
    index += 1
    const slug = readHandle(sheet, row)
    if (slug === undefined) {
      rejectHandle(sheet, row)
      continue
    }
    if (current && current.slug !== slug) {
      yield current
      current = undefined
      onRows(index)
    }
    const lastIndex = survey.scattered.get(slug)
    if (lastIndex === undefined) {
      if (current) current.rows.push(row)
      else current = { slug, rows: [row] }
      continue
    }
    const rows = held.get(slug)
    if (rows) rows.push(row)
    else held.set(slug, [row])
    if (index === lastIndex) {
      yield { slug, rows: held.get(slug)! }
      held.delete(slug)
    }
  }
  if (current) yield current
  onRows(index + 1)
}

/** Shopify's handles are small letters; some tools capitalise them. */
function readHandle(sheet: ShopifySheet, row: CsvRow): string | undefined {
  const handle = readPlainText(sheet.read(row, 'handle') ?? '').normalize('NFC').toLowerCase()
  return isSlug(handle) ? handle : undefined
}

function rejectHandle(sheet: ShopifySheet, row: CsvRow): void {
  if (isBlankRow(row)) return
  const reason = sheet.isBlank(row, 'handle')
    ? 'the handle is missing'
    : 'the handle cannot be an address: only letters, digits, dashes and underscores, at most 200'
  sheet.reject(row, 'handle', reason)
}
