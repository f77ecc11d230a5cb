export type JsonLd = Readonly<Record<string, unknown>>

export const SCHEMA = 'https://schema.org'

/** Makes a path an absolute URL of the site; absolute URLs stay unchanged. */
export interface Absolute {
  readonly page: (path: string) => string
  /** For paths that already begin with a language's path. */
  readonly file: (path: string) => string
}
