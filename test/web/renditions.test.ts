import { chmod, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Color, type SharpOptions } from 'sharp'
import { expect, test, vi } from 'vitest'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { RENDITION_WIDTHS } from '../../shared/constants.ts'
import { RENDITION_FORMATS } from '../../shared/renditions.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { changeStore } from '../support/change-store.ts'
import { startServer, useServer } from '../support/start-server.ts'
import { storeFile } from '../support/store-file.ts'

const server = await useServer()
const drawing = sharp({ create: { width: 400, height: 500, channels: 3, background: '#c8442a' } })

test.each(RENDITION_FORMATS)('serves a picture as %s, never enlarged, cached as immutable', async (format) => {
  const hash = await storeFile(server.store, await drawing.clone().webp().toBuffer(), 'webp')
  // All formats are written by the same code; only one is encoded in several widths.
  for (const width of format === 'webp' ? [RENDITION_WIDTHS[0], RENDITION_WIDTHS.at(-1)!] : [320]) {
    const path = `/images/${hash}/${width}.${format}`
    const get = server.request.get(path).buffer(true).expect(200).expect('Content-Type', `image/${format}`)
    const response = await get.expect('Cache-Control', 'public, max-age=31536000, immutable')
    const metadata = await sharp(response.body as Buffer).metadata()
    expect([metadata.width, metadata.height]).toEqual([Math.min(400, width), Math.min(500, width * 1.25)])
    await server.request.get(path).set('If-None-Match', response.headers['etag']!).expect(304)
  }
  const head = await server.request.head(`/images/${hash}/320.${format}`)
  expect([head.status, Number(head.headers['content-length']) > 0]).toEqual([200, true])
})

test('returns a short 404 with no-store for any other rendition path', async () => {
  const hash = await storeFile(server.store, await drawing.clone().png().toBuffer(), 'png')
  expect((await server.request.get(`/images/${hash.slice(0, 20)}/320.webp`)).status).toBe(200)
  expect((await server.request.get(`/images/${hash}/320.webp`)).status).toBe(200)
  const paths = [
    `${hash}/321.webp`,
    `${hash}/320.png`,
    `${hash.toUpperCase()}/320.webp`,
    `${hash.slice(0, 19)}/320.webp`,
    `${'0'.repeat(64)}/320.webp`,
    `${hash.slice(0, 20)}${'0'.repeat(44)}/320.webp`,
    '../../etc/passwd',
  ]
  for (const path of paths) {
    const { text } = await server.request.get(`/images/${path}`).expect(404).expect('Cache-Control', 'no-store')
    expect(text.length, path).toBeLessThan(100)
  }
  const made = `${hash.slice(0, 20)}${'0'.repeat(44)}`
  await server.request.get(`/images/${made}/320.webp`).set('If-None-Match', `"${made}-320-webp"`).expect(404)
})

const readRendition = async (path: string, options?: SharpOptions) =>
  sharp((await server.request.get(`/images/${path}`)).body as Buffer, options)
const create = (background: Color, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 200, height: 100, channels, background } })
    .png()
    .toBuffer()

test('renditions are upright, in sRGB, not animated and without EXIF data; JPEG replaces transparency', async () => {
  const photo = drawing.clone().withExif({ IFD0: { Copyright: 'somebody' } })
  const rotated = await storeFile(server.store, await photo.withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'jpeg')
  const upright = await (await readRendition(`${rotated}/320.jpeg`)).metadata()
  expect([upright.width, upright.height, upright.orientation, upright.exif]).toEqual([320, 256, undefined, undefined])

  const printed = await storeFile(server.store, await drawing.clone().toColourspace('cmyk').jpeg().toBuffer(), 'jpeg')
  expect(await (await readRendition(`${printed}/160.webp`)).metadata()).toMatchObject({ space: 'srgb', channels: 3 })

  const frames = sharp(await Promise.all([create('#f00'), create('#00f')]), { join: { animated: true } })
  const moving = await storeFile(server.store, await frames.gif().toBuffer(), 'gif')
  const still = await (await readRendition(`${moving}/160.webp`, { pages: -1 })).metadata()
  expect([still.width, still.height, still.pages ?? 1]).toEqual([160, 80, 1])

  const glass = await storeFile(server.store, await create({ r: 0, g: 0, b: 0, alpha: 0 }, 4), 'png')
  const { data } = await (await readRendition(`${glass}/160.jpeg`)).raw().toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeGreaterThan(250)
  expect((await (await readRendition(`${glass}/160.webp`)).metadata()).hasAlpha).toBe(true)
})

