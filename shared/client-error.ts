export interface ClientErrorReport {
  readonly message: string
  readonly stack: string
  readonly path: string
  readonly buildId: string
}

/** Maximum length of each text. Longer texts are truncated. */
export const CLIENT_ERROR_LENGTHS: Readonly<Record<keyof ClientErrorReport, number>> = {
  message: 500,
  stack: 4_000,
  path: 1_000,
  buildId: 64,
}
