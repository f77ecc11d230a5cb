import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'
import { readTables } from '../support/documents.ts'
import { PROJECT_DIR } from '../support/folders.ts'

const IMPORT = /(?:from|import\(|import) ?'(\.[^']+)'/g

/**
 * The folders in the "Map of the code" table of CONTRIBUTING, from the one that nothing imports to the one that imports
 * nothing.
 */
const MAP = readTables('.github/CONTRIBUTING.md', '## Map of the code', 'Folder').map(([folder]) =>
  folder!.replaceAll('`', '').replace(/\/$/, ''),
)

const SOURCES = ['server', 'client', 'shared'].flatMap((folder) =>
  readdirSync(join(PROJECT_DIR, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(PROJECT_DIR, join(entry.parentPath, entry.name))),
)

/** Returns the folder in the map that contains a file: `shared`, or a folder directly below `server` or `client`. */
function folderOf(path: string): string {
  const folder = dirname(path).split('/').slice(0, 2).join('/')
  return folder.startsWith('shared') ? 'shared' : folder
}

test('the map of the code in CONTRIBUTING lists every folder that contains source files', () => {
  const folders = new Set(SOURCES.map(folderOf))
  expect([...folders].filter((folder) => !MAP.includes(folder))).toEqual([])
})

test('files import only from their own folder and from folders below it in the map of the code', () => {
  const upwards = SOURCES.flatMap((path) =>
    [...readFileSync(join(PROJECT_DIR, path), 'utf8').matchAll(IMPORT)]
      .map(([, target]) => normalize(join(dirname(path), target!)))
      .filter((target) => /\.tsx?$/.test(target) && MAP.indexOf(folderOf(target)) < MAP.indexOf(folderOf(path)))
      .map((target) => `${path} imports ${target}`),
  )
  expect(upwards).toEqual([])
})

test('pages contain no settings but config.pages, on which their ETag depends: loading and rendering read no others', () => {
  const readers = SOURCES.filter(
    (path) =>
      /^server\/(?:loaders|render)\//.test(path) &&
      /'[./]*\/config\/|process\.env/.test(readFileSync(join(PROJECT_DIR, path), 'utf8')),
  )
  expect(readers).toEqual([])
})
