import type { DatabaseSync } from 'node:sqlite'

/** Gives a product another slug, wherever it stands; its place in the order of products stays. */
export function renameProductRows(database: DatabaseSync, from: string, to: string): void {
  database
    .prepare("UPDATE product SET slug = ?1, document = json_set(document, '$.slug', ?1), card = json_set(card, '$.slug', ?1) WHERE slug = ?2")
    .run(to, from)
  database.prepare('UPDATE product_identifier SET slug = ? WHERE slug = ?').run(to, from)
  renameFormer(database, 'product', from, to)
}

/** Gives a category another slug, with the categories below it and its products. */
export function renameCategoryRows(database: DatabaseSync, from: string, to: string): void {
  database.prepare("UPDATE category SET slug = ?1, document = json_set(document, '$.slug', ?1) WHERE slug = ?2").run(to, from)
  database
    .prepare("UPDATE category SET document = json_set(document, '$.parentSlug', ?1) WHERE document ->> '$.parentSlug' = ?2")
    .run(to, from)
  database
    .prepare("UPDATE product SET category_slug = ?1, document = json_set(document, '$.categorySlug', ?1) WHERE category_slug = ?2")
    .run(to, from)
  renameFormer(database, 'category', from, to)
}

function renameFormer(database: DatabaseSync, kind: 'product' | 'category', from: string, to: string): void {
  database.prepare('UPDATE former_slug SET slug = ? WHERE kind = ? AND slug = ?').run(to, kind, from)
}
