import { CatalogSource } from '../catalog-source.ts'
import { CatalogStore } from '../catalog-store.ts'
import { migrate } from '../migrate.ts'
import { CATALOG_SCHEMA } from '../schema.ts'
import { RevisionWatch, readRevision } from './revision-watch.ts'
import type { ServerPool } from './server-pool.ts'

interface PostgresStoreOptions {
  readonly busyLimitMs?: number
}

/**
 * Opens the catalogue on a server and updates its schema.
 * @throws HttpError 503 if the server is unavailable, Error if a newer version of Vitrine wrote the schema
 */
export async function openPostgresStore(
  primary: ServerPool,
  { busyLimitMs }: PostgresStoreOptions = {},
): Promise<CatalogStore> {
  await migrate(primary, CATALOG_SCHEMA)
  const revisions = new RevisionWatch(primary, await readRevision(primary))
  return CatalogStore.open(new CatalogSource(primary, revisions), busyLimitMs)
}
