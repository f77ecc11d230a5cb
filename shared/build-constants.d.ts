/** Defined by the build: true in development builds. Code for development is removed from production builds. */
declare const DEVELOPMENT: boolean

declare module '*.css'

/** Style sheets of each page by route name, as JSON. Undefined in development and on the server. */
declare const PAGE_STYLES: string | undefined
