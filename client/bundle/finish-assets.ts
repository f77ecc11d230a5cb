import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LANGUAGES } from '../../shared/messages/messages.ts'
import { ROUTE_NAMES, ROUTES } from '../../shared/routes.ts'
import { findOutput, MAIN, messagesFile, pageFile, START, type Outputs } from './browser-bundle.ts'

/** Writes a brotli and a gzip copy of each file. @param isQuick for development */
export async function compressFiles(paths: readonly string[], isQuick: boolean): Promise<void> {
  const quality = isQuick ? 1 : constants.BROTLI_MAX_QUALITY
  await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path)
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        promisify(gzip)(bytes, { level: isQuick ? constants.Z_BEST_SPEED : constants.Z_BEST_COMPRESSION }),
      ])
      await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
    }),
  )
}

interface Build {
  readonly outDir: string
  readonly assetsDir: string
  readonly isDevelopment: boolean
}

/** Writes the build's id, and the files that each page needs. @returns the id */
export async function writeManifests(outputs: Outputs, { outDir, assetsDir, isDevelopment }: Build): Promise<string> {
  const timestamp = Date.now()
  const id = isDevelopment ? `development-${timestamp}` : randomUUID()
  const paths = ROUTE_NAMES.map((name) => ({ name, path: ROUTES[name].path }))
  await mkdir(join(assetsDir, 'meta'), { recursive: true })
  await Promise.all([
    writeJson(join(outDir, 'manifest.json'), { id, timestamp, ...listFiles(outputs, assetsDir) }),
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

/** Each list is without the files of those before it. */
function listFiles(outputs: Outputs, assetsDir: string) {
  const fileName = (path: string) => relative(assetsDir, path).replaceAll('\\', '/')
  const filesOf = (entry: string) => {
    const [path, { cssBundle }] = findOutput(outputs, entry)
    return {
      scripts: listStaticImports(outputs, path).map(fileName),
      styles: cssBundle === undefined ? [] : [fileName(cssBundle)],
    }
  }
  const start = filesOf(START)
  const main = filesOf(MAIN)
  const withoutMain = (scripts: readonly string[]) => without([...start.scripts, ...main.scripts], scripts)
  return {
    start,
    main: { scripts: without(start.scripts, main.scripts), styles: main.styles },
    messages: Object.fromEntries(
      LANGUAGES.map((language) => [language, withoutMain(filesOf(messagesFile(language)).scripts)]),
    ),
    pages: Object.fromEntries(
      ROUTE_NAMES.map((name) => {
        const { scripts, styles } = filesOf(pageFile(name))
        return [name, { scripts: withoutMain(scripts), styles }]
      }),
    ),
  }
}

function without(loaded: readonly string[], scripts: readonly string[]): readonly string[] {
  return scripts.filter((file) => !loaded.includes(file))
}

function listStaticImports(outputs: Outputs, path: string, seen = new Set<string>()): readonly string[] {
  seen.add(path)
  for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
    if (kind === 'import-statement' && !seen.has(imported)) listStaticImports(outputs, imported, seen)
  }
  return [...seen]
}

function writeJson(path: string, value: unknown): Promise<void> {
  return writeFile(path, JSON.stringify(value))
}
