import type { Connection } from './connection.ts'
import type { CatalogStatistics } from '../catalog-store.ts'

/** Counts what the tables hold; what else the statistics tell is the store's. */
export async function countRows(
  connection: Pick<Connection, 'rows'>,
): Promise<Omit<CatalogStatistics, 'revision' | 'categories'>> {
  const [row] = await connection.rows(
    `SELECT count(*) FILTER (WHERE visibility = 'public') AS public, count(*) FILTER (WHERE visibility = 'unlisted') AS unlisted,
       count(*) FILTER (WHERE visibility = 'hidden') AS hidden, coalesce(sum(variant_count), 0) AS variants,
       coalesce(sum(remote_image_count), 0) AS remote,
       (SELECT count(*) FROM image) AS images, (SELECT coalesce(sum(octet_length(bytes)), 0) FROM image) AS bytes,
       (SELECT value = 1 FROM meta WHERE key = 'demo') AS is_demo, EXISTS (SELECT 1 FROM undo) AS can_roll_back
     FROM product`,
  )
  const count = (name: string) => Number(row![name])
  return {
    isDemo: row!['is_demo'] as boolean,
    canRollBack: row!['can_roll_back'] as boolean,
    products: { public: count('public'), unlisted: count('unlisted'), hidden: count('hidden') },
    variants: count('variants'),
    images: { count: count('images'), bytes: count('bytes') },
    remoteImages: count('remote'),
  }
}
