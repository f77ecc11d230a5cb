import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const IMPRINT = '---\ntitle: Imprint\n---\nRing 1, Kreiselau'

test('an export writes pages with front matter and pictures, and removes the pages and fonts of an earlier one', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'pages/imprint.md': '---\ntitle: Imprint\nposition: 1\n---\n\nRing 1\n\n![Map](map.png)',
    'pages/privacy.md':
      '---\ntitle: \'"Data"\'\ndescription: No cookies\nlinks: footer, menu\nrole: privacy\n---\nNothing.',
    'pages/campaign.md': '---\ntitle: Campaign\nlinks: none\n---\nCome.',
    'images/map.png': writeBlankPng(20, 10),
  })
  const folder = join(catalog.dir, 'exported')
  await mkdir(join(folder, 'pages'), { recursive: true })
  await writeFile(join(folder, 'pages', 'terms.md'), IMPRINT)
  await mkdir(join(folder, 'fonts'))
  await writeFile(join(folder, 'fonts', 'display.woff2'), 'font')
  await exportFolder(catalog.store, folder, { force: true })
  expect((await readdir(join(folder, 'pages'))).toSorted()).toEqual(['campaign.md', 'imprint.md', 'privacy.md'])
  expect(await readFile(join(folder, 'pages', 'imprint.md'), 'utf8')).toBe(
    '---\ntitle: Imprint\nlinks: footer\nposition: 1\n---\n\nRing 1\n\n![Map](map.png)\n',
  )
  expect(await readdir(join(folder, 'images'))).toEqual(['map.png'])
  expect(existsSync(join(folder, 'fonts', 'display.woff2'))).toBe(false)
  await using bare = await openTempCatalog()
  await exportFolder(bare.store, join(bare.dir, 'exported'))
  expect(existsSync(join(bare.dir, 'exported', 'pages'))).toBe(false)
})

const widthsOf = (html: string | null) => [...(html ?? '').matchAll(/width="(\d+)"/g)].map(([, width]) => width)

test('an export renames a picture whose name another text uses for a different picture', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'about.md': '![](map.png)', 'images/map.png': writeBlankPng(20, 10) })
  await rm(join(catalog.dir, 'content', 'about.md'))
  await catalog.importContent({
    'pages/way.md': '---\ntitle: Way\n---\n![](map.png) ![](roadmap.png) map.png',
    'images/map.png': writeBlankPng(30, 10),
    'images/roadmap.png': writeBlankPng(40, 10),
  })
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'pages', 'way.md'), 'utf8')).toContain('![](map-1.png) ![](roadmap.png) map-1.png')
  await using empty = await openTempCatalog()
  await importFolder(empty.store, folder)
  const { aboutHtml, pages } = await empty.store.readSite()
  expect([aboutHtml, pages[0]!.html].map(widthsOf)).toEqual([['20'], ['30', '40']])
})

test('exports a picture into the folder even if its file name points outside', async () => {
  await using catalog = await openTempCatalog()
  const site = await catalog.store.readSite()
  const hash = 'a'.repeat(64)
  await catalog.store.write(async (writer) => {
    await writer.putImage(hash, { bytes: writeBlankPng(20, 10), format: 'png' })
    await writer.putSite({
      ...site,
      aboutMarkdown: 'x',
      aboutHtml: `<img src="picture:${hash}.png" data-file="..%2F..%2Fevil.png" width="20" height="10" alt="" />`,
    })
  })
  await exportFolder(catalog.store, join(catalog.dir, 'deep', 'exported'))
  expect(existsSync(join(catalog.dir, 'evil.png'))).toBe(false)
  expect(await readdir(join(catalog.dir, 'deep', 'exported', 'images'))).toEqual(['evil.png'])
})
