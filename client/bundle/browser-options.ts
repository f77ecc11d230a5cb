import type { BuildOptions } from 'esbuild'
import { LANGUAGES, type Language } from '../../shared/messages/languages.ts'
import { ROUTE_NAMES, type RouteName } from '../../shared/routes.ts'
import { reactAsModule } from './react-as-module.ts'

export const MAIN = 'client/main.tsx'

export function pageFile(name: RouteName): string {
  return `client/pages/${name}/page.tsx`
}

export function messagesFile(language: Language): string {
  return `shared/messages/${language}.ts`
}

/** The browser's bundle, as esbuild is to make it. */
export interface BrowserOptions extends BuildOptions {
  readonly outdir: string
  readonly metafile: true
  readonly plugins: NonNullable<BuildOptions['plugins']>
}

/**
 * @param shared what both bundles have in common
 * @param outdir folder of what browsers load, below the project's
 */
export function buildBrowserOptions(shared: BuildOptions, outdir: string, isDevelopment: boolean): BrowserOptions {
  return {
    ...shared,
    entryPoints: {
      main: MAIN,
      // Each page is an entry, so that its style sheet lies beside it; `main` imports it as a chunk.
      ...Object.fromEntries(ROUTE_NAMES.map((name) => [name, pageFile(name)])),
      ...Object.fromEntries(LANGUAGES.map((language) => [language, messagesFile(language)])),
    },
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    splitting: true,
    metafile: true,
    sourcemap: isDevelopment,
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    external: ['/fonts/*'],
    plugins: [reactAsModule],
  }
}
