/** Whether this is a development build. The bundler replaces it by a literal and removes development code from production. */
declare const DEVELOPMENT: boolean

declare module '*.css'

/** JSON with the style sheets of each page. */
declare const PAGE_STYLES: string
