import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkCatalog } from '../../server/check/check-catalog.ts'
import type { Stores } from '../../server/databases/open-stores.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import { pictureAddressKey } from '../../server/import/pictures/picture-name.ts'
import { listRemoteFiles } from '../../server/import/background/replace-remote.ts'
import { PictureFetcher, type PictureFetcherOptions } from '../../server/import/background/picture-fetcher.ts'
import { type Respond, startSupplier } from '../support/supplier.ts'
import { DATABASE_KINDS, openDatabase } from '../support/both-databases.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { writePdf } from '../support/sample-documents.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'

const FETCHER_PROCESS = join(PROJECT_DIR, 'test', 'support', 'picture-fetcher-process.ts')

const pictureOf = (colour: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
/** Returns a different colour for each path, so that no two paths have the same picture. */
const colourOf = (path: string) => `#${createHash('sha256').update(path).digest('hex').slice(0, 6)}`

const TEAL = await pictureOf('teal')

/** Starts the old shop, which has a picture at each path unless a test says otherwise. */
async function startShop(responses: Readonly<Record<string, Respond>> = {}) {
  let open = 0
  let mostOpen = 0
  const server = await startSupplier({}, async (res, req, attempt) => {
    mostOpen = Math.max(mostOpen, ++open)
    res.on('close', () => (open -= 1))
    const respond = responses[req.url!]
    if (respond) respond(res, req, attempt)
    else res.end(await pictureOf(colourOf(req.url!)))
  })
  return { ...server, mostOpen: () => mostOpen }
}

const goneTwice: Respond = (res, _req, attempt) => (attempt <= 2 ? res.writeHead(404).end() : res.end(TEAL))
const page: Respond = (res) => res.setHeader('content-type', 'image/jpeg').end('<html>Please log in</html>')
const sheet: Respond = (res) => res.end(writePdf())
const busy: Respond = (res) => res.writeHead(429, { 'retry-after': '3000' }).end()
const hangUp: Respond = (res) => res.destroy()
const cutOnce: Respond = (res, _req, attempt) => {
  if (attempt > 1) return res.end(TEAL)
  return res.writeHead(200, { 'content-length': TEAL.length }).write(TEAL.subarray(0, 50), () => res.destroy())
}

/** Starts a fetcher whose waits are short, and which may ask loopback addresses. */
function startFetcher({ catalog, background }: Stores, options: Partial<PictureFetcherOptions> = {}) {
  const results: string[] = []
  const lines: Record<string, unknown>[] = []
  const fetcher = new PictureFetcher({
    catalog,
    background,
    logger: pino({}, { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
    countPicture: (result) => results.push(result),
    rules: { protocols: ['http:', 'https:'], isAllowed: () => true },
    pollIntervalMs: 20,
    revisionIntervalMs: 20,
    retryFirstMs: 0,
    ...options,
  })
  fetcher.start()
  return { results, lines, stop: () => fetcher.stop(), [Symbol.asyncDispose]: () => fetcher.stop() }
}

const buildBowl = (
  slug: string,
  addresses: readonly string[],
  rest: Partial<Parameters<typeof buildProduct>[0]> = {},
) => buildProduct({ slug, name: slug, images: addresses.map((url) => ({ url, alt: slug })), ...rest })

const fill = ({ catalog }: Stores, products: readonly ReturnType<typeof buildProduct>[]) =>
  catalog.write(async (writer) => {
    for (const product of products) await writer.putProduct(product)
  })

/** Makes the lease of a killed process end now instead of after two minutes. */
async function expireLease({ background }: Stores): Promise<void> {
  expect(await background.pictureLease.take('test', Number.MAX_SAFE_INTEGER, 0)).toBe(true)
}

const countRemote = async ({ catalog }: Stores) => (await catalog.readStatistics()).remoteImages

test.each(DATABASE_KINDS)(
  '%s: pictures in galleries and texts are fetched once and shown from the database',
  async (kind) => {
    await using shop = await startShop()
    await using database = await openDatabase(kind)
    await using stores = await database.open()
    const [front, back] = [`${shop.url}/front.jpg?v=1`, `${shop.url}/back.jpg`]
    await fill(stores, [
      buildBowl('bowl', [front, back], {
        description: `<p><img src="${back}" alt="From behind" /></p>`,
        variants: [buildVariant({ key: 'a', imageIndex: 1 })],
      }),
      buildBowl('hidden-bowl', [front], { visibility: 'hidden' }),
    ])
    const history = await stores.catalog.listChanges()
    await using fetcher = startFetcher(stores)
    await expect.poll(() => countRemote(stores)).toBe(0)
    const bowl = (await stores.catalog.findProduct('bowl'))!
    expect(bowl.images.map((image) => 'hash' in image && [image.width, image.alt])).toEqual([
      [60, 'bowl'],
      [60, 'bowl'],
    ])
    expect(bowl.description).toMatch(
      /^<p><img src="picture:[0-9a-f]{64}\.jpeg" width="60" height="40" alt="From behind" \/><\/p>$/,
    )
    expect(bowl.variants[0].imageIndex).toBe(1)
    expect((await stores.catalog.findProductCard('bowl'))!.image).toMatchObject({ width: 60 })
    expect(shop.asked.toSorted()).toEqual(['/back.jpg', '/front.jpg?v=1'])
    expect(fetcher.results).toEqual(['stored', 'stored'])
    expect(await stores.catalog.listChanges()).toEqual(history)
  },
)

test.each(DATABASE_KINDS)(
  '%s: documents at remote addresses are fetched and linked from the database, and those that are none stay there',
  async (kind) => {
    await using shop = await startShop({ '/sheet.pdf': sheet, '/copy.pdf': sheet, '/login.pdf': page })
    await using database = await openDatabase(kind)
    await using stores = await database.open()
    const linkTo = (path: string) => ({ name: path, url: shop.url + path })
    await fill(stores, [
      buildProduct({ slug: 'a', documents: [linkTo('/sheet.pdf'), linkTo('/copy.pdf'), linkTo('/login.pdf')] }),
      buildProduct({ slug: 'b', documents: [linkTo('/sheet.pdf'), linkTo('/manual')] }),
    ])
    await using fetcher = startFetcher(stores, { retryFirstMs: 3_600_000 })
    await expect.poll(() => countRemote(stores)).toBe(1)
    const read = (slug: string) => stores.catalog.read((reader) => reader.findProduct(slug))
    await expect.poll(async () => (await read('b'))!.documents[0]!.url).toMatch(/^\/files\/[0-9a-f]{20}\/sheet\.pdf$/)
    const { url } = (await read('b'))!.documents[0]!
    expect((await read('a'))!.documents).toEqual([
      { name: '/sheet.pdf', url, bytes: writePdf().length },
      { name: '/copy.pdf', url: url.replace('sheet', 'copy'), bytes: writePdf().length },
      linkTo('/login.pdf'),
    ])
    expect((await read('b'))!.documents[1]).toEqual(linkTo('/manual'))
    expect(shop.asked.toSorted()).toEqual(['/copy.pdf', '/login.pdf', '/sheet.pdf'])
    expect(fetcher.results.toSorted()).toEqual(['failed', 'stored', 'stored'])
    const { findings } = await checkCatalog(stores.catalog, undefined, null, stores.background)
    expect(findings.find(({ kind: found }) => found === 'remoteDocument')?.entries).toEqual([
      { slug: 'a', detail: expect.stringContaining('/login.pdf: its content is not that of a PDF') },
    ])
  },
)

test.each(DATABASE_KINDS)(
  '%s: a later import of the same addresses keeps the stored pictures and changes nothing',
  async (kind) => {
    await using database = await openDatabase(kind)
    await using stores = await database.open()
    const path = `${database.folder}/products.csv`
    const sources = ['https://shop.example/front.jpg?v=1', '//shop.example/back.jpg'] as const
    await writeFile(
      path,
      writeShopifyCsv([
        { ...BOWL, 'Image Src': sources[0] },
        { Handle: 'bowl', 'Image Src': sources[1] },
      ]),
    )
    await importFile(stores.catalog, path)
    const [stored] = await stores.catalog.read((reader) => reader.listWithRemotePictures(0, 10))
    const addresses = listRemoteFiles(stored!.product).map(({ address }) => address)
    expect(addresses).toEqual([sources[0], `https:${sources[1]}`])
    // The fetcher stores pictures like this.
    for (const address of addresses) {
      const hash = createHash('sha256').update(address).digest('hex')
      const picture = { hash, format: 'jpeg', width: 60, height: 40 } as const
      await stores.catalog.writeUnrecorded((writer) =>
        writer.putFetchedPicture(pictureAddressKey(address), picture, { bytes: TEAL, format: 'jpeg' }),
      )
    }
    await using _fetcher = startFetcher(stores)
    await expect.poll(() => countRemote(stores)).toBe(0)
    const { revision } = stores.catalog
    const report = await importFile(stores.catalog, path)
    expect(report.products).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
    expect(stores.catalog.revision).toBe(revision)
  },
)

test('at most four pictures are downloaded at once, and products change once at the end of the interval', async () => {
  await using shop = await startShop()
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  await fill(
    stores,
    Array.from({ length: 12 }, (_, index) =>
      buildBowl(`bowl-${index}`, [`${shop.url}/${index}a.jpg`, `${shop.url}/${index}b.jpg`]),
    ),
  )
  await using fetcher = startFetcher(stores, { revisionIntervalMs: 60_000 })
  await expect.poll(() => countRemote(stores)).toBe(0)
  expect(shop.mostOpen()).toBeLessThanOrEqual(4)
  expect(shop.asked).toHaveLength(24)
  expect(fetcher.lines.filter(({ products }) => products !== undefined)).toMatchObject([{ products: 12 }])
})

test('a failed download is retried later, also by another process; the other pictures of the product are stored', async () => {
  await using shop = await startShop({ '/gone.jpg': goneTwice, '/page.jpg': page, '/cut.jpg': cutOnce })
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  const addresses = ['bowl', 'gone', 'page', 'cut'].map((name) => `${shop.url}/${name}.jpg`)
  await fill(stores, [buildBowl('bowl', addresses)])
  {
    await using first = startFetcher(stores, { retryFirstMs: 3_600_000 })
    await expect.poll(() => countRemote(stores)).toBe(3)
    expect(first.results.toSorted()).toEqual(['failed', 'failed', 'failed', 'stored'])
  }
  expect(await stores.background.pictures.findFailure(addresses[1]!)).toMatchObject({
    attempts: 1,
    reason: 'the server responded with status 404',
  })
  expect(await stores.background.pictures.findFailure(addresses[2]!)).toMatchObject({
    reason: expect.stringContaining('web page') as string,
  })
  const { faults } = await checkCatalog(stores.catalog, undefined, null, stores.background)
  expect(faults.find(({ kind }) => kind === 'foreignPicture')!.entries).toEqual([
    { slug: 'bowl', detail: `${addresses[1]} (not fetched so far: the server responded with status 404)` },
  ])
  for (const address of addresses) {
    const failure = await stores.background.pictures.findFailure(address)
    if (failure) await stores.background.pictures.putFailure(address, { ...failure, nextAt: 0 })
  }
  await using _second = startFetcher(stores)
  await expect.poll(() => countRemote(stores)).toBe(1)
  expect(shop.asked.filter((path) => path === '/bowl.jpg')).toHaveLength(1)
  expect(await stores.background.pictures.findFailure(addresses[1]!)).toBeUndefined()
})

test('a host that asks for a pause gets no further requests until then', async () => {
  await using busyShop = await startShop({ '/0.jpg': busy, '/1.jpg': busy, '/2.jpg': busy, '/3.jpg': busy })
  await using shop = await startShop()
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  const addresses = Array.from({ length: 30 }, (_, index) => `${busyShop.url}/${index}.jpg`)
  await fill(stores, [buildBowl('bowl', [...addresses, `${shop.url}/own.jpg`])])
  await using fetcher = startFetcher(stores)
  await expect.poll(() => countRemote(stores)).toBe(30)
  expect(busyShop.asked.length).toBeLessThanOrEqual(4)
  expect(fetcher.results).toEqual(['stored'])
  expect(await stores.background.pictures.findFailure(addresses[0]!)).toBeUndefined()
})

test('a host that does not respond is left alone after a few attempts', async () => {
  const paths = Array.from({ length: 40 }, (_, index) => `/${index}.jpg`)
  await using shop = await startShop(Object.fromEntries(paths.map((path) => [path, hangUp])))
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  await fill(stores, [
    buildBowl(
      'bowl',
      paths.map((path) => shop.url + path),
    ),
  ])
  await using fetcher = startFetcher(stores, { retryFirstMs: 3_600_000 })
  await expect.poll(() => fetcher.results.length).toBeGreaterThanOrEqual(5)
  await expect.poll(() => stores.background.pictureLease.take('another', Date.now(), Date.now() + 60_000)).toBe(true)
  expect(shop.asked.length).toBeLessThanOrEqual(8)
})

test('private addresses are not fetched, also after a redirect', async () => {
  await using shop = await startShop({
    '/moved.jpg': (res) => res.writeHead(302, { location: 'http://10.0.0.1/secret.jpg' }).end(),
  })
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  const addresses = [
    'http://127.0.0.1:1/own.jpg',
    'http://[::1]/own.jpg',
    'file:///etc/passwd',
    `${shop.url}/moved.jpg`,
  ]
  await fill(stores, [buildBowl('bowl', addresses)])
  const port = new URL(shop.url).port
  // Only the shop counts as public here.
  await using fetcher = startFetcher(stores, {
    rules: { protocols: ['http:'], isAllowed: (address) => address === '127.0.0.1' && port !== '' },
    retryFirstMs: 3_600_000,
  })
  await expect.poll(() => fetcher.results.length).toBe(4)
  expect(fetcher.results).not.toContain('stored')
  expect(await stores.background.pictures.findFailure(addresses[1]!)).toMatchObject({
    reason: 'the address is in a private network',
  })
  expect(await stores.background.pictures.findFailure(addresses[2]!)).toMatchObject({
    reason: 'the protocol file is not allowed',
  })
  expect(await stores.background.pictures.findFailure(addresses[3]!)).toMatchObject({
    reason: 'the address is in a private network',
  })
})

test.each(DATABASE_KINDS)(
  '%s: only one of two processes fetches, and the other one continues when it stops',
  async (kind) => {
    await using shop = await startShop()
    await using database = await openDatabase(kind)
    await using stores = await database.open()
    await using others = await database.open()
    const addresses = Array.from({ length: 40 }, (_, index) => `${shop.url}/${index}.jpg`)
    await fill(
      stores,
      addresses.map((address, index) => buildBowl(`bowl-${index}`, [address])),
    )
    const first = startFetcher(stores)
    await using second = startFetcher(others)
    await expect.poll(() => first.results.length + second.results.length).toBeGreaterThan(5)
    await first.stop()
    await expect.poll(() => countRemote(stores)).toBe(0)
    expect(first.results.length + second.results.length).toBe(40)
    const twice = shop.asked.length - new Set(shop.asked).size
    // Downloads in progress were aborted when the first process stopped.
    expect(twice).toBeLessThanOrEqual(4)
  },
)

test('an expired lease of a killed process is taken over', async () => {
  await using shop = await startShop()
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  await stores.background.pictureLease.take('killed', Date.now(), Date.now() - 1)
  await fill(stores, [buildBowl('bowl', [`${shop.url}/bowl.jpg`])])
  await using _fetcher = startFetcher(stores)
  await expect.poll(() => countRemote(stores)).toBe(0)
})

test('undoing an import that stored the same picture keeps it for the products that have it', async () => {
  await using shop = await startShop()
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  await fill(stores, [buildBowl('bowl', [`${shop.url}/teal.jpg`])])
  const bytes = await pictureOf(colourOf('/teal.jpg'))
  const hash = createHash('sha256').update(bytes).digest('hex')
  await stores.catalog.write(async (writer) => {
    await writer.putImage(hash, { bytes, format: 'jpeg' })
    await writer.putProduct(
      buildProduct({ slug: 'cup', images: [{ hash, format: 'jpeg', width: 60, height: 40, alt: '' }] }),
    )
  })
  await using fetcher = startFetcher(stores)
  await expect.poll(() => countRemote(stores)).toBe(0)
  await fetcher.stop()
  await stores.catalog.rollback()
  expect(await stores.catalog.findImage(hash)).toBeDefined()
  expect(await stores.catalog.findProduct('cup')).toBeUndefined()
})

test('pictures stay where they are if the site says so', async () => {
  await using shop = await startShop()
  await using database = await openDatabase('sqlite')
  await using stores = await database.open()
  await fill(stores, [buildBowl('bowl', [`${shop.url}/bowl.jpg`])])
  await stores.catalog.write(async (writer) =>
    writer.putSite({ ...(await writer.readSite()), keepRemotePictures: true }),
  )
  {
    await using _fetcher = startFetcher(stores)
    await expect.poll(() => stores.background.pictureLease.take('another', Date.now(), Date.now())).toBe(true)
  }
  expect(shop.asked).toEqual([])
  await stores.catalog.write(async (writer) =>
    writer.putSite({ ...(await writer.readSite()), keepRemotePictures: false }),
  )
  await using _again = startFetcher(stores)
  await expect.poll(() => countRemote(stores)).toBe(0)
})

test.each(DATABASE_KINDS)(
  '%s: of two processes that are killed again and again, no picture is lost or stored twice',
  async (kind) => {
    await using shop = await startShop()
    await using database = await openDatabase(kind)
    await using stores = await database.open()
    const paths = Array.from({ length: 60 }, (_, index) => `/${index}.jpg`)
    await fill(
      stores,
      paths.map((path) => buildBowl(`bowl${path.slice(1, -4)}`, [shop.url + path])),
    )
    const kills = [5, 20, 40]
    for (const asked of kills) {
      await expireLease(stores)
      await using _first = database.startProcess(FETCHER_PROCESS)
      await using _second = database.startProcess(FETCHER_PROCESS)
      await expect.poll(() => shop.asked.length).toBeGreaterThan(asked)
    }
    await expireLease(stores)
    await using _last = database.startProcess(FETCHER_PROCESS)
    await expect.poll(() => countRemote(stores)).toBe(0)
    const { images } = await stores.catalog.readStatistics()
    expect(images.count).toBe(60)
    expect(new Set(shop.asked).size).toBe(60)
    // Only downloads in progress are repeated.
    expect(shop.asked.length).toBeLessThanOrEqual(60 + kills.length * 4)
  },
)
