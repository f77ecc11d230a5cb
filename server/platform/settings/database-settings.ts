import { join } from 'node:path'
import { DatabaseError } from '../database-error.ts'

export type DatabaseSettings = SqliteSettings | PostgresSettings

export interface SqliteSettings {
  readonly kind: 'sqlite'
  readonly path: string
  /** The environment variable with the path, for messages; undefined for an argument of a command. */
  readonly setting?: string | undefined
}

export interface PostgresSettings {
  readonly kind: 'postgres'
  readonly url: string
  /** Besides the connection that reads new revisions. */
  readonly poolSize: number
}

export const DATABASE_POOL_SIZE = 10

export const DATABASE_FILE = 'vitrine.db'

/** Whether a text is a `postgres://` URL that names a database. */
function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text) && new URL(text).pathname.length > 1
}

export function isDatabaseAddress(text: string): boolean {
  return isPostgresUrl(text) || /^sqlite:.+/.test(text)
}

export const DATABASE_ADDRESS_RULE =
  'must be an address such as postgres://user:password@host:5432/name, or sqlite: with a path'

/**
 * @param address accepted by `isDatabaseAddress`; undefined for the file in the data folder
 * @param options.setting its environment variable
 */
export function readDatabaseSettings(
  address: string | undefined,
  dataDir: string,
  options: { readonly poolSize?: number; readonly setting?: string } = {},
): DatabaseSettings {
  if (address === undefined) return { kind: 'sqlite', path: join(dataDir, DATABASE_FILE), setting: 'DATA_DIR' }
  if (!isPostgresUrl(address))
    return { kind: 'sqlite', path: address.replace(/^sqlite:/, ''), setting: options.setting }
  return { kind: 'postgres', url: address, poolSize: options.poolSize ?? DATABASE_POOL_SIZE }
}

/** Names a database without user and password. @throws DatabaseError if the URL is invalid */
export function describeDatabase(database: DatabaseSettings): string {
  return database.kind === 'sqlite' ? database.path : describeAddress(database.url)
}

/**
 * Returns host, port and database of a URL.
 * @throws DatabaseError if the URL is invalid, without quoting it, because it may have a password
 */
export function describeAddress(url: string): string {
  if (!URL.canParse(url))
    throw new DatabaseError(
      'The address of the database is not a valid URL; use the form postgres://user:password@host:5432/name',
    )
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${searchParams.get('port') ?? (port || '5432')}${pathname}`
}
