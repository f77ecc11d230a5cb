/** A schema.org entity. */
export type JsonLd = Readonly<Record<string, unknown>>

export const SCHEMA = 'https://schema.org'

/** Makes a path of the site absolute; URLs of other sites stay the same. */
export type Absolute = (path: string) => string
