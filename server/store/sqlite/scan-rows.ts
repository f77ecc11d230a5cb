import type { Queries, Row } from './queries.ts'

/** Rows that are held at once while all are read. */
const SCAN_SIZE = 200

/** @param sql a statement that gives so many rows behind a `place`, in its order */
export function* scanRows(queries: Queries, sql: string, first: string | number): Generator<Row> {
  let last = first
  for (;;) {
    const rows = queries.all(sql, last, SCAN_SIZE)
    yield* rows
    if (rows.length < SCAN_SIZE) return
    last = rows.at(-1)!['place'] as typeof first
  }
}
