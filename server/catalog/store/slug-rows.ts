import type { Product } from '../../../shared/catalog.ts'
import type { Category } from '../category.ts'
import type { StoredProductCard } from './product-card.ts'
import { readDocument } from './rows.ts'
import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'

type SlugKind = 'product' | 'category'

export async function renameProductRows(connection: SqlConnection, from: string, to: string): Promise<void> {
  const [row] = await connection.rows('SELECT document, card FROM product WHERE slug = $1', from)
  if (row) {
    const document: Product = { ...readDocument<Product>(row), slug: to }
    const card: StoredProductCard = { ...(JSON.parse(String(row['card'])) as StoredProductCard), slug: to }
    await connection.run(
      'UPDATE product SET slug = $1, document = $2, card = $3 WHERE slug = $4',
      to,
      JSON.stringify(document),
      JSON.stringify(card),
      from,
    )
  }
  await connection.run('UPDATE product_identifier SET slug = $1 WHERE slug = $2', to, from)
  await renameFormerSlugs(connection, 'product', from, to)
}

export async function renameCategoryRows(
  connection: SqlConnection,
  from: string,
  rename: (slug: string) => string,
): Promise<void> {
  for (const row of await connection.rows('SELECT document FROM category')) {
    const category = readDocument<Category>(row)
    const { slug, parentSlug } = category
    if (slug !== from && parentSlug !== from) continue
    const renamed: Category = { ...category, slug: rename(slug), parentSlug: parentSlug && rename(parentSlug) }
    await connection.run(
      'UPDATE category SET slug = $1, document = $2 WHERE slug = $3',
      renamed.slug,
      JSON.stringify(renamed),
      slug,
    )
  }
  await renameFormerSlugs(connection, 'category', from, rename(from))
}

/** Lists the former slugs, and the slugs in further languages. */
export function listOtherSlugs({
  slug,
  formerSlugs,
  translations = {},
}: Pick<Product | Category, 'slug' | 'formerSlugs' | 'translations'>): readonly string[] {
  const translated = Object.values(translations).flatMap((texts) => [texts.slug ?? [], texts.formerSlugs ?? []].flat())
  return [...new Set([...formerSlugs, ...translated])].filter((other) => other !== slug)
}

/** @param formers maps former slugs and slugs in further languages to current ones */
export async function putFormerSlugs(
  connection: SqlConnection,
  dialect: CatalogDialect,
  kind: SlugKind,
  slugs: readonly string[],
  formers: ReadonlyMap<string, string>,
): Promise<void> {
  // In SQLite, comparing with a single slug takes a fifth of the time of a list.
  const [slugsOrSlug, condition] = slugs.length === 1 ? [slugs[0], 'slug = $1'] : [slugs, dialect.isListed('slug')]
  await connection.run(`DELETE FROM former_slug WHERE ${condition} AND kind = $2`, slugsOrSlug, kind)
  if (formers.size === 0) return
  await connection.run(
    `INSERT INTO former_slug (kind, former, slug)
     SELECT $1, given.value ->> 0, given.value ->> 1 FROM ${dialect.eachOf('$2')} AS given WHERE true
     ON CONFLICT (kind, former) DO UPDATE SET slug = excluded.slug`,
    kind,
    JSON.stringify([...formers]),
  )
}

async function renameFormerSlugs(connection: SqlConnection, kind: SlugKind, from: string, to: string): Promise<void> {
  await connection.run('UPDATE former_slug SET slug = $1 WHERE kind = $2 AND slug = $3', to, kind, from)
}
