import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageOf, type Language } from '../../../shared/messages/messages.ts'
import type { RouteName } from '../../../shared/routes.ts'

/** File names relative to `/builds/`. */
interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** `build.mjs` writes the manifest. */
export interface BuildManifest {
  readonly id: string
  readonly timestamp: number
  /** The script that every page loads first, and its imports. */
  readonly start: { readonly scripts: readonly [string, ...string[]] }
  /** Files that are loaded on first use. */
  readonly main: PageFiles & { readonly scripts: readonly [string, ...string[]] }
  /** Each language's file, and its imports. */
  readonly messages: Readonly<Record<Language, readonly [string, ...string[]]>>
  readonly pages: Readonly<Record<RouteName, PageFiles>>
}

/** Lists the scripts that a page loads on first use. @param route undefined for error pages */
export function listLaterScripts(
  build: BuildManifest,
  locale: string,
  route: RouteName | undefined,
): readonly [messages: string, ...others: string[]] {
  return [
    ...build.messages[languageOf(locale)],
    ...build.main.scripts,
    ...(route === undefined ? [] : build.pages[route].scripts),
  ]
}

/** @throws if the project was not built */
export function readBuildManifest(buildDir: string): BuildManifest {
  const path = join(buildDir, 'manifest.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as BuildManifest
  } catch (cause) {
    throw new Error(`There is no build at ${path}. Run "npm run build" first.`, { cause })
  }
}
