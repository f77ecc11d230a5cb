import { channel } from 'node:diagnostics_channel'

/** A statement that a database has answered, or refused. */
interface DatabaseQuery {
  /** `sqlite`, or the server's address without user and password. */
  readonly server: string
  readonly durationMs: number
  readonly isFailed: boolean
}

/** Tells of each statement whoever listens; where nobody does, statements are not even timed. */
const queries = channel('vitrine:database-query')

export function timeQuery<Result>(server: string, ask: () => Result): Result {
  if (!queries.hasSubscribers) return ask()
  const startedAt = performance.now()
  let isFailed = true
  try {
    const result = ask()
    isFailed = false
    return result
  } finally {
    queries.publish({ server, durationMs: performance.now() - startedAt, isFailed } satisfies DatabaseQuery)
  }
}

export async function timeAnswer<Result>(server: string, ask: () => Promise<Result>): Promise<Result> {
  if (!queries.hasSubscribers) return ask()
  const startedAt = performance.now()
  let isFailed = true
  try {
    const result = await ask()
    isFailed = false
    return result
  } finally {
    queries.publish({ server, durationMs: performance.now() - startedAt, isFailed } satisfies DatabaseQuery)
  }
}

/** @returns what ends the listening */
export function listenToQueries(listen: (query: DatabaseQuery) => void): () => void {
  const onQuery = (query: unknown) => listen(query as DatabaseQuery)
  queries.subscribe(onQuery)
  return () => queries.unsubscribe(onQuery)
}
