import sharp from 'sharp'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { fillStore, startServer, type TestServer } from '../support/start-server.ts'
import { storeFile } from '../support/store-file.ts'

/** @returns the addresses of both sizes, of which pages link one */
async function readIcons(server: TestServer): Promise<readonly string[]> {
  const { text } = await server.request.get('/')
  const [, linked = ''] = /<link rel="icon" href="([^"]+)">/.exec(text) ?? []
  return [linked, linked.replace('192', '512')]
}

async function readPoint(png: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(png).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

test('without a logo the icons show the initial on the accent colour', async () => {
  await using server = await startServer({
    site: { ...NEUTRAL_SITE, name: 'Éclair and other baked goods', accentColor: '#004488' },
  })
  for (const [index, path] of (await readIcons(server)).entries()) {
    const icon = server.request.get(path).expect(200).expect('Content-Type', 'image/png')
    const { body } = await icon.expect('Cache-Control', 'public, max-age=31536000, immutable')
    const { width, height } = await sharp(body as Buffer).metadata()
    expect([width, height]).toEqual(index === 0 ? [192, 192] : [512, 512])
    expect(await readPoint(body as Buffer, 2, 2)).toEqual([0, 0x44, 0x88, 255])
    expect(await readPoint(body as Buffer, width - 1, height - 1)).toEqual([0, 0x44, 0x88, 255])
    // This pixel is in the vertical stroke of the E.
    expect(await readPoint(body as Buffer, Math.round(width * 0.43), Math.round(height * 0.6))).toEqual([
      255, 0xfa, 0xf5, 255,
    ])
  }
})

test('with a logo the icons show it centred, on an opaque background for phones', async () => {
  const bytes = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  await using server = await startServer()
  const [before] = await readIcons(server)
  const hash = await storeFile(server.store, bytes, 'png')
  await fillStore(server.store, {
    site: { ...NEUTRAL_SITE, logo: { hash, format: 'png', width: 300, height: 100, alt: '' } },
  })
  const [path] = await readIcons(server)
  const plain = (await server.request.get(path!).expect(200)).body as Buffer
  expect(await readPoint(plain, 96, 96)).toEqual([0, 255, 0, 255])
  expect(await readPoint(plain, 96, 2)).toEqual([0, 0, 0, 0])

  // Pages from before the change link the old URL, which now returns the new icon.
  const old = await server.request.get(before!).expect(200)
  expect([old.body, old.headers['cache-control']]).toEqual([plain, 'public, max-age=3600'])
  const { body: apple } = await server.request.get('/apple-touch-icon.png').expect(200)
  expect(await sharp(apple as Buffer).metadata()).toMatchObject({ width: 180, height: 180 })
  expect(await readPoint(apple as Buffer, 90, 90)).toEqual([0, 255, 0, 255])
  expect(await readPoint(apple as Buffer, 90, 2)).toEqual([0xf7, 0xf4, 0xef, 255])
  const favicon = await server.request.get('/favicon.ico').expect(200)
  expect(await sharp(favicon.body as Buffer).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
})

test('creates icons for a name in an unsupported script and for an unreadable logo, and none of another size', async () => {
  const logo = { hash: 'b'.repeat(64), format: 'png', width: 1, height: 1, alt: '' } as const
  await using server = await startServer({ site: { ...NEUTRAL_SITE, name: '陶器', logo } })
  await server.store.write((writer) => writer.putImage(logo.hash, { bytes: Buffer.from('no picture'), format: 'png' }))
  const [, path] = await readIcons(server)
  const { body } = await server.request.get(path!).expect(200)
  expect((await sharp(body as Buffer).stats()).channels[2]!.max).toBeGreaterThan(240)
  const other = server.request.get('/icons/00000000/icon-64.png').expect(404)
  await other.expect('Content-Type', /^text\/plain/)
})
