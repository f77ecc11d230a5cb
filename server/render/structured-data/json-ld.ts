export type JsonLd = Readonly<Record<string, unknown>>

export const SCHEMA = 'https://schema.org'

/** Makes a path an absolute URL of the site; absolute URLs stay unchanged. */
export interface Absolute {
  readonly page: (path: string) => string
  /** Also for paths that already begin with those of a language. */
  readonly file: (path: string) => string
}
