/** Replaced by the build: true in a development build, whose code for it goes away in every other. */
declare const DEVELOPMENT: boolean

declare module '*.css'

/** Style sheets of each page by route name, as JSON; undefined where the document has to name them. */
declare const PAGE_STYLES: string | undefined
