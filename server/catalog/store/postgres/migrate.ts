import { WRITTEN_BEFORE_1_1 } from '../../../platform/database-error.ts'
import type { SqlConnection } from '../sql-dialect.ts'
import { ADVISORY_LOCKS } from './connection.ts'
import type { ServerPool } from './server-pool.ts'

export interface SchemaPart {
  readonly name: string
  /** Subject and verb with which error messages begin, such as 'The database has'. */
  readonly subject: string
  /** The oldest version that can be updated, with the SQL of its tables. Without it, `migrations` begin with nothing. */
  readonly oldestVersion?: number
  readonly tables?: string
  /** SQL statements that each raise the version by one. Released entries never change. */
  readonly migrations: readonly string[]
}

/**
 * Updates a part of the schema. Several processes may call this concurrently.
 * @throws Error if a newer version of Vitrine, or one before 1.1.0, wrote the schema, or the database does not store UTF-8;
 * HttpError 503 if the server is unavailable
 */
export async function migrate(server: ServerPool, part: SchemaPart): Promise<void> {
  const { oldestVersion = 0, tables = '' } = part
  const newest = oldestVersion + part.migrations.length
  if ((await readVersion(server, part)) === newest) return
  await server.transaction(
    async (connection) => {
      await connection.exec(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`)
      const version = await readVersion(connection, part)
      if (version > newest) {
        throw new Error(
          `${part.subject} schema version ${version}; this version of Vitrine supports ${newest}. Install a newer version of Vitrine.`,
        )
      }
      if (version === newest) return
      if (version > 0 && version < oldestVersion) throw new Error(WRITTEN_BEFORE_1_1)
      const [settings] = await connection.rows("SELECT current_setting('server_encoding') AS encoding")
      if (settings?.['encoding'] !== 'UTF8')
        throw new Error(
          `The database has the encoding ${String(settings?.['encoding'])}; create a database with ENCODING 'UTF8'.`,
        )
      await connection.exec(
        'CREATE TABLE IF NOT EXISTS schema_version (part text PRIMARY KEY, version integer NOT NULL)',
      )
      if (version === 0 && tables !== '') await connection.exec(tables)
      for (const migration of part.migrations.slice(Math.max(0, version - oldestVersion)))
        await connection.exec(migration)
      await connection.run(
        'INSERT INTO schema_version VALUES ($1, $2) ON CONFLICT (part) DO UPDATE SET version = excluded.version',
        part.name,
        newest,
      )
    },
    { isLong: true },
  )
}

async function readVersion(connection: Pick<SqlConnection, 'rows'>, { name }: SchemaPart): Promise<number> {
  // `pg_tables` also lists a table that another process created while this connection waited for the lock.
  const [table] = await connection.rows(
    "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE tablename = 'schema_version' AND schemaname = ANY (current_schemas(false))) AS exists",
  )
  if (!table?.['exists']) return 0
  const [row] = await connection.rows('SELECT version FROM schema_version WHERE part = $1', name)
  return Number(row?.['version'] ?? 0)
}
