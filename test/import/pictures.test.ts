import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { CatalogImage } from '../../shared/catalog.ts'
import { readPictureName } from '../../server/import/pictures/picture-name.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { BOWL, writeShopifyCsv, type ShopifyCells } from '../support/shopify-csv.ts'

interface Drawing {
  width?: number
  height?: number
  colour?: string
  orientation?: number
}

async function drawPicture(
  path: string,
  { width = 40, height = 30, colour = 'teal', orientation }: Drawing = {},
): Promise<Buffer> {
  const image = sharp({ create: { width, height, channels: 3, background: colour } })
  const bytes = await (orientation === undefined ? image : image.withMetadata({ orientation }))
    .toFormat(path.endsWith('.png') ? 'png' : 'jpeg')
    .toBuffer()
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  return bytes
}

/** Imports a product for each picture. */
async function importPictures(catalog: TempCatalog, ...sources: string[]) {
  const rows = sources.map((source, index) => ({ ...BOWL, Handle: `bowl-${index}`, 'Image Src': source }))
  const report = await catalog.importText(writeShopifyCsv(rows), { imagesDir: join(catalog.dir, 'photos') })
  const images: (readonly CatalogImage[])[] = []
  for (const index of sources.keys()) images.push((await catalog.readProduct(`bowl-${index}`))?.images ?? [])
  return { report, images }
}

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
    expect(readPictureName(source)).toEqual({ full, base, stem })
})

test('finds a picture by name, regardless of folder, extension, capitals and size suffix', async () => {
  await using catalog = await openTempCatalog()
  const bytes = await drawPicture(join(catalog.dir, 'photos', 'deep', 'Moss_grande.jpeg'))
  await drawPicture(join(catalog.dir, 'photos', 'tall.jpg'), { width: 50, height: 30, orientation: 6 })
  const names = ['https://cdn.example/moss.png?v=3', 'MOSS_GRANDE.JPEG', 'moss_500x.webp', 'tall.jpg']
  const { report, images } = await importPictures(catalog, ...names)
  expect(report.pictures).toMatchObject({ stored: 2, known: 0, remote: { count: 0 }, missing: { count: 0 } })
  const [moss, ...others] = images
  expect(moss).toEqual([
    { hash: expect.stringMatching(/^[\da-f]{64}$/), format: 'jpeg', width: 40, height: 30, alt: 'Bowl' },
  ])
  // The EXIF data of the last one says that it is rotated.
  expect(others).toMatchObject([moss, moss, [{ width: 30, height: 50 }]])
  const [image] = moss!
  const stored = await catalog.store.findImage(image && 'hash' in image ? image.hash : '')
  expect(Buffer.from(stored!.bytes)).toEqual(bytes)
})

test('prefers an exact name, then the largest picture, and warns if pictures of one name are in several folders', async () => {
  await using catalog = await openTempCatalog()
  const sizes = { 'cup_small.png': 10, 'cup_large.png': 20, 'a/mug.png': 10, 'b/mug.png': 20 }
  for (const [name, size] of Object.entries({ ...sizes, 'bowl_small.png': 10, 'bowl_large.png': 30 }))
    await drawPicture(join(catalog.dir, 'photos', name), { width: size, height: size })
  const names = ['cup_small.png', 'cup_small.jpg', 'cup.jpg', 'mug.png', 'bowl.png', 'mug.png']
  const { report, images } = await importPictures(catalog, ...names)
  expect(images.map(([image]) => image && 'width' in image && image.width)).toEqual([10, 10, 20, 20, 30, 20])
  expect(report.warnings.entries).toMatchObject([
    { line: 5, reason: expect.stringContaining(`"${join('b', 'mug.png')}" is the largest`) },
  ])
})

test('skips and reports broken pictures, and imports their products', async () => {
  await using catalog = await openTempCatalog()
  const whole = await drawPicture(join(catalog.dir, 'photos', 'whole.jpg'), { width: 600, height: 600 })
  await writeFile(join(catalog.dir, 'photos', 'half.jpg'), whole.subarray(0, whole.length / 2))
  await writeFile(join(catalog.dir, 'photos', 'text.png'), 'no picture')
  await writeFile(join(catalog.dir, 'photos', 'empty.webp'), '')
  await writeFile(
    join(catalog.dir, 'photos', 'vector.gif'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  )
  const { report, images } = await importPictures(catalog, 'half.jpg', 'text.png', 'empty.webp', 'vector.gif')
  expect(images).toEqual([[], [], [], []])
  expect(report.pictures).toMatchObject({ stored: 0, missing: { count: 0 } })
  expect(report.warnings.entries).toMatchObject([
    { line: 2, column: 'Image Src', value: 'half.jpg', reason: expect.stringContaining('broken') },
    { line: 3, value: 'text.png', reason: expect.stringContaining('no picture that browsers show') },
    { line: 4, value: 'empty.webp', reason: expect.stringContaining('empty') },
    { line: 5, value: 'vector.gif', reason: expect.stringContaining('an SVG or a web page') },
  ])
  expect(report.products.created).toBe(4)
})

test('an import or dry run warns if remote pictures on more than 20 hosts stay there', async () => {
  await using catalog = await openTempCatalog()
  const importHosts = async (count: number, options: ImportOptions = {}) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      ...BOWL,
      Handle: `bowl-${index}`,
      'Image Src': `https://photos-${index}.example/a.png`,
    }))
    const { warnings } = await catalog.importText(writeShopifyCsv(rows), { keepRemotePictures: true, ...options })
    return warnings.entries.filter(({ reason }) => reason.includes('more than 20 hosts')).length
  }
  expect(await importHosts(21, { dryRun: true })).toBe(1)
  expect(await importHosts(20)).toBe(0)
  expect(await importHosts(21, { dryRun: true })).toBe(1)
  expect(await importHosts(21)).toBe(1)
})

