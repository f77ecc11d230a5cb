import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkCatalog } from '../../server/import/check/check-catalog.ts'
import { formatFetchResult } from '../../server/import/format-report.ts'
import { runCatalogCommand } from '../../server/commands/catalog-command.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import {
  fetchRemoteFiles,
  listRemoteFiles,
  type FetchOptions,
} from '../../server/import/pictures/fetch-remote-files.ts'
import { pictureAddressKey } from '../../server/import/pictures/picture-name.ts'
import type { Product } from '../../shared/catalog.ts'
import { type Respond, startSupplier } from '../support/supplier.ts'
import { DATABASE_KINDS, openDatabase } from '../support/both-databases.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { writePdf } from '../support/sample-documents.ts'
import { CollectedText, NO_TERMINAL } from '../support/run-command.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'

const COMMAND_PROCESS = join(PROJECT_DIR, 'test', 'support', 'catalog-process.ts')

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
const refuse: Respond = (res) => res.destroy()
const gone: Respond = (res) => res.writeHead(404).end()
const sheet: Respond = (res) => res.end(writePdf())
const sendEndlessly: Respond = (res) => {
  const part = Buffer.alloc(1_000_000)
  const write = (): void => void (res.destroyed || res.write(part, write))
  res.writeHead(200).write('%PDF-1.7', write)
}
const cutOnce: Respond = (res, _req, attempt) => {
  if (attempt > 1) return res.end(TEAL)
  return res.writeHead(200, { 'content-length': TEAL.length }).write(TEAL.subarray(0, 50), () => res.destroy())
}

const buildBowl = (
  slug: string,
  addresses: readonly string[],
  rest: Partial<Parameters<typeof buildProduct>[0]> = {},
) => buildProduct({ slug, name: slug, images: addresses.map((url) => ({ url, alt: slug })), ...rest })

