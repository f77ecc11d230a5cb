/** Replaced by the build: true in a development build, whose code for it goes away in every other. */
declare const DEVELOPMENT: boolean

declare module '*.css'
