import { setImmediate } from 'node:timers/promises'
import { assignSlugs } from '../assign-slugs.ts'
import type { DraftResult } from '../draft-product.ts'
import { isBlankRow, scanCsvRows, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { ImportError } from '../import-error.ts'
import type { ImportNotes } from '../import-report.ts'
import { findNamedCurrency } from '../prices.ts'
import type { DraftContext, ScannedProducts } from '../product-format.ts'
import { Stage, type NewProduct, type StagedProduct } from '../stage.ts'

/** The rows of a product, of which the first has the product's fields. */
export interface ProductGroup extends StagedProduct {
  readonly slug: string
  readonly rows: readonly [CsvRow, ...CsvRow[]]
}

/** The product of a row. */
export interface Placement {
  readonly key: string | null
  /** Set if the row can be the one with the product's fields. */
  readonly product?: NewProduct | undefined
  /** A code with which another product may claim the row. */
  readonly reference?: string | undefined
}

/** How a format makes products of rows. */
interface ProductRows {
  /** Whether keys are the slugs of the products in any case. */
  readonly areKeysSlugs?: boolean
  /**
   * @param index counts all rows of the file from 0
   * @returns undefined for a row that is not needed any more
   */
  place(row: CsvRow, index: number, stage: Stage): Placement | undefined
  /** Returns the prices, whose currency may be that of the site. */
  readPrices(row: CsvRow): string
  /** Changes products whose names or slugs depend on several rows, once all rows are connected with them. */
  regroup?(stage: Stage): void
  /** Reports why a row belongs to no product. */
  reject(row: CsvRow, context: DraftContext): void
  /** Returns null if the product is left out. */
  build(group: ProductGroup, context: DraftContext): DraftResult['draft']
}

/**
 * Stages the rows of a table, and builds drafts of its products.
 * @throws ImportError if the file cannot be read to its end
 */
export async function stageProducts(file: CsvFile, notes: ImportNotes, rules: ProductRows): Promise<ScannedProducts> {
  const stage = new Stage()
  const currencies = new Set<string>()
  const rowCount = await scanCsvRows(file, (row, index) => {
    if (isBlankRow(row)) return
    const placement = rules.place(row, index, stage)
    if (!placement) return
    const { key, product, reference } = placement
    stage.add(row, key, reference)
    const currency = findNamedCurrency(rules.readPrices(row))
    if (currency !== undefined) currencies.add(currency)
    if (product) stage.addProduct(product, rules.areKeysSlugs ? product.key : null)
  })
  if (rowCount === 0)
    throw new ImportError({ file: file.name }, 'the file has no products, or none in the language of --language')
  stage.connect()
  rules.regroup?.(stage)
  return {
    rowCount,
    basics: { currency: currencies.size === 1 ? [...currencies][0] : undefined },
    holdsSlug: (slug) => stage.hasSlug(slug),
    readDrafts: (context) => readDrafts(stage, notes, rules, context),
  }
}

const GROUPS_PER_TURN = 50

async function* readDrafts(
  stage: Stage,
  notes: ImportNotes,
  rules: ProductRows,
  context: DraftContext,
): AsyncGenerator<DraftResult> {
  await assignSlugs(stage, context)
  let turn = 0
  for (const { product, rows, count } of stage.readGroups()) {
    context.onRows(count)
    // Nothing else in an import waits for the event loop, which handles signals and collects garbage in time.
    if (++turn % GROUPS_PER_TURN === 0) await setImmediate()
    if (!product || product.slug === null) {
      rules.reject(rows[0], context)
      continue
    }
    const { slug, givenSlug } = product
    const before = notes.rejected.count
    const draft = rules.build({ ...product, slug, rows }, context)
    const hasRejections = notes.rejected.count > before
    // All rows of a product are to be mended and imported together.
    if (hasRejections) notes.recordRejectedProduct(rows.map(({ number }) => number))
    yield { slug, hasGivenSlug: givenSlug !== null, draft, hasRejections, rows }
  }
}
