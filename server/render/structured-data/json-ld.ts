export type JsonLd = Readonly<Record<string, unknown>>

export const SCHEMA = 'https://schema.org'

/** URLs of other sites stay the same. */
export type Absolute = (path: string) => string
