import { WRITTEN_BEFORE_1_1 } from '../../platform/database-error.ts'
import type { DatabaseKind, SqlConnection, SqlDatabase } from './sql-dialect.ts'

export interface SchemaPart {
  readonly name: string
  /** Subject and verb with which error messages begin, such as 'The database has'. */
  readonly subject: string
  /** The version of 1.1.0, which is the oldest that can be updated. */
  readonly oldestVersion: Readonly<Record<DatabaseKind, number>>
  /** SQL of the newest tables, with names of `TYPES` in braces. */
  readonly tables: string
  /** SQL or functions that each raise the version by one. Released entries never change. */
  readonly migrations: readonly (string | ((connection: SqlConnection, kind: DatabaseKind) => Promise<void>))[]
}

/**
 * What the schemas of the databases write differently. PostgreSQL indexes long texts by a prefix or digest, because its index
 * entries have a size limit.
 */
const TYPES: Readonly<Record<DatabaseKind, Readonly<Record<string, string>>>> = {
  sqlite: {
    key: 'TEXT',
    bytes: 'BLOB',
    sequence: 'INTEGER PRIMARY KEY',
    clustered: ' WITHOUT ROWID',
    productId: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    categoryId: '',
    identifierKey: ', PRIMARY KEY (kind, value, slug)',
    otherStatements: `
      CREATE INDEX product_category ON product (category_slug, visibility, id);
      CREATE INDEX product_brand ON product (visibility, brand, id);
      CREATE INDEX product_published ON product (visibility, id, changed_at);
      CREATE INDEX product_featured ON product (id) WHERE featured = 1;
      CREATE UNIQUE INDEX picture_source_source ON picture_source (source);`,
  },
  postgres: {
    key: 'text COLLATE "C"',
    bytes: 'bytea',
    sequence: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    clustered: '',
    productId: 'bigint PRIMARY KEY',
    categoryId: 'id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,',
    identifierKey: '',
    otherStatements: `
      INSERT INTO meta VALUES ('last-product-id', 0);
      CREATE INDEX product_category ON product (category_slug, id);
      CREATE INDEX product_brand ON product (left(brand, 200), id) WHERE visibility = 'public';
      CREATE INDEX product_published ON product (id) INCLUDE (changed_at) WHERE visibility = 'public';
      CREATE INDEX product_featured ON product (id) WHERE featured;
      CREATE INDEX product_identifier_value ON product_identifier (kind, left(value, 200));
      CREATE UNIQUE INDEX picture_source_source ON picture_source (md5(source));
      ALTER TABLE image ALTER bytes SET STORAGE EXTERNAL;
      ALTER TABLE undo ALTER bytes SET STORAGE EXTERNAL;
      ALTER TABLE listing_blob ALTER bytes SET STORAGE EXTERNAL;`,
  },
}

/** Replaces names in braces, such as `{key}`, with what the database writes. */
export function writeTypes(sql: string, kind: DatabaseKind): string {
  return sql.replace(/\{(\w+)\}/g, (_, name: string) => TYPES[kind][name]!)
}

/**
 * Updates a part of the schema in one transaction. Several processes may call this concurrently.
 * @throws Error if a newer version of Vitrine, or one before 1.1.0, wrote the schema, or the database does not store UTF-8;
 * HttpError 503 if the database is unavailable
 */
export async function migrate(database: SqlDatabase, part: SchemaPart): Promise<void> {
  const { kind } = database
  const oldest = part.oldestVersion[kind]
  const newest = oldest + part.migrations.length
  if ((await readVersion(database, kind, part)) === newest) return
  await database.updateSchema(async (connection) => {
    const version = await readVersion(connection, kind, part)
    if (version > newest)
      throw new Error(
        `${part.subject} schema version ${version}; this version of Vitrine supports ${newest}. Install a newer version of Vitrine.`,
      )
    if (version === newest) return
    if (version > 0 && version < oldest) throw new Error(WRITTEN_BEFORE_1_1)
    for (const migration of version === 0 ? [part.tables] : part.migrations.slice(version - oldest)) {
      if (typeof migration === 'string') await connection.exec(writeTypes(migration, kind))
      else await migration(connection, kind)
    }
    await writeVersion(connection, kind, part, newest)
  })
}

/** SQLite's version of the catalogue is in the file's header, where 1.1.0 also expects it. */
function isInHeader(kind: DatabaseKind, { name }: SchemaPart): boolean {
  return kind === 'sqlite' && name === 'catalog'
}

async function readVersion(
  connection: Pick<SqlConnection, 'rows'>,
  kind: DatabaseKind,
  part: SchemaPart,
): Promise<number> {
  if (isInHeader(kind, part)) return Number((await connection.rows('PRAGMA user_version'))[0]?.['user_version'])
  if (await hasTable(connection, kind, 'schema_version')) {
    const [row] = await connection.rows('SELECT version FROM schema_version WHERE part = $1', part.name)
    if (row) return Number(row['version'])
  }
  // In SQLite, 1.1.0 stored the version of the enquiries here.
  if (part.name !== 'enquiries' || !(await hasTable(connection, kind, 'enquiry_schema'))) return 0
  const [row] = await connection.rows('SELECT version FROM enquiry_schema')
  return Number(row?.['version'] ?? 0)
}

async function hasTable(connection: Pick<SqlConnection, 'rows'>, kind: DatabaseKind, name: string): Promise<boolean> {
  // `pg_tables` also lists a table that another process created while this connection waited for the lock.
  const tables =
    kind === 'sqlite'
      ? "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1"
      : 'SELECT 1 FROM pg_tables WHERE tablename = $1 AND schemaname = ANY (current_schemas(false))'
  return (await connection.rows(tables, name)).length > 0
}

async function writeVersion(
  connection: SqlConnection,
  kind: DatabaseKind,
  part: SchemaPart,
  version: number,
): Promise<void> {
  if (isInHeader(kind, part)) return connection.exec(`PRAGMA user_version = ${version}`)
  await connection.exec('CREATE TABLE IF NOT EXISTS schema_version (part text PRIMARY KEY, version integer NOT NULL)')
  await connection.run(
    'INSERT INTO schema_version VALUES ($1, $2) ON CONFLICT (part) DO UPDATE SET version = excluded.version',
    part.name,
    version,
  )
}
