export type JsonLd = Readonly<Record<string, unknown>>

export const SCHEMA = 'https://schema.org'

/** Absolute URLs stay unchanged. */
export interface Absolute {
  readonly page: (path: string) => string
  /** For paths that already begin with a language's path. */
  readonly file: (path: string) => string
}
