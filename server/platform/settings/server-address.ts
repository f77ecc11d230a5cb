import { DatabaseError } from '../database-error.ts'

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

/** Prepares a URL for the driver, so that `sslmode` means what PostgreSQL documents. */
export function buildConnectionString(url: string): string {
  const parsed = new URL(url)
  parsed.searchParams.set('uselibpqcompat', 'true')
  return parsed.href
}
