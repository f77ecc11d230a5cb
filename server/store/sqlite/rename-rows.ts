import type { Queries } from './queries.ts'

/** Gives a product another slug, wherever it stands; its place in the order of products stays. */
export function renameProductRows(queries: Queries, from: string, to: string): void {
  queries.run(
    "UPDATE product SET slug = ?1, document = json_set(document, '$.slug', ?1), card = json_set(card, '$.slug', ?1) WHERE slug = ?2",
    to,
    from,
  )
  queries.run('UPDATE product_identifier SET slug = ? WHERE slug = ?', to, from)
  renameFormer(queries, 'product', from, to)
}

/** Gives a category another slug, with the categories below it and its products. */
export function renameCategoryRows(queries: Queries, from: string, to: string): void {
  queries.run("UPDATE category SET slug = ?1, document = json_set(document, '$.slug', ?1) WHERE slug = ?2", to, from)
  queries.run(
    "UPDATE category SET document = json_set(document, '$.parentSlug', ?1) WHERE document ->> '$.parentSlug' = ?2",
    to,
    from,
  )
  queries.run(
    "UPDATE product SET category_slug = ?1, document = json_set(document, '$.categorySlug', ?1) WHERE category_slug = ?2",
    to,
    from,
  )
  renameFormer(queries, 'category', from, to)
}

function renameFormer(queries: Queries, kind: 'product' | 'category', from: string, to: string): void {
  queries.run('UPDATE former_slug SET slug = ? WHERE kind = ? AND slug = ?', to, kind, from)
}
