import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { fillStore, startServer, type TestServer } from '../support/start-server.ts'

interface Manifest {
  readonly icons: readonly {
    readonly src: string
    readonly sizes: string
    readonly type: string
    readonly purpose: string
  }[]
  readonly [field: string]: unknown
}

async function readManifest(server: TestServer): Promise<Manifest> {
  const { text, headers } = await server.request.get('/manifest.webmanifest').buffer().expect(200)
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
  return JSON.parse(text) as Manifest
}

async function readPoint(png: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(png).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

test('without a logo the icons show the initial on the accent colour, in the sizes of the manifest', async () => {
  await using server = await startServer({
    site: { ...NEUTRAL_SITE, name: 'Éclair and other baked goods', locale: 'fr-CA', accentColor: '#004488' },
  })
  const { icons, ...manifest } = await readManifest(server)
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Éclair and other baked goods',
    lang: 'fr-CA',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    theme_color: '#f7f4ef',
  })
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of icons) {
    const { body, headers } = await server.request.get(src).expect(200)
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'image/png',
      'public, max-age=31536000, immutable',
    ])
    const { width, height } = await sharp(body as Buffer).metadata()
    expect(`${width}x${height}`).toBe(sizes)
    expect(await readPoint(body as Buffer, 2, 2)).toEqual([0, 0x44, 0x88, 255])
    expect(await readPoint(body as Buffer, width - 1, height - 1)).toEqual([0, 0x44, 0x88, 255])
    // This pixel is in the vertical stroke of the E.
    expect(await readPoint(body as Buffer, Math.round(width * 0.43), Math.round(height * 0.6))).toEqual([
      255, 0xfa, 0xf5, 255,
    ])
  }
  const { text } = await server.request.get('/')
  expect(text).toContain(`<link rel="icon" href="${icons[0]!.src}">`)
  expect(text).toContain('<link rel="manifest" href="/manifest.webmanifest">')
})

test('with a logo the icons show it centred, on an opaque background in the maskable icon', async () => {
  const bytes = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  await using server = await startServer()
  const before = await readManifest(server)
  await server.store.write((writer) => writer.putImage(hash, { bytes, format: 'png' }))
  await fillStore(server.store, {
    site: { ...NEUTRAL_SITE, logo: { hash, format: 'png', width: 300, height: 100, alt: '' } },
  })
  const { icons } = await readManifest(server)
  const [plain, , maskable] = await Promise.all(
    icons.map(async ({ src }) => (await server.request.get(src).expect(200)).body as Buffer),
  )
  expect([await readPoint(plain!, 96, 96), await readPoint(plain!, 96, 2)]).toEqual([
    [0, 255, 0, 255],
    [0, 0, 0, 0],
  ])
  expect([await readPoint(maskable!, 256, 256), await readPoint(maskable!, 256, 2)]).toEqual([
    [0, 255, 0, 255],
    [0xf7, 0xf4, 0xef, 255],
  ])

  // Pages from before the change link the old URL, which now returns the new icon.
  const old = await server.request.get(before.icons[0]!.src).expect(200)
  expect([old.body, old.headers['cache-control']]).toEqual([plain, 'public, max-age=3600'])
  const apple = await server.request.get('/apple-touch-icon.png').expect(200)
  expect(await sharp(apple.body as Buffer).metadata()).toMatchObject({ width: 180, height: 180 })
  const favicon = await server.request.get('/favicon.ico').expect(200)
  expect(await sharp(favicon.body as Buffer).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
  expect((await server.request.get('/favicon.ico').set('If-None-Match', favicon.headers['etag']!)).status).toBe(304)
})

test('creates icons for a name in an unsupported script and for an unreadable logo', async () => {
  await using server = await startServer({
    site: {
      ...NEUTRAL_SITE,
      name: '陶器',
      logo: { hash: 'b'.repeat(64), format: 'png', width: 1, height: 1, alt: '' },
    },
  })
  await server.store.write((writer) =>
    writer.putImage('b'.repeat(64), { bytes: Buffer.from('no picture'), format: 'png' }),
  )
  const { icons } = await readManifest(server)
  const { body } = await server.request.get(icons[1]!.src).expect(200)
  expect((await sharp(body as Buffer).stats()).channels[2]!.max).toBeGreaterThan(240)
})

test('returns 404 for an unknown icon size, and 405 for DELETE on icons and the manifest', async () => {
  await using server = await startServer()
  const { status, type } = await server.request.get('/icons/00000000/icon-64.png')
  expect([status, type]).toEqual([404, 'text/plain'])
  for (const path of ['/manifest.webmanifest', '/favicon.ico', '/icons/00000000/icon-192.png'])
    expect((await server.request.delete(path)).status).toBe(405)
})
