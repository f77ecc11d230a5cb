import { channel } from 'node:diagnostics_channel'

interface DatabaseQuery {
  /** `sqlite`, or the address of the PostgreSQL server without user and password. */
  readonly server: string
  readonly durationMs: number
  readonly isFailed: boolean
}

/** All statements are published on this channel. */
const queries = channel('vitrine:database-query')

/** @param startedAt time at which the query started (`performance.now()`) */
export function publishQuery(server: string, startedAt: number, isFailed: boolean): void {
  if (!queries.hasSubscribers) return
  queries.publish({ server, durationMs: performance.now() - startedAt, isFailed } satisfies DatabaseQuery)
}

/** @returns a function that unsubscribes */
export function subscribeToQueries(callback: (query: DatabaseQuery) => void): () => void {
  const onQuery = (query: unknown) => callback(query as DatabaseQuery)
  queries.subscribe(onQuery)
  return () => queries.unsubscribe(onQuery)
}
