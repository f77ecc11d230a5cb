import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../shared/messages/messages.ts'
import { PAGE_KEYS } from '../../server/import/page-files.ts'
import { siteSchema } from '../../server/import/site-schema.ts'
import { VITRINE_COLUMNS } from '../../server/import/formats/vitrine/vitrine-columns.ts'
import { CATALOG } from '../../server/commands/catalog-command.ts'
import { SETTINGS } from '../../server/platform/settings/config.ts'
import { FORMAT_IDS } from '../../server/import/formats/product-formats.ts'
import { DOCUMENTS, readDocument, readTables } from '../support/documents.ts'
import { PROJECT_DIR } from '../support/folders.ts'

interface Package {
  readonly scripts: Readonly<Record<string, string>>
}

const { scripts } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as Package

const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')

test.each(DOCUMENTS)('link targets in %s exist', (path) => {
  const text = readDocument(path)
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)|(?:src|srcset)="([^"]+)"/g)]
  for (const [link, target, anchor, picture] of links) {
    const file = target || picture ? join(PROJECT_DIR, dirname(path), target || picture!) : join(PROJECT_DIR, path)
    expect(existsSync(file), link).toBe(true)
    if (anchor === undefined) continue
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))
    expect(headings, link).toContain(anchor)
  }
})

test('the import README explains each other system that it lists, and the README names it', () => {
  const listed = readTables('server/import/README.md', '## Imports', 'Format').flatMap(
    ([name = '']) => /^\[(\w+).*\]\(#from-other-systems\)/.exec(name)?.[1] ?? [],
  )
  const explained = readTables('server/import/README.md', '## From other systems', 'System').map(([name = '']) => name)
  expect(explained.map((name) => name.split(' ')[0])).toEqual(listed)
  for (const name of listed) expect(readDocument('README.md')).toContain(name)
})

const SOURCES = globSync(['{client,server,shared,test}/**/*.{ts,tsx,css,cjs}', 'build.mjs'], { cwd: PROJECT_DIR })

test.each(DOCUMENTS)('files, commands and settings named in %s exist', (path) => {
  const text = readDocument(path)
  // Rooms name their files by the end of the path.
  const files = quoted(text).filter((code) => /^[\w/.-]+\.(?:tsx?|css|[cm]js)$/.test(code))
  expect(files.filter((name) => !SOURCES.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
  for (const name of quoted(text).filter((code) => /^(?:server|client|shared|test)\/[\w/.-]+$/.test(code))) {
    expect(existsSync(join(PROJECT_DIR, name)), name).toBe(true)
  }
  for (const [, name] of text.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(name)
  // The changelog also names settings that are gone.
  if (path === '.github/CHANGELOG.md') return
  const others = ['CHROMIUM_PATH', 'TEST_DATABASE_URL', 'UPDATE_CASES', 'PGPASSWORD', 'SIGTERM', 'SIGKILL', 'LICENSE']
  for (const name of quoted(text).flatMap(
    (code) => /^([A-Z]{2,}(?:_[A-Z]+)+|[A-Z]{6,})(?:=.*)?$/.exec(code)?.[1] ?? [],
  )) {
    expect([...SETTINGS, ...others]).toContain(name)
  }
})

const IMPORT_README = readDocument('server/import/README.md')

/** What is quoted in the first column of a table, or in its last one. */
const readNames = (heading: string, firstColumn: string, column = 0) =>
  readTables('server/import/README.md', `## ${heading}`, firstColumn).flatMap((cells) => quoted(cells.at(column)!))

test.each<readonly [what: string, documented: readonly string[], known: readonly string[]]>([
  ['format', readNames('Imports', 'Format', -1), FORMAT_IDS],
  [
    'option of the import command',
    // The table describes `--force` in the row of another option.
    [...readNames('Options', 'Option').flatMap((option) => /^--([\w-]+)/.exec(option)?.[1] ?? []), 'force'],
    Object.keys(CATALOG.commands['import']!.options!),
  ],
  [
    'column of Vitrine’s CSV format',
    readNames("Vitrine's own sheet", 'Column').filter((name) => !name.startsWith('Option 1 ')),
    Object.values(VITRINE_COLUMNS).flat(),
  ],
  [
    'key of site.json',
    [...new Set(readNames('site.json', 'Key').map((name) => name.split('.')[0]!))],
    Object.keys(siteSchema.shape),
  ],
  ['key of the front matter of a page', readNames('Pages', 'Key'), PAGE_KEYS],
  [
    'language of the interface',
    ['en', ...quoted(/^The interface .* available in English, (.*), as `locale`/m.exec(IMPORT_README)![1]!)],
    LANGUAGES,
  ],
])('the import README lists every %s', (_what, documented, known) => {
  expect(documented.toSorted()).toEqual(known.toSorted())
})