test('stores files with equal bytes as one picture and lists it once in a gallery', async () => {
  await using catalog = await openTempCatalog()
  await drawPicture(join(catalog.dir, 'photos', 'a.png'))
  await drawPicture(join(catalog.dir, 'photos', 'b.png'))
  const rows: ShopifyCells[] = [
    { ...BOWL, 'Image Src': 'a.png' },
    { Handle: 'bowl', 'Image Src': 'b.png' },
  ]
  const report = await catalog.importText(writeShopifyCsv(rows), { imagesDir: join(catalog.dir, 'photos') })
  expect(report.pictures.stored).toBe(1)
  expect((await catalog.readProduct('bowl'))?.images).toHaveLength(1)
  expect((await catalog.store.readStatistics()).images.count).toBe(1)
})

test('rejects an import with a pictures folder that does not exist', async () => {
  await using catalog = await openTempCatalog()
  await expect(
    catalog.importText(writeShopifyCsv([BOWL]), { imagesDir: join(catalog.dir, 'nowhere') }),
  ).rejects.toThrow(/nowhere: the folder does not exist or cannot be read/)
})

test('an import without the pictures folder keeps the pictures of an earlier import', async () => {
  await using catalog = await openTempCatalog()
  await drawPicture(join(catalog.dir, 'photos', 'a.png'))
  const text = writeShopifyCsv([{ ...BOWL, 'Image Src': 'https://cdn.example/a.png?v=1' }])
  await catalog.importText(text, { imagesDir: join(catalog.dir, 'photos') })
  const revision = catalog.store.revision
  const before = (await catalog.readProduct('bowl'))?.images
  expect(before).toMatchObject([{ format: 'png' }])

  const report = await catalog.importText(text.replace('v=1', 'v=2'))
  expect(report.pictures).toMatchObject({ known: 1, remote: { count: 0 } })
  expect((await catalog.readProduct('bowl'))?.images).toEqual(before)
  expect(catalog.store.revision).toBe(revision)
})

test('skips and reports a picture with too many pixels', async () => {
  await using catalog = await openTempCatalog()
  await catalog.write('photos/huge.png', writeBlankPng(20_000, 5_001))
  await catalog.write('photos/square.png', writeBlankPng(20_000, 20_000))
  const { report, images } = await importPictures(catalog, 'huge.png', 'square.png')
  expect(images).toEqual([[], []])
  expect(report.pictures).toMatchObject({ stored: 0 })
  expect(report.warnings.entries).toMatchObject([
    {
      value: 'huge.png',
      reason: expect.stringMatching(
        /^the picture was left out: the picture has 20000 × 5001 pixels, more than 100 million; save it smaller/,
      ),
    },
    { value: 'square.png', reason: expect.stringMatching(/20000 × 20000 pixels/) },
  ])
})

test('skips files that browsers cannot show, and advises to save them in another format', async () => {
  await using catalog = await openTempCatalog()
  const files = [
    ['photo.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['t.tiff', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['film.jpg', Buffer.from('\0\0\0\x18ftypmp42', 'latin1')],
    ['sheet.pdf', '%PDF-1.7'],
    ['layers.psd', '8BPS'],
  ] as const
  for (const [name, content] of files) await catalog.write(`photos/${name}`, content)
  const names = files.map(([name]) => name)
  const { report } = await importPictures(catalog, ...names, ...names.map((name) => `https://cdn.example/${name}`))
  expect(report.warnings.entries).toMatchObject(
    files.map(([name], index) => ({
      line: index + 2,
      value: name,
      reason: expect.stringMatching(/^the picture was left out: .*(?:broken|save it as JPEG, PNG or WebP)/) as string,
    })),
  )
  expect(report.pictures).toMatchObject({ stored: 0, missing: { count: 0 }, remote: { count: files.length } })
  expect(report.pictures.remote.entries[0]?.reason).toContain('the file of this picture cannot be used')
})

test('prefers a JPEG to a HEIC photo of the same name, and accepts AVIF', async () => {
  await using catalog = await openTempCatalog()
  await drawPicture(join(catalog.dir, 'photos', 'moss.jpg'))
  await catalog.write('photos/moss.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))
  await catalog.write(
    'photos/fern.avif',
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .avif()
      .toBuffer(),
  )
  const { report, images } = await importPictures(catalog, 'moss.heic', 'fern.avif')
  expect(images).toMatchObject([[{ format: 'jpeg' }], [{ format: 'avif' }]])
  expect(report.warnings.count).toBe(0)
})
