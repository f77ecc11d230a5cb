import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPlaceholder } from '../../server/import/pictures/inspect-file.ts'
import { listPictureNames } from '../../server/import/pictures/picture-name.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'

test('reads the parts of picture names', () => {
  for (const [source, full, base, stem] of [
    ['https://cdn.example/files/Moss.JPG?v=12', 'moss.jpg', 'moss', 'moss'],
    ['https://cdn.example/files/moss%20green_grande.jpeg', 'moss green_grande.jpeg', 'moss green_grande', 'moss green'],
    [
      'photos/moss_500x500_crop_center@2x.png',
      'moss_500x500_crop_center@2x.png',
      'moss_500x500_crop_center@2x',
      'moss',
    ],
    ['moss_500x.webp', 'moss_500x.webp', 'moss_500x', 'moss'],
    ['moss_x500.webp', 'moss_x500.webp', 'moss_x500', 'moss'],
    ['100%.gif', '100%.gif', '100%', '100%'],
    ['moss.front', 'moss.front', 'moss.front', 'moss.front'],
    ['_small.png', '_small.png', '_small', '_small'],
  ] as const)
    expect(listPictureNames(source)).toEqual([full, base, stem])
})

test('rejects an import with a pictures folder that does not exist', async () => {
  await using catalog = await openTempCatalog()
  await expect(
    catalog.importText(writeShopifyCsv([BOWL]), { imagesDir: join(catalog.dir, 'nowhere') }),
  ).rejects.toThrow(/nowhere: the folder does not exist or cannot be read/)
})

test('the placeholder of a photo that was taken upright is upright', async () => {
  const photo = sharp({ create: { width: 60, height: 30, channels: 3, background: 'teal' } })
  const created = await createPlaceholder(await photo.jpeg().withMetadata({ orientation: 6 }).toBuffer())
  const [, data = ''] = ('placeholder' in created && created.placeholder?.split(',')) || []
  expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ width: 12, height: 24 })
})

test('leaves out and reports broken pictures and those with too many pixels', async () => {
  await using catalog = await openTempCatalog()
  const whole = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  await catalog.write('photos/half.jpg', whole.subarray(0, whole.length / 2))
  await catalog.write('photos/photo.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))
  await catalog.write('photos/huge.png', writeBlankPng(20_000, 5_001))
  await catalog.write('photos/square.png', writeBlankPng(20_000, 20_000))
  const reasons = {
    'half.jpg': /the file is broken/,
    'photo.heic': /the file is broken or not a picture/,
    'huge.png':
      /^the picture was left out: the picture has 20000 × 5001 pixels, more than 100 million; save it smaller/,
    'square.png': /20000 × 20000 pixels/,
  }
  const names = Object.keys(reasons)
  const rows = names.map((name, index) => ({ ...BOWL, Handle: `bowl-${index}`, 'Image Src': name }))
  const report = await catalog.importText(writeShopifyCsv(rows), { imagesDir: join(catalog.dir, 'photos') })
  expect(report.warnings.entries).toMatchObject(
    Object.entries(reasons).map(([value, reason]) => ({ value, reason: expect.stringMatching(reason) as string })),
  )
  expect(report.pictures).toMatchObject({ stored: 0, missing: { count: 0 } })
  for (const index of names.keys()) expect((await catalog.readProduct(`bowl-${index}`))?.images).toEqual([])
})
