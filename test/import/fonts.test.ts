import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const DISPLAY = readFileSync(join(PROJECT_DIR, 'public', 'fonts', 'display.woff2'))
const TEXT = readFileSync(join(PROJECT_DIR, 'public', 'fonts', 'text.woff2'))
const HASH = /^[0-9a-f]{64}$/

type Files = Readonly<Record<string, string | Uint8Array>>

function importFonts(catalog: TempCatalog, fonts: unknown, files: Files = {}, options?: ImportOptions) {
  return catalog.importContent({ 'site.json': JSON.stringify({ fonts }), ...files }, options)
}

test('site.json sets both fonts, keeps a font that it leaves out, and resets fonts that are null', async () => {
  await using catalog = await openTempCatalog()
  const files = { 'fonts/mine.woff2': DISPLAY, 'fonts/Other Sans.woff2': TEXT }
  const importGiven = (fonts: unknown) => importFonts(catalog, fonts, files)
  const given = { display: 'fonts/mine.woff2', text: 'fonts/Other Sans.woff2' }
  expect((await importGiven(given)).siteFields).toEqual(['fonts'])
  const { fonts } = await catalog.store.readSite()
  expect(fonts).toEqual({
    display: { hash: expect.stringMatching(HASH) },
    text: { hash: expect.stringMatching(HASH), weights: [400, 700] },
  })
  expect((await importGiven(given)).siteFields).toEqual([])
  await importGiven({ text: 'system-ui' })
  expect((await catalog.store.readSite()).fonts).toEqual({ display: fonts!.display, text: 'system-ui' })
  await importGiven({ display: null })
  expect((await catalog.store.readSite()).fonts).toEqual({ text: 'system-ui' })
  await importGiven(null)
  expect((await catalog.store.readSite()).fonts).toBeUndefined()
})

test('a rollback restores the former fonts and removes the files of the new ones', async () => {
  await using catalog = await openTempCatalog()
  const files = { 'a.woff2': DISPLAY, 'b.woff2': TEXT }
  await importFonts(catalog, { display: 'a.woff2' }, files)
  const before = await readCatalog(catalog.store)
  await importFonts(catalog, { display: 'b.woff2' }, files)
  const { fonts } = await catalog.store.readSite()
  const hash = typeof fonts?.display === 'object' ? fonts.display.hash : ''
  expect((await catalog.store.findImage(hash))?.format).toBe('woff2')
  expect(await catalog.store.rollback()).toBe(true)
  expect(await readCatalog(catalog.store)).toEqual(before)
  expect(await catalog.store.findImage(hash)).toBeUndefined()
})

test('exports the fonts; importing the export changes nothing, and gives an empty catalogue the same fonts', async () => {
  await using catalog = await openTempCatalog()
  const given = { display: 'a.woff2', text: 'monospace' }
  await importFonts(catalog, given, { 'a.woff2': DISPLAY })
  const exported = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, exported)
  expect(readFileSync(join(exported, 'fonts', 'display.woff2')).equals(DISPLAY)).toBe(true)
  expect(JSON.parse(readFileSync(join(exported, 'site.json'), 'utf8'))).toEqual({
    fonts: { display: 'fonts/display.woff2', text: 'monospace' },
  })
  const { revision } = catalog.store
  expect((await importFolder(catalog.store, exported)).siteFields).toEqual([])
  expect(catalog.store.revision).toBe(revision)
  await using empty = await openTempCatalog()
  await importFolder(empty.store, exported)
  expect(await readCatalog(empty.store)).toEqual(await readCatalog(catalog.store))
  // An export to the same folder replaces the fonts of the earlier one.
  await importFonts(catalog, null)
  await exportFolder(catalog.store, exported, { force: true })
  expect(existsSync(join(exported, 'fonts', 'display.woff2'))).toBe(false)
})

test('rejects site.json with a file or name that is no font, and imports nothing', async () => {
  await using catalog = await openTempCatalog()
  const files = {
    'large.woff2': Buffer.alloc(200_001),
    'truetype.woff2': '\0\x01\0\0 glyphs',
    'damaged.woff2': DISPLAY.subarray(0, 5_000),
    '../secret.woff2': DISPLAY,
  }
  const { revision } = catalog.store
  for (const [what, display, reason] of [
    [
      'a TrueType file',
      'fonts/mine.ttf',
      /^must be a WOFF2 file beside site\.json such as "fonts\/text\.woff2", or one of serif, sans-serif, monospace, system-ui$/,
    ],
    ['an unknown name', 'Helvetica', /must be a WOFF2 file/],
    ['a file outside the folder', '../secret.woff2', /must be a WOFF2 file/],
    ['a file with an absolute path', '/etc/secret.woff2', /must be a WOFF2 file/],
    [
      'a missing file',
      'fonts/none.woff2',
      /^"fonts\/none\.woff2": the file does not exist or cannot be read; the font must be a file beside site\.json$/,
    ],
    [
      'a file that is too large',
      'large.woff2',
      /^"large\.woff2": the font has more than 200 KB; save it with only the letters/,
    ],
    ['a renamed TrueType font', 'truetype.woff2', /the file is a TrueType font; convert it to WOFF2/],
    ['a damaged font', 'damaged.woff2', /the font is damaged; save it again/],
  ] as const)
    await expect(importFonts(catalog, { display }, files), what).rejects.toMatchObject({
      place: { file: join(catalog.dir, 'content', 'site.json'), column: 'fonts.display' },
      reason: expect.stringMatching(reason) as string,
    })
  expect(catalog.store.revision).toBe(revision)
})
