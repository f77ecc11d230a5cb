import { DatabaseError } from '../database-error.ts'

/** Host, port and database of an address, for messages. @throws DatabaseError where it is none, with nothing of it */
export function describeAddress(url: string): string {
  if (!URL.canParse(url))
    throw new DatabaseError(
      'The address of the database makes no sense; it looks like postgres://user:password@host:5432/name',
    )
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${searchParams.get('port') ?? (port || '5432')}${pathname}`
}

/** The address for the driver: `sslmode` means what PostgreSQL's own documentation says of it. */
export function buildConnectionString(url: string): string {
  const parsed = new URL(url)
  parsed.searchParams.set('uselibpqcompat', 'true')
  return parsed.href
}
