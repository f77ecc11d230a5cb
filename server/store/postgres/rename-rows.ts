import type { Category, Product } from '../../../shared/catalog.ts'
import type { Connection } from './connection.ts'
import type { StoredProductCard } from '../product-card.ts'
import { readDocument } from '../rows.ts'

const BATCH_ROWS = 500

/** Changes the slug of a product in all tables; the product keeps its id. */
export async function renameProductRows(connection: Connection, from: string, to: string): Promise<void> {
  const [row] = await connection.rows('SELECT document, card FROM product WHERE slug = $1', from)
  if (row) {
    const document: Product = { ...readDocument<Product>(row)!, slug: to }
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
  await renameFormer(connection, 'product', from, to)
}

/** Changes the slug of a category, in its products and subcategories as well. */
export async function renameCategoryRows(connection: Connection, from: string, to: string): Promise<void> {
  for (const row of await connection.rows('SELECT slug, document FROM category')) {
    const category = readDocument<Category>(row)!
    const renamed: Category = {
      ...category,
      slug: category.slug === from ? to : category.slug,
      parentSlug: category.parentSlug === from ? to : category.parentSlug,
    }
    if (renamed.slug === category.slug && renamed.parentSlug === category.parentSlug) continue
    await connection.run(
      'UPDATE category SET slug = $1, document = $2 WHERE slug = $3',
      renamed.slug,
      JSON.stringify(renamed),
      category.slug,
    )
  }
  await renameCategoryOfProducts(connection, from, to)
  await renameFormer(connection, 'category', from, to)
}

async function renameCategoryOfProducts(connection: Connection, from: string, to: string): Promise<void> {
  const read = (lastId: unknown) =>
    connection.rows(
      `SELECT id, document FROM product WHERE category_slug = $1 AND id > $2 ORDER BY id LIMIT ${BATCH_ROWS}`,
      from,
      lastId,
    )
  for (let rows = await read(0); rows.length > 0; rows = await read(rows.at(-1)!['id'])) {
    const documents = rows.map((row) => JSON.stringify({ ...readDocument<Product>(row)!, categorySlug: to }))
    await connection.run(
      `UPDATE product SET category_slug = $1, document = given.document FROM unnest($2::bigint[], $3::text[]) AS given (id, document) WHERE product.id = given.id`,
      to,
      rows.map((row) => row['id']),
      documents,
    )
  }
}

function renameFormer(connection: Connection, kind: 'product' | 'category', from: string, to: string): Promise<number> {
  return connection.run('UPDATE former_slug SET slug = $1 WHERE kind = $2 AND slug = $3', to, kind, from)
}
