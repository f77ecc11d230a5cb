export type JsonLd = Readonly<Record<string, unknown>>

export const SCHEMA = 'https://schema.org'

/** Makes a path an absolute URL of the site; absolute URLs stay unchanged. */
export type Absolute = (path: string) => string
