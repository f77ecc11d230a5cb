import type { Queries } from './queries.ts'
import type { CatalogStatistics } from '../catalog-store.ts'

/** Counts what the tables hold; what else the statistics tell is the store's. */
export function countRows(queries: Queries): Omit<CatalogStatistics, 'revision' | 'categories'> {
  const count = (visibility: string) =>
    Number(queries.get('SELECT count(*) AS count FROM product WHERE visibility = ?', visibility)!['count'])
  const sums = queries.get(
    'SELECT coalesce(sum(variant_count), 0) AS variants, coalesce(sum(remote_image_count), 0) AS remote FROM product',
  )!
  const images = queries.get('SELECT count(*) AS count, coalesce(sum(length(bytes)), 0) AS bytes FROM image')!
  return {
    isDemo: queries.get("SELECT value FROM meta WHERE key = 'demo'")!['value'] === 1,
    canRollBack: queries.get('SELECT 1 FROM undo LIMIT 1') !== undefined,
    products: { public: count('public'), unlisted: count('unlisted'), hidden: count('hidden') },
    variants: Number(sums['variants']),
    images: { count: Number(images['count']), bytes: Number(images['bytes']) },
    remoteImages: Number(sums['remote']),
  }
}
