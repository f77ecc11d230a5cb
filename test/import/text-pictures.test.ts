import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const drawPicture = (background: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()

test('exports pictures of texts as files; importing the export changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const about =
    '# We turn\n\n![The wheel](images/Wheel_large.jpeg)\n\n![](bowl-1.png) ![gone](gone.png)\n\n<iframe src="https://www.youtube.com/embed/abcdefgh123" title="Film"></iframe>\n'
  const report = await catalog.importContent({
    'about.md': about,
    'products.csv': writeShopifyCsv([
      { ...BOWL, 'Image Src': 'bowl.png', 'Body (HTML)': '<p>Made here: <img src="kiln.png" alt="The kiln"></p>' },
    ]),
    'images/wheel.png': await drawPicture('red'),
    'images/bowl-1.png': await drawPicture('green'),
    'images/bowl.png': await drawPicture('blue'),
    'images/kiln.png': await drawPicture('black'),
  })
  expect(report).toMatchObject({
    pictures: {
      stored: 4,
      missing: { entries: [{ file: join(catalog.dir, 'content', 'about.md'), value: 'gone.png' }] },
    },
    adapted: { count: 1 },
  })
  const { site } = await readCatalog(catalog.store)
  expect(site.aboutHtml).toMatch(
    /<p><img src="picture:[0-9a-f]{64}\.png" data-file="images\/Wheel_large\.jpeg" width="20" height="10" alt="The wheel" \/><\/p>/,
  )

  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'about.md'), 'utf8')).toBe(about)
  expect((await readdir(join(folder, 'images'))).toSorted()).toEqual([
    'bowl-1.png',
    'bowl-2.png',
    'bowl-3.png',
    'wheel_large.png',
  ])
  expect(await readFile(join(folder, 'products.csv'), 'utf8')).toContain(
    '<p>Made here: <img src=""bowl-3.png"" alt=""The kiln"" /></p>',
  )
  const { revision } = catalog.store
  expect(await importFolder(catalog.store, folder)).toMatchObject({ siteFields: [], products: { unchanged: 1 } })
  expect(catalog.store.revision).toBe(revision)
  await using empty = await openTempCatalog()
  await importFolder(empty.store, folder)
  expect(await readCatalog(empty.store)).toEqual(await readCatalog(catalog.store))
})

test('exports a picture into the folder even if its file name points outside', async () => {
  await using catalog = await openTempCatalog()
  const site = await catalog.store.readSite()
  const hash = 'a'.repeat(64)
  await catalog.store.write(async (writer) => {
    await writer.putImage(hash, { bytes: await drawPicture('red'), format: 'png' })
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