/** Opens a database with these products, for which loopback addresses are public. */
async function openSite(products: readonly Product[], kind: (typeof DATABASE_KINDS)[number] = 'sqlite') {
  const resources = new AsyncDisposableStack()
  const database = resources.use(await openDatabase(kind))
  const { catalog } = resources.use(await database.open())
  await catalog.write(async (writer) => {
    for (const product of products) await writer.putProduct(product)
  })
  return {
    catalog,
    database,
    fetchFiles: (options: FetchOptions = {}) =>
      fetchRemoteFiles(catalog, { rules: { protocols: ['http:', 'https:'], isAllowed: () => true }, ...options }),
    countRemote: async () => (await catalog.readStatistics()).remoteImages,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Runs a command in this process, with the same rules for addresses. */
async function runHere({ database }: Awaited<ReturnType<typeof openSite>>, ...args: readonly string[]) {
  const [stdout, stderr] = [new CollectedText(), new CollectedText()]
  const code = await runCatalogCommand(args, {
    env: database.settings,
    stdin: NO_TERMINAL,
    stdout: stdout.stream,
    stderr: stderr.stream,
    downloadRules: { protocols: ['http:'], isAllowed: () => true },
  })
  return { code, out: stdout.text }
}

test.each(DATABASE_KINDS)(
  '%s: pictures in galleries and texts are fetched once and shown from the database',
  async (kind) => {
    await using shop = await startShop()
    const [front, back] = [`${shop.url}/front.jpg?v=1`, `${shop.url}/back.jpg`]
    await using site = await openSite(
      [
        buildBowl('bowl', [front, back], {
          description: `<p><img src="${back}" alt="From behind" /></p>`,
          variants: [buildVariant({ key: 'a', imageIndex: 1 })],
          pictograms: [{ url: back, alt: 'Hot' }],
        }),
        buildBowl('hidden-bowl', [front], { visibility: 'hidden' }),
      ],
      kind,
    )
    const history = await site.catalog.listChanges()
    expect(await site.fetchFiles()).toMatchObject({ stored: 2, failed: { count: 0 } })
    expect(await site.countRemote()).toBe(0)
    const bowl = (await site.catalog.findProduct('bowl'))!
    expect(bowl.images.map((image) => 'hash' in image && [image.width, image.alt])).toEqual([
      [60, 'bowl'],
      [60, 'bowl'],
    ])
    expect(bowl.description).toMatch(
      /^<p><img src="picture:[0-9a-f]{64}\.jpeg" width="60" height="40" alt="From behind" \/><\/p>$/,
    )
    expect(bowl.variants[0].imageIndex).toBe(1)
    expect(bowl.pictograms).toMatchObject([{ width: 60, alt: 'Hot' }])
    expect((await site.catalog.findProducts(['bowl'])).get('bowl')!.card.image).toMatchObject({ width: 60 })
    expect(shop.asked.toSorted()).toEqual(['/back.jpg', '/front.jpg?v=1'])
    expect(await site.catalog.listChanges()).toEqual(history)
  },
)

test('documents at remote addresses are fetched and linked from the database, and those that are none stay there', async () => {
  await using shop = await startShop({ '/sheet.pdf': sheet, '/copy.pdf': sheet, '/login.pdf': page })
  const linkTo = (path: string) => ({ name: path, url: shop.url + path })
  await using site = await openSite([
    buildProduct({ slug: 'a', documents: [linkTo('/sheet.pdf'), linkTo('/copy.pdf'), linkTo('/login.pdf')] }),
    buildProduct({ slug: 'b', documents: [linkTo('/sheet.pdf'), linkTo('/manual')] }),
  ])
  expect(await site.fetchFiles()).toMatchObject({ stored: 2, failed: { count: 1 } })
  expect(await site.countRemote()).toBe(1)
  const read = (slug: string) => site.catalog.read((reader) => reader.findProduct(slug))
  expect((await read('b'))!.documents[0]!.url).toMatch(/^\/files\/[0-9a-f]{20}\/sheet\.pdf$/)
  const { url } = (await read('b'))!.documents[0]!
  expect((await read('a'))!.documents).toEqual([
    { name: '/sheet.pdf', url, bytes: writePdf().length },
    { name: '/copy.pdf', url: url.replace('sheet', 'copy'), bytes: writePdf().length },
    linkTo('/login.pdf'),
  ])
  expect((await read('b'))!.documents[1]).toEqual(linkTo('/manual'))
  expect(shop.asked.toSorted()).toEqual(['/copy.pdf', '/login.pdf', '/sheet.pdf'])
})

test('a later import of the same addresses keeps the stored pictures and changes nothing', async () => {
  await using site = await openSite([])
  const path = `${site.database.folder}/products.csv`
  const sources = ['https://shop.example/front.jpg?v=1', '//shop.example/back.jpg'] as const
  await writeFile(
    path,
    writeShopifyCsv([
      { ...BOWL, 'Image Src': sources[0] },
      { Handle: 'bowl', 'Image Src': sources[1] },
    ]),
  )
  await importFile(site.catalog, path)
  const [stored] = await site.catalog.read((reader) => reader.listWithRemotePictures(0, 10))
  const addresses = listRemoteFiles(stored!.product).map(({ address }) => address)
  expect(addresses).toEqual([sources[0], `https:${sources[1]}`])
  // Fetching stores pictures like this.
  for (const address of addresses) {
    const hash = createHash('sha256').update(address).digest('hex')
    const picture = { hash, format: 'jpeg', width: 60, height: 40 } as const
    await site.catalog.writeUnrecorded((writer) =>
      writer.putFetchedPicture(pictureAddressKey(address), picture, { bytes: TEAL, format: 'jpeg' }),
    )
  }
  await site.fetchFiles()
  expect(await site.countRemote()).toBe(0)
  const { revision } = site.catalog
  const report = await importFile(site.catalog, path)
  expect(report.products).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  expect(site.catalog.revision).toBe(revision)
})

test('at most four pictures are downloaded at once, and products change when their batch is fetched', async () => {
  await using shop = await startShop()
  const addresses = Array.from({ length: 5 }, (_, index) => [`${shop.url}/${index}a.jpg`, `${shop.url}/${index}b.jpg`])
  await using site = await openSite(addresses.map((pair, index) => buildBowl(`bowl-${index}`, pair)))
  const { revision } = site.catalog
  const progress: number[] = []
  const onProgress = (done: number, total: number) => {
    progress.push(done / total)
    expect(site.catalog.revision).toBe(revision)
  }
  await site.fetchFiles({ onProgress })
  expect(await site.countRemote()).toBe(0)
  expect(shop.mostOpen()).toBeLessThanOrEqual(4)
  expect(shop.asked).toHaveLength(10)
  expect([progress.length, progress.at(-1)]).toEqual([10, 1])
  expect(site.catalog.revision).not.toBe(revision)
})

test('pictures that fail are listed with the reason, and the next run requests only them', async () => {
  await using shop = await startShop({ '/gone.jpg': goneTwice, '/page.jpg': page, '/cut.jpg': cutOnce })
  const addresses = ['bowl', 'gone', 'page', 'cut'].map((name) => `${shop.url}/${name}.jpg`)
  await using site = await openSite([buildBowl('bowl', addresses), buildBowl('cup', [addresses[1]!])])
  const first = await site.fetchFiles()
  expect(first).toMatchObject({ stored: 1, failed: { count: 3 } })
  const text = formatFetchResult(first, { verbose: false })
  expect(text).toContain(`\n  product "bowl": the server responded with status 404 (value: "${addresses[1]}")\n`)
  expect(text).toMatch(/the file is an SVG or a web page, not a photo; .* \(value: "http.*page\.jpg"\)/)
  expect(text).toContain('the server closed the connection')
  expect(text).toContain('npm run catalog -- fetch')
  const { findings } = await checkCatalog(site.catalog)
  expect(findings.list().foreignPicture![0]).toBe(`bowl: ${addresses[1]}`)
  const before = shop.asked.length
  await site.fetchFiles()
  expect(shop.asked.slice(before).toSorted()).toEqual(['/cut.jpg', '/gone.jpg', '/page.jpg'])
  expect(await site.countRemote()).toBe(3)
})

test('a host that fails five times in a row is left alone, and those of single pictures do not count', async () => {
  const failing = Array.from({ length: 12 }, (_, index) => `/${index}.jpg`)
  await using silent = await startShop(Object.fromEntries(failing.map((path) => [path, refuse])))
  await using shop = await startShop(Object.fromEntries(failing.map((path) => [path, gone])))
  await using site = await openSite([
    buildBowl('bowl', [...failing.flatMap((path) => [silent.url + path, shop.url + path]), `${shop.url}/own.jpg`]),
  ])
  expect(await site.fetchFiles()).toMatchObject({ stored: 1, failed: { count: 24 } })
  expect(silent.asked.length).toBeLessThanOrEqual(8)
  expect(shop.asked).toHaveLength(13)
  const mixed = Array.from({ length: 16 }, (_, index) => `/${index}.jpg`)
  const refused = mixed.filter((_, index) => index % 4 < 3)
  await using flaky = await startShop(Object.fromEntries(refused.map((path) => [path, refuse])))
  await using other = await openSite([
    buildBowl(
      'cup',
      mixed.map((path) => flaky.url + path),
    ),
  ])
  expect(await other.fetchFiles()).toMatchObject({ stored: 4, failed: { count: 12 } })
  expect(flaky.asked).toHaveLength(16)
})

test('products of a second batch show a picture that was fetched for the first one', async () => {
  await using shop = await startShop()
  const addresses = [`${shop.url}/all.jpg`]
  await using site = await openSite(Array.from({ length: 202 }, (_, index) => buildBowl(`bowl-${index}`, addresses)))
  expect(await site.fetchFiles()).toMatchObject({ stored: 1, failed: { count: 0 } })
  expect([await site.countRemote(), shop.asked]).toEqual([0, ['/all.jpg']])
})

test('a file is stored up to 40 MB', async () => {
  await using shop = await startShop({ '/endless.pdf': sendEndlessly })
  await using site = await openSite([
    buildProduct({ slug: 'a', documents: [{ name: 'Sheet', url: `${shop.url}/endless.pdf` }] }),
  ])
  const { failed } = await site.fetchFiles()
  expect(failed.entries).toMatchObject([{ product: 'a', reason: 'the file has more than 40 MB' }])
})

test('private addresses are not fetched, also after a redirect', async () => {
  await using shop = await startShop({
    '/moved.jpg': (res) => res.writeHead(302, { location: 'http://10.0.0.1/secret.jpg' }).end(),
    '/round.jpg': (res) => res.writeHead(302, { location: '/round.jpg' }).end(),
    '/file.jpg': (res) => res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/near.jpg': (res) => res.writeHead(302, { location: '/near-2.jpg' }).end(),
  })
  const addresses = [
    'http://127.0.0.2:1/own.jpg',
    'http://[::1]/own.jpg',
    'file:///etc/passwd',
    ...['/moved.jpg', '/round.jpg', '/file.jpg', '/near.jpg'].map((path) => shop.url + path),
  ]
  await using site = await openSite([buildBowl('bowl', addresses)])
  // Only the shop counts as public here.
  const rules = { protocols: ['http:'], isAllowed: (address: string) => address === '127.0.0.1' }
  const { stored, failed } = await site.fetchFiles({ rules })
  expect(stored).toBe(1)
  const reasons = new Map(failed.entries.map(({ value, reason }) => [value, reason]))
  expect(addresses.slice(0, 6).map((address) => reasons.get(address))).toEqual([
    'the address is in a private network',
    'the address is in a private network',
    'the protocol file is not allowed',
    'the address is in a private network',
    'there are more than 3 redirects',
    'the protocol file is not allowed',
  ])
})

test('undoing the last import after the fetching keeps the pictures of the products that remain', async () => {
  await using shop = await startShop()
  await using site = await openSite([buildBowl('bowl', [`${shop.url}/teal.jpg`])])
  const bytes = await pictureOf(colourOf('/teal.jpg'))
  const hash = createHash('sha256').update(bytes).digest('hex')
  await site.catalog.write(async (writer) => {
    await writer.putImage(hash, { bytes, format: 'jpeg' })
    await writer.putProduct(buildBowl('cup', [`${shop.url}/cup.jpg`]))
  })
  await site.fetchFiles()
  expect(await site.countRemote()).toBe(0)
  expect(await site.catalog.rollback()).toBe(true)
  expect(await site.catalog.findImage(hash)).toBeDefined()
  expect((await site.catalog.findProduct('bowl'))!.images).toMatchObject([{ hash }])
  expect(await site.catalog.findProduct('cup')).toBeUndefined()
})

test('an import fetches pictures after its commit, and what a killed process has stored is not requested again', async () => {
  await using shop = await startShop()
  // Each of the 20 products has a picture of its own and one that all share.
  const addresses = Array.from({ length: 20 }, (_, index) => [`${shop.url}/${index}.jpg`, `${shop.url}/all.jpg`])
  await using site = await openSite(addresses.map((pair, index) => buildBowl(`bowl-${index}`, pair)))
  const path = join(site.database.folder, 'products.csv')
  await writeFile(path, writeShopifyCsv([BOWL]))
  {
    await using _killed = site.database.startProcess(COMMAND_PROCESS, 'import', path)
    await expect.poll(() => shop.asked.length).toBeGreaterThan(8)
    expect(await site.catalog.read((reader) => reader.findProduct('bowl'))).toBeDefined()
  }
  expect(await runHere(site, 'import', path)).toMatchObject({ code: 0 })
  expect(await site.countRemote()).toBe(0)
  let stored = 0
  await site.catalog.read(async (reader) => {
    for await (const _hash of reader.scanImageHashes()) stored += 1
  })
  expect(stored).toBe(21)
  expect(new Set(shop.asked).size).toBe(21)
  // Only downloads in progress are repeated.
  expect(shop.asked.length).toBeLessThanOrEqual(21 + 4)
})

test('a picture that fails changes the exit code of "fetch", not that of the import', async () => {
  await using shop = await startShop({ '/gone.jpg': gone })
  await using site = await openSite([buildBowl('cup', [`${shop.url}/gone.jpg`])])
  const path = join(site.database.folder, 'products.csv')
  await writeFile(path, writeShopifyCsv([BOWL]))
  const failure = expect.stringContaining('the server responded with status 404')
  expect(await runHere(site, 'import', path)).toMatchObject({ code: 0, out: failure })
  expect(await runHere(site, 'fetch')).toMatchObject({ code: 1, out: failure })
  expect(await runHere(site, 'import', path, '--dry-run')).toMatchObject({
    out: expect.not.stringContaining('404'),
  })
  expect(shop.asked).toHaveLength(2)
  expect((await runHere(site, 'import', path, '--keep-remote-pictures')).code).toBe(0)
  expect(await runHere(site, 'fetch')).toMatchObject({
    code: 0,
    out: expect.stringContaining('keepRemotePictures'),
  })
  expect(shop.asked).toHaveLength(2)
})
