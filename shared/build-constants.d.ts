/** The build defines it, and removes code for development from production builds. */
declare const DEVELOPMENT: boolean

declare module '*.css'

/** JSON with the style sheets of each page; undefined in development and on the server. */
declare const PAGE_STYLES: string | undefined
