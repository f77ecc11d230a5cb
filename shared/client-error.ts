/** What a browser reports of an error, each text cut at its length. */
export interface ClientErrorReport {
  readonly message: string
  readonly stack: string
  /** Where it happened: path and query. */
  readonly path: string
  readonly buildId: string
}

/** Longest texts of a report, in characters. */
export const CLIENT_ERROR_LENGTHS: Readonly<Record<keyof ClientErrorReport, number>> = {
  message: 500,
  stack: 4_000,
  path: 1_000,
  buildId: 64,
}
