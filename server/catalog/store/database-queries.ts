import { channel } from 'node:diagnostics_channel'

interface DatabaseQuery {
  /** `sqlite`, or the address of the PostgreSQL server without user and password. */
  readonly server: string
  readonly durationMs: number
  readonly isFailed: boolean
}

/** All statements are published on this channel. Without subscribers they are not timed. */
const queries = channel('vitrine:database-query')

export function timeQuery<Result>(server: string, query: () => Result): Result {
  if (!queries.hasSubscribers) return query()
  const startedAt = performance.now()
  let isFailed = true
  try {
    const result = query()
    isFailed = false
    return result
  } finally {
    queries.publish({ server, durationMs: performance.now() - startedAt, isFailed } satisfies DatabaseQuery)
  }
}

/** Runs a query and publishes its duration in milliseconds. @throws errors of the query */
export async function timeAsyncQuery<Result>(server: string, query: () => Promise<Result>): Promise<Result> {
  if (!queries.hasSubscribers) return query()
  const startedAt = performance.now()
  let isFailed = true
  try {
    const result = await query()
    isFailed = false
    return result
  } finally {
    queries.publish({ server, durationMs: performance.now() - startedAt, isFailed } satisfies DatabaseQuery)
  }
}

/** @returns a function that unsubscribes */
export function subscribeToQueries(callback: (query: DatabaseQuery) => void): () => void {
  const onQuery = (query: unknown) => callback(query as DatabaseQuery)
  queries.subscribe(onQuery)
  return () => queries.unsubscribe(onQuery)
}