test('returns 500 for a broken picture and for a decompression bomb, and 200 for others', async () => {
  const good = await drawing.clone().jpeg().toBuffer()
  const broken = await storeFile(server.store, good.subarray(0, 300), 'jpeg')
  const bomb = await storeFile(server.store, writeBlankPng(11_000, 11_000), 'png')
  for (const hash of [broken, bomb]) expect((await server.request.get(`/images/${hash}/320.webp`)).status).toBe(500)
  const whole = await storeFile(server.store, good, 'jpeg')
  expect((await server.request.get(`/images/${whole}/320.webp`)).status).toBe(200)
})

test('creates a rendition once for concurrent requests and keeps it on disk across a restart', async () => {
  const findImage = vi.fn<CatalogStore['findImage']>()
  const wrapStore = (store: CatalogStore) => {
    findImage.mockImplementation((hash) => store.findImage(hash))
    return changeStore(store, { findImage })
  }
  await using server = await startServer({ wrapStore })
  const { dataDir } = server.context.config
  const hash = await storeFile(server.store, await drawing.clone().webp().toBuffer(), 'webp')
  const ask = (width: number) => server.request.get(`/images/${hash}/${width}.webp`)
  await Promise.all(Array.from({ length: 12 }, () => ask(320)))
  expect(findImage).toHaveBeenCalledTimes(1)
  await ask(320)
  expect(findImage).toHaveBeenCalledTimes(1)
  const folder = join(dataDir, 'renditions')
  expect(await readdir(folder)).toEqual([`${hash}-320.webp`])

  await writeFile(join(folder, 'abandoned.unfinished'), 'x')
  await utimes(join(folder, 'abandoned.unfinished'), 0, 0)
  await mkdir(join(folder, 'worker-1'))
  await using again = await startServer({ wrapStore, environment: { DATA_DIR: dataDir } })
  await again.request.get(`/images/${hash}/320.webp`)
  expect(findImage).toHaveBeenCalledTimes(1)
  expect(await readdir(folder)).toEqual([`${hash}-320.webp`])
  await rm(folder, { recursive: true })
  expect((await ask(320)).status).toBe(200)
  expect(findImage).toHaveBeenCalledTimes(2)
})

test('serves pictures if the disk cache is off or cannot be written, and logs the failure once', async () => {
  await using server = await startServer({ environment: { PICTURE_CACHE_MB: '0' } })
  const hash = await storeFile(server.store, await drawing.clone().webp().toBuffer(), 'webp')
  expect((await server.request.get(`/images/${hash}/160.webp`)).status).toBe(200)
  expect(await readdir(server.context.config.dataDir)).not.toContain('renditions')

  await using blocked = await startServer()
  await storeFile(blocked.store, await drawing.clone().webp().toBuffer(), 'webp')
  await writeFile(join(blocked.context.config.dataDir, 'renditions'), 'in the way')
  await chmod(join(blocked.context.config.dataDir, 'renditions'), 0o444)
  for (const width of [160, 320]) expect((await blocked.request.get(`/images/${hash}/${width}.webp`)).status).toBe(200)
  expect(blocked.logLines.filter((line) => String(line['msg']).includes('cannot be cached on disk'))).toHaveLength(1)
})
