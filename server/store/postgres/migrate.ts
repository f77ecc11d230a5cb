import type { Connection } from './connection.ts'
import { LOCKS } from './locks.ts'
import type { ServerPool } from './server-pool.ts'

/** A part of the schema that counts for itself. */
export interface SchemaPart {
  readonly name: string
  /** As messages begin: 'The database has'. */
  readonly subject: string
  /** Each entry brings it one version further and is never changed once released. */
  readonly migrations: readonly string[]
}

/**
 * Brings a part of the schema to its newest version, once, however many processes start together.
 * @throws where a newer version of the software wrote it, or the database does not store UTF-8
 */
export async function migrate(server: ServerPool, part: SchemaPart): Promise<void> {
  if ((await readVersion(server, part)) === part.migrations.length) return
  await server.transaction(
    async (connection) => {
      await connection.exec(`SELECT pg_advisory_xact_lock(${LOCKS.migration})`)
      const version = await readVersion(connection, part)
      if (version > part.migrations.length) {
        throw new Error(
          `${part.subject} schema version ${version}; this version of Vitrine knows ${part.migrations.length}. Use a newer one.`,
        )
      }
      if (version === part.migrations.length) return
      const [settings] = await connection.rows("SELECT current_setting('server_encoding') AS encoding")
      if (settings!['encoding'] !== 'UTF8')
        throw new Error(`The database stores ${String(settings!['encoding'])}; make one with ENCODING 'UTF8'.`)
      await connection.exec(
        'CREATE TABLE IF NOT EXISTS schema_version (part text PRIMARY KEY, version integer NOT NULL)',
      )
      for (const migration of part.migrations.slice(version)) await connection.exec(migration)
      await connection.run(
        'INSERT INTO schema_version VALUES ($1, $2) ON CONFLICT (part) DO UPDATE SET version = excluded.version',
        part.name,
        part.migrations.length,
      )
    },
    { isLong: true },
  )
}

async function readVersion(connection: Connection, { name }: SchemaPart): Promise<number> {
  // Looked up as rows: what a connection remembers of names may be older than the lock it waited for.
  const [table] = await connection.rows(
    "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE tablename = 'schema_version' AND schemaname = ANY (current_schemas(false))) AS exists",
  )
  if (!table!['exists']) return 0
  const [row] = await connection.rows('SELECT version FROM schema_version WHERE part = $1', name)
  return Number(row?.['version'] ?? 0)
}
