import type { Product } from '../../../shared/catalog.ts'
import { limitCardPrices, type PriceRules } from '../rules/price-display.ts'
import type { PriceRange, StoredProductCard } from './product-card.ts'
import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'

export async function readPartPrices(
  groups: readonly Product[],
  connection: Pick<SqlConnection, 'rows'>,
  dialect: CatalogDialect,
  readRules: () => Promise<PriceRules>,
): Promise<Map<string, PriceRange>> {
  const slugs = [...new Set(groups.flatMap(({ includes }) => includes))]
  if (slugs.length === 0) return new Map()
  const rows = await connection.rows(
    `SELECT slug, card, category_slug FROM product WHERE ${dialect.isListed('slug')} AND visibility = 'public'`,
    slugs,
  )
  const rules = await readRules()
  return new Map(
    rows.map((row) => {
      const card = JSON.parse(String(row['card'])) as StoredProductCard
      return [String(row['slug']), limitCardPrices(card, String(row['category_slug']), rules)]
    }),
  )
}
