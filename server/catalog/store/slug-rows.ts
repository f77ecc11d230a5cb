import type { Product } from '../../../shared/catalog.ts'
import type { Category } from '../category.ts'
import type { CatalogDialect, SqlConnection } from './sql-dialect.ts'

type SlugKind = 'product' | 'category'

/** Changes the slug of a row, but not its document, which the caller puts next. An undo finds the old slug in it. */
export async function renameRow(connection: SqlConnection, kind: SlugKind, from: string, to: string): Promise<void> {
  if (from === to) return
  await connection.run(`UPDATE ${kind} SET slug = $1 WHERE slug = $2`, to, from)
  if (kind === 'product') await connection.run('UPDATE product_identifier SET slug = $1 WHERE slug = $2', to, from)
  await connection.run('UPDATE former_slug SET slug = $1 WHERE kind = $2 AND slug = $3', to, kind, from)
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
