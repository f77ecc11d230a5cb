/** An error report from a browser. Each text is truncated to its length in `CLIENT_ERROR_LENGTHS`. */
export interface ClientErrorReport {
  readonly message: string
  readonly stack: string
  readonly path: string
  readonly buildId: string
}

export const CLIENT_ERROR_LENGTHS: Readonly<Record<keyof ClientErrorReport, number>> = {
  message: 500,
  stack: 4_000,
  path: 1_000,
  buildId: 64,
}
