import { join } from 'node:path'
import { describeAddress } from './postgres/server-address.ts'

/** Where catalogue, site, pictures and enquiries are. */
export type DatabaseSettings = SqliteSettings | PostgresSettings

interface SqliteSettings {
  readonly kind: 'sqlite'
  /** Of the file, which need not be there yet. */
  readonly path: string
}

export interface PostgresSettings {
  readonly kind: 'postgres'
  /** Of the primary server, with the password. */
  readonly url: string
  /** Of a server that follows it and takes the reads, if there is one. */
  readonly readUrl: string | null
  /** Most connections of this process to each of them, besides the one that listens. */
  readonly poolSize: number
}

/** Most connections to a server, unless set otherwise. */
export const DATABASE_POOL_SIZE = 10

/** Database file below the data folder. */
export const DATABASE_FILE = 'vitrine.db'

/** Whether a text is the address of a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text) && new URL(text).pathname.length > 1
}

/** Whether a text names a database of any kind: `postgres://…`, `sqlite:` with a path. */
export function isDatabaseAddress(text: string): boolean {
  return isPostgresUrl(text) || /^sqlite:.+/.test(text)
}

/** What a setting has to be that names a database. */
export const DATABASE_ADDRESS_RULE =
  'must be an address such as postgres://user:password@host:5432/name, or sqlite: with a path'

/** Whether an address, well formed or not, holds a password. */
export function hasPassword(address: string): boolean {
  if (!URL.canParse(address)) return /:\/\/[^@]*:[^@]+@/.test(address)
  const { password, searchParams } = new URL(address)
  return password !== '' || searchParams.has('password')
}

/** @param address as `isDatabaseAddress` knows it; the file in the data folder where there is none */
export function readDatabaseSettings(
  address: string | undefined,
  dataDir: string,
  options: { readonly readUrl?: string | undefined; readonly poolSize?: number } = {},
): DatabaseSettings {
  if (address === undefined) return { kind: 'sqlite', path: join(dataDir, DATABASE_FILE) }
  if (!isPostgresUrl(address)) return { kind: 'sqlite', path: address.replace(/^sqlite:/, '') }
  return {
    kind: 'postgres',
    url: address,
    readUrl: options.readUrl ?? null,
    poolSize: options.poolSize ?? DATABASE_POOL_SIZE,
  }
}

/** How messages name a database: without user and password. */
export function describeDatabase(database: DatabaseSettings): string {
  return database.kind === 'sqlite' ? database.path : describeAddress(database.url)
}
