import { ADVISORY_LOCKS } from '../catalog/store/postgres/connection.ts'
import { migrate } from '../catalog/store/postgres/migrate.ts'
import { POSTGRES_DIALECT } from '../catalog/store/postgres/postgres-dialect.ts'
import type { ServerPool } from '../catalog/store/postgres/server-pool.ts'
import { type EnquiryDialect, EnquiryStore, type EnquiryStoreOptions } from './enquiry-store.ts'
import { ENQUIRY_SCHEMA } from './postgres-schema.ts'

const DIALECT: EnquiryDialect = {
  sequenceColumn: 'seq',
  isListedReference: POSTGRES_DIALECT.isListed('reference'),
  async lock(connection, lock) {
    if (typeof lock === 'string') await connection.exec(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`)
    else await connection.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', lock.deduplicationKey)
  },
  erase() {},
  /** The caller that opened the pool closes it. */
  async close() {},
}

/**
 * Updates the schema.
 * @throws HttpError 503 if the server is unavailable, Error if a newer version of Vitrine wrote the schema
 */
export async function openPostgresEnquiryStore(
  server: ServerPool,
  options: EnquiryStoreOptions = {},
): Promise<EnquiryStore> {
  for (const part of ENQUIRY_SCHEMA) await migrate(server, part)
  return new EnquiryStore(server, DIALECT, options)
}
