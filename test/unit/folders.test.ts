import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

test('each folder in the map of the code has a README that names its subfolders', () => {
  const missing = MAP.flatMap((folder) => {
    const path = join(PROJECT_DIR, folder, 'README.md')
    if (!existsSync(path)) return [folder]
    const text = readFileSync(path, 'utf8')
    return readdirSync(join(PROJECT_DIR, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !text.includes(`${entry.name}/`))
      .map((entry) => join(folder, entry.name))
  })
  expect(missing, 'folders without a README, or that the README of the folder above does not name').toEqual([])
})

const list = (folder: string) => readdirSync(join(PROJECT_DIR, folder))

test('each widget has examples on the page for developers, a browser test, and a unit test if it has a state', () => {
  const page = readFileSync(join(PROJECT_DIR, 'client/pages/widgets/page.tsx'), 'utf8')
  const widgets = list('client/widgets').filter((name) => !name.includes('.'))
  const missing = widgets.flatMap((name) => {
    const states = list(`client/widgets/${name}`).filter((file) => file.endsWith('-state.ts'))
    return [
      ...(page.includes(`'./${name}-examples.tsx'`) ? [] : [`examples of ${name}`]),
      ...(list('test/browser/widgets').some((file) => file.startsWith(name)) ? [] : [`browser test of ${name}`]),
      ...states.filter((file) => !list('test/unit').includes(file.replace('.ts', '.test.ts'))),
    ]
  })
  expect(missing).toEqual([])
})

// server/import is skipped, because its README names folders that the owners of shops create.
test.each([...MAP, 'test'].filter((folder) => folder !== 'server/import'))(
  'the README of %s names only files and folders that exist',
  (folder) => {
    const text = readFileSync(join(PROJECT_DIR, folder, 'README.md'), 'utf8')
    // Only names with a file extension or a slash, because columns and settings are in backticks as well.
    const names = [...text.matchAll(/`([\w/.-]+(?:\.tsx?|\.css|\.mjs|\/))`/g)].map(([, name]) => name!)
    const missing = names.filter(
      (name) => !existsSync(join(PROJECT_DIR, folder, name)) && !existsSync(join(PROJECT_DIR, name)),
    )
    expect(missing).toEqual([])
  },
)
