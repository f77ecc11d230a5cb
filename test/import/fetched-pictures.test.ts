import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formatReport } from '../../server/import/format-report.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { isPublicAddress } from '../../server/base/public-address.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { startSupplier } from '../support/supplier.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()

/** Starts a picture server. The paths named here fail or redirect. */
const startPictureServer = () =>
  startSupplier(
    {
      '/moved.jpg': (res) => res.writeHead(302, { location: '/bowl.jpg' }).end(),
      '/round.jpg': (res) => res.writeHead(302, { location: '/round.jpg' }).end(),
      '/gone.jpg': (res) => res.writeHead(404).end(),
      '/letter.jpg': (res) => res.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>not a picture</html>'),
      '/file.jpg': (res) => res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      '/cut.jpg': (res) =>
        res
          .writeHead(200, { 'content-length': String(picture.length) })
          .write(picture.subarray(0, 200), () => res.destroy()),
    },
    (res) => res.writeHead(200, { 'content-type': 'text/plain' }).end(picture),
  )

/** Allows loopback addresses, which are not public. */
const LOCAL: ImportOptions = {
  fetchImages: true,
  downloadRules: { protocols: ['http:', 'https:'], isAllowed: () => true },
}

test('fetches pictures of descriptions once and stores them', async () => {
  await using pictures = await startPictureServer()
  await using catalog = await openTempCatalog()
  const text = writeShopifyCsv([{ ...BOWL, 'Body (HTML)': `<p><img src="${pictures.url}/bowl.jpg" alt="A bowl"></p>` }])
  expect((await catalog.importText(text, LOCAL)).pictures).toMatchObject({
    stored: 1,
    remote: { count: 0 },
    missing: { count: 0 },
  })
  expect((await catalog.readProduct('bowl'))!.description).toMatch(
    /^<p><img src="picture:[0-9a-f]{64}\.jpeg" width="60" height="40" alt="A bowl" \/><\/p>$/,
  )
  await catalog.importText(text, LOCAL)
  expect(pictures.asked).toEqual(['/bowl.jpg'])
})

function importSources(catalog: TempCatalog, sources: readonly string[], options: ImportOptions) {
  return catalog.importText(
    writeShopifyCsv(sources.map((source, index) => ({ ...BOWL, Handle: `bowl-${index}`, 'Image Src': source }))),
    options,
  )
}

test('fetches each remote picture once, and none at a second import', async () => {
  await using server = await startPictureServer()
  await using catalog = await openTempCatalog()
  const sources = ['/bowl.jpg', '/bowl.jpg?v=2', '/moved.jpg'].map((path) => server.url + path)
  const report = await importSources(catalog, sources, LOCAL)
  expect(report.pictures).toMatchObject({ stored: 1 })
  const products = await Promise.all([0, 1, 2].map((index) => catalog.readProduct(`bowl-${index}`)))
  for (const product of products)
    expect(product!.images).toEqual([expect.objectContaining({ width: 60, height: 40, format: 'jpeg' })])
  expect(server.asked.toSorted()).toEqual(['/bowl.jpg', '/bowl.jpg', '/moved.jpg'])
  const again = await importSources(catalog, sources, LOCAL)
  expect([again.products.unchanged, server.asked.length]).toEqual([3, 3])
})

test('reports pictures that cannot be fetched with a reason and imports the others', async () => {
  await using server = await startPictureServer()
  await using catalog = await openTempCatalog()
  const paths = ['/bowl.jpg', '/gone.jpg', '/round.jpg', '/letter.jpg', '/file.jpg', '/cut.jpg']
  const report = await importSources(
    catalog,
    paths.map((path) => server.url + path),
    LOCAL,
  )
  expect(report.pictures.stored).toBe(1)
  expect((await catalog.readProduct('bowl-0'))!.images).toHaveLength(1)
  for (const index of [1, 2, 3, 4, 5])
    expect((await catalog.readProduct(`bowl-${index}`))!.images, paths[index]).toEqual([])
  const text = JSON.stringify(report)
  for (const reason of [
    'the server responded with status 404',
    'there are more than 3 redirects',
    'the file is an SVG or a web page, not a photo',
    'the protocol file is not allowed',
  ])
    expect(text).toContain(reason)
})

test.each([
  'https://127.0.0.1:9/a.jpg',
  'https://localhost/a.jpg',
  'https://[::1]/a.jpg',
  'https://169.254.169.254/latest/a.jpg',
])('%s is in a private network and is not fetched', async (source) => {
  await using catalog = await openTempCatalog()
  const report = await importSources(catalog, [source], { fetchImages: true })
  expect((await catalog.readProduct('bowl-0'))!.images).toEqual([{ url: new URL(source).href, alt: 'Bowl' }])
  expect(JSON.stringify(report)).toContain(
    'the picture could not be downloaded: the address is in a private network; pages load the picture from its remote address',
  )
})

test('a dry run fetches nothing, and gives the numbers of an import that can fetch all pictures', async () => {
  await using server = await startPictureServer()
  await using catalog = await openTempCatalog()
  const sources = ['/bowl.jpg', '/bowl.jpg?v=2'].map((path) => server.url + path)
  await importSources(catalog, sources, {})
  const preview = await importSources(catalog, sources, { ...LOCAL, dryRun: true })
  expect(server.asked).toEqual([])
  expect(preview.pictures).toMatchObject({ planned: 1, stored: 0, missing: { count: 0 } })
  expect(formatReport(preview, { verbose: false, fetchCommand: null })).toMatch(/Pictures +1 to fetch/)
  const report = await importSources(catalog, sources, LOCAL)
  expect(report.products).toEqual(preview.products)
  expect(report.products.changed).toBe(2)
  expect(report.pictures).toMatchObject({ planned: 0, stored: 1 })
})

test('a dry run reports addresses that must not be fetched as the import does', async () => {
  await using catalog = await openTempCatalog()
  const options = { fetchImages: true } as const
  const preview = await importSources(catalog, ['https://127.0.0.1:9/a.jpg'], { ...options, dryRun: true })
  const report = await importSources(catalog, ['https://127.0.0.1:9/a.jpg'], options)
  expect({ ...preview, dryRun: false }).toEqual(report)
})

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['::ffff:93.184.216.34', true],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['64:ff9b::7f00:1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fec0::1', false],
  ['::ffff:0:7f00:1', false],
  ['100:0:0:1::1', false],
  ['3fff::1', false],
  ['5f00::1', false],
  ['shop.example', false],
])('%s is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})
