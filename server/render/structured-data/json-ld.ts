/** An entity in schema.org's words. */
export type JsonLd = Readonly<Record<string, unknown>>

export const SCHEMA = 'https://schema.org'

/** Makes an absolute address of a path of the site; foreign addresses stay. */
export type Absolute = (path: string) => string
