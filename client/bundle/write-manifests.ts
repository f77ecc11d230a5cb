import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Metafile } from 'esbuild'
import { LANGUAGES } from '../../shared/messages/languages.ts'
import { ROUTE_NAMES, ROUTES } from '../../shared/routes.ts'
import { MAIN, messagesFile, pageFile } from './browser-options.ts'

type Outputs = Metafile['outputs']

/** Where a build lies, and what it is for. */
interface Build {
  readonly outDir: string
  /** What browsers load. */
  readonly assetsDir: string
  readonly isDevelopment: boolean
}

/**
 * Writes what server and browser ask of a build: its id, and which files each page needs.
 * @returns the id
 */
export async function writeManifests(outputs: Outputs, { outDir, assetsDir, isDevelopment }: Build): Promise<string> {
  const timestamp = Date.now()
  const id = isDevelopment ? `development-${timestamp}` : randomUUID()
  const paths = ROUTE_NAMES.map((name) => ({ name, path: ROUTES[name].path }))
  await mkdir(join(assetsDir, 'meta'), { recursive: true })
  await Promise.all([
    writeJson(join(outDir, 'manifest.json'), { id, timestamp, isDevelopment, ...listFiles(outputs, assetsDir) }),
    writeJson(join(assetsDir, 'latest.json'), { id, timestamp }),
    writeJson(join(assetsDir, 'meta', `${id}.json`), {
      id,
      timestamp,
      matcher: paths,
      prerendered: paths.map(({ path }) => path).filter((path) => !path.includes(':')),
    }),
  ])
  return id
}

/** The files of `main`, and what each page and each language needs besides. */
function listFiles(outputs: Outputs, assetsDir: string) {
  const pathOf = new Map(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) => (entryPoint === undefined ? [] : [[entryPoint, path]])),
  )
  const fileName = (path: string) => relative(assetsDir, path).replaceAll('\\', '/')
  const filesOf = (entry: string) => {
    const path = pathOf.get(entry)!
    const { cssBundle } = outputs[path]!
    return {
      scripts: listStaticImports(outputs, path).map(fileName),
      styles: cssBundle === undefined ? [] : [fileName(cssBundle)],
    }
  }
  const main = filesOf(MAIN)
  const besidesMain = (scripts: readonly string[]) => scripts.filter((file) => !main.scripts.includes(file))
  return {
    main,
    messages: Object.fromEntries(
      LANGUAGES.map((language) => [language, besidesMain(filesOf(messagesFile(language)).scripts)]),
    ),
    pages: Object.fromEntries(
      ROUTE_NAMES.map((name) => {
        const { scripts, styles } = filesOf(pageFile(name))
        return [name, { scripts: besidesMain(scripts), styles }]
      }),
    ),
  }
}

/** An output and all that it imports at once, itself first. */
function listStaticImports(outputs: Outputs, path: string, seen = new Set<string>()): readonly string[] {
  seen.add(path)
  for (const { path: imported, kind } of outputs[path]!.imports) {
    if (kind === 'import-statement' && !seen.has(imported)) listStaticImports(outputs, imported, seen)
  }
  return [...seen]
}

function writeJson(path: string, value: unknown): Promise<void> {
  return writeFile(path, JSON.stringify(value))
}
