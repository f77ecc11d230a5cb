import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Product } from '../../shared/catalog.ts'
import { checkCatalog } from '../../server/check/check-catalog.ts'
import type { LinkCheck } from '../../server/check/check-links.ts'
import { formatCheck, type CatalogCheck } from '../../server/check/check-report.ts'
import { readDatabaseSettings } from '../../server/config/database-settings.ts'
import { openStores } from '../../server/databases/open-stores.ts'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import type { CatalogStore } from '../../server/store/catalog-store.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { runCommand } from '../support/run-command.ts'
import { type Respond, startSupplier } from '../support/supplier.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { createTestDatabase } from '../support/test-database.ts'

const picture = (width: number, height: number) =>
  ({ hash: 'a'.repeat(64), format: 'png', width, height, alt: 'A bowl from above' }) as const

const LONG = '<p>A bowl, turned from one piece of ash and oiled three times by hand.</p>'

const GOOD: Partial<Product> = {
  images: [picture(400, 800)],
  description: LONG,
  variants: [buildVariant({ gtin: '4006381333931' })],
}

/** A site whose check finds no problem. */
const SITE = {
  ...NEUTRAL_SITE,
  name: 'Tornio <b>',
  locale: 'de',
  currency: 'EUR',
  contact: { ...NEUTRAL_SITE.contact, phone: '1' },
  pages: [buildOwnerPage({ slug: 'impressum' }), buildOwnerPage({ slug: 'datenschutz' })],
}

async function fill(store: CatalogStore, products: readonly (Partial<Product> & { slug: string })[]): Promise<void> {
  await store.write(async (writer) => {
    await writer.putSite(SITE)
    await writer.putCategory(buildCategory({ slug: 'bowls', image: picture(200, 100) }))
    for (const product of products)
      await writer.putProduct(buildProduct({ ...GOOD, categorySlug: 'bowls', ...product }))
  })
}

const listFound = ({ findings }: Pick<CatalogCheck, 'findings'>) =>
  Object.fromEntries(
    findings
      .filter(({ count }) => count > 0)
      .map(({ kind, entries }) => [kind, entries.map(({ slug, detail }) => [slug, detail])]),
  )

const QUALITY_PRODUCTS = [
  { slug: 'good' },
  { slug: 'codeless', variants: [buildVariant()] },
  { slug: 'set', includes: ['good'], variants: [buildVariant()] },
  { slug: 'terse', description: '<p>A <b>bowl</b>.</p>' },
  { slug: 'small', images: [picture(800, 800), picture(300, 599), picture(120, 90)] },
  { slug: 'over', discontinued: 'yes' },
  { slug: 'replaced', discontinued: 'gone', replacedBy: 'good' },
] as const

test('finds what could be better without changing the exit code', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, QUALITY_PRODUCTS)
  const check = await checkCatalog(catalog.store, 'https://shop.example')
  expect(listFound(check)).toEqual({
    noGtin: [['codeless', null]],
    shortDescription: [['terse', '7 characters']],
    smallPicture: [['small', '2 of 3 pictures, the smallest with 120 x 90 pixels']],
    smallCategoryPicture: [['bowls', '200 x 100 pixels']],
    noSuccessor: [['over', null]],
  })
  expect(check.faults.filter(({ count }) => count > 0)).toEqual([])
  expect(check.links).toBeNull()
  expect(formatCheck(check)).toMatch(
    /^7 products: no problems found\.\n\nNot problems, but what could be better:\n\nProducts without a GTIN, although others have one: 1\n {2}codeless\n\n/,
  )
  const { code } = await runCommand(
    'catalog',
    { DATABASE_URL: `sqlite:${catalog.databasePath}`, SITE_URL: 'https://shop.example' },
    'check',
  )
  expect(code).toBe(0)
})

test('does not miss GTINs if no product has one', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [{ slug: 'codeless', variants: [buildVariant()] }])
  expect(listFound(await checkCatalog(catalog.store))).not.toHaveProperty('noGtin')
})

test('lists what product safety law asks for only as far as one product has it, and incomplete records', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [
    { slug: 'bare' },
    { slug: 'hidden', visibility: 'hidden' },
    { slug: 'over', discontinued: 'yes', replacedBy: 'bare' },
  ])
  expect(listFound(await checkCatalog(catalog.store))).toEqual({
    smallCategoryPicture: [['bowls', '200 x 100 pixels']],
  })
  await fill(catalog.store, [
    { slug: 'whole', manufacturer: 'KILN', responsiblePerson: 'Nobody Ltd', safetyInformation: 'Hot.' },
    { slug: 'signs', manufacturer: 'Kiln', pictograms: [picture(400, 400)] },
  ])
  await catalog.store.write((writer) =>
    writer.putList('companies', [
      { name: 'Kiln', address: 'Road 1', website: 'https://kiln.example' },
      { name: 'Unused', phone: '1' },
      { name: 'Homeless', email: 'a@b.example' },
    ]),
  )
  const check = await checkCatalog(catalog.store, 'https://shop.example')
  expect(listFound(check)).toMatchObject({
    noManufacturer: [['bare', null]],
    noResponsiblePerson: [
      ['bare', null],
      ['signs', null],
    ],
    noSafetyInformation: [['bare', null]],
    incompleteCompany: [
      ['Unused', 'no postal address, no e-mail address or website'],
      ['Homeless', 'no postal address'],
      ['Nobody Ltd', 'companies.csv has no such name'],
    ],
  })
  expect(check.faults.filter(({ count }) => count > 0)).toEqual([])
})

test('advises a larger picture for the home page', async () => {
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [{ slug: 'good' }])
  const hero = { title: 'Bowls', text: null, link: null }
  const adviceFor = async (width: number) => {
    await catalog.store.write((writer) => writer.putSite({ ...SITE, hero: { ...hero, image: picture(width, 500) } }))
    return (await checkCatalog(catalog.store)).advice
  }
  expect(await adviceFor(1_100)).toEqual([])
  expect(await adviceFor(640)).toEqual([expect.stringMatching(/^The large picture .* is 640 pixels wide/) as unknown])
})

test('names of several products are a problem only within a brand, and each product is listed once', async () => {
  await using catalog = await openTempCatalog()
  const variants = [
    buildVariant({ key: 'a', sku: 'A', optionValues: ['a'] }),
    buildVariant({ key: 'b', sku: 'B', optionValues: ['b'] }),
  ] as const
  await fill(catalog.store, [
    { slug: 'first', name: 'Bowl', brand: 'Tornio', variants },
    { slug: 'other', name: 'Bowl', brand: 'Loft' },
    { slug: 'second', name: 'BOWL', brand: 'tornio', variants },
  ])
  const { faults } = await checkCatalog(catalog.store)
  expect(faults.filter(({ count }) => count > 0).map(({ kind, count, entries }) => [kind, count, entries])).toEqual([
    ['sameSku', 1, [{ slug: 'second', detail: 'A, like the product first; B, like the product first' }]],
    ['sameName', 1, [{ slug: 'second', detail: '"BOWL", like the product first' }]],
  ])
})

/** Starts a server that records requests with their methods. */
async function startOtherSite() {
  const asked: string[] = []
  const responses: Readonly<Record<string, Respond>> = {
    '/moved': (res) => res.writeHead(302, { location: '/page' }).end(),
    '/gone.pdf': (res) => res.writeHead(410).end(),
    '/closed': (res) => res.writeHead(403).end(),
    '/only-get': (res, { method }) => res.writeHead(method === 'GET' ? 200 : 405).end('here'),
    '/page.jpg': (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('no picture'),
    '/cut': (res) => res.destroy(),
  }
  const server = await startSupplier({}, (res, req, attempt) => {
    asked.push(`${req.method} ${req.url}`)
    const respond = responses[req.url!]
    if (respond) respond(res, req, attempt)
    else res.writeHead(200, { 'content-type': 'image/png' }).end()
  })
  return { ...server, asked }
}

/** Allows loopback addresses, which are not public. */
const LOCAL: LinkCheck = { rules: { protocols: ['http:', 'https:'], isAllowed: () => true }, pauseMs: 0 }

test('requests each address on other sites once and lists those that fail', async () => {
  await using site = await startOtherSite()
  await using catalog = await openTempCatalog()
  const at = (path: string) => site.url + path
  await fill(catalog.store, [
    {
      slug: 'bowl',
      images: [
        { url: at('/a.png'), alt: 'A bowl' },
        { url: at('/page.jpg'), alt: 'A bowl' },
      ],
      documents: [
        { name: 'Care', url: at('/gone.pdf') },
        { name: 'Here', url: '/about' },
      ],
      externalLink: { label: 'Shop', href: at('/moved') },
      description: `${LONG}<p><a href="${at('/closed?a=1&amp;b=2')}" rel="noopener">Closed</a> <a href="${at('/only-get')}">Get</a> <a href="mailto:a@shop.example">Mail</a></p>`,
    },
    {
      slug: 'cup',
      documents: [{ name: 'Care', url: at('/gone.pdf') }],
      externalLink: { label: 'x', href: at('/cut') },
    },
    { slug: 'secret', visibility: 'hidden', documents: [{ name: 'Care', url: at('/hidden') }] },
  ])
  const progress: number[] = []
  const check = await checkCatalog(catalog.store, 'https://shop.example', {
    ...LOCAL,
    onProgress: (checked, total) => progress.push(checked / total),
  })
  expect(check.links).toEqual({ checked: 7, notChecked: 0 })
  expect(progress.at(-1)).toBe(1)
  expect(listFound(check)).toMatchObject({
    failingPicture: [['bowl', `${at('/page.jpg')}: this is no picture, but text/html`]],
    failingLink: [
      ['bowl', `${at('/gone.pdf')}: the server responded with status 410`],
      ['cup', expect.stringMatching(/\/cut: .+/) as unknown],
    ],
  })
  expect(site.asked.filter((line) => line.startsWith('HEAD')).toSorted()).toEqual(
    ['/a.png', '/closed?a=1&b=2', '/cut', '/gone.pdf', '/moved', '/only-get', '/page', '/page.jpg'].map(
      (path) => `HEAD ${path}`,
    ),
  )
  expect(formatCheck(check)).toContain('Addresses on other sites that were checked: 7.')
})

test('says that a server may refuse programs only, and requests no private addresses', async () => {
  await using site = await startOtherSite()
  await using catalog = await openTempCatalog()
  await fill(catalog.store, [
    {
      slug: 'bowl',
      documents: [
        { name: 'Care', url: `${site.url}/closed` },
        { name: 'Old', url: 'https://[::1]/a' },
      ],
    },
  ])
  const [first, second] = [
    await checkCatalog(catalog.store, undefined, LOCAL),
    await checkCatalog(catalog.store, undefined, {
      rules: { ...LOCAL.rules, isAllowed: (address) => address !== '127.0.0.1' && address !== '::1' },
      pauseMs: 0,
    }),
  ]
  expect(listFound(first)['failingLink']![0]).toEqual([
    'bowl',
    `${site.url}/closed: the server responded with status 403, perhaps only to programs`,
  ])
  expect(listFound(second)['failingLink']).toEqual([
    ['bowl', `${site.url}/closed: the address is in a private network`],
    ['bowl', 'https://[::1]/a: the address is in a private network'],
  ])
})

test('--html writes a page with links to the products, and --json keeps its keys, also with PostgreSQL', async () => {
  await using database = await createTestDatabase()
  await using files = await openTempCatalog()
  const stores = await openStores(readDatabaseSettings(database.url, ''))
  await fill(stores.catalog, [...QUALITY_PRODUCTS, { slug: 'a&b', name: '<script>', images: [] }])
  await stores[Symbol.asyncDispose]()
  const settings = { DATABASE_URL: database.url, SITE_URL: 'https://shop.example', ENQUIRY_RETENTION_DAYS: '365' }
  const page = join(files.dir, 'quality.html')
  const { code, out } = await runCommand('catalog', settings, 'check', '--html', page)
  expect(code).toBe(1)
  expect(out).toMatch(new RegExp(`\n\nPage: ${page}\n$`))
  expect(out.split('\n').filter((line) => line.length > 80 && line !== `Page: ${page}`)).toEqual([])
  expect(out).toMatch(/\nProducts with pictures of less than 600 pixels .*\n {4}.*: 1\n {2}small: /)
  const html = await readFile(page, 'utf8')
  expect(html).toContain('<title>Quality report: Tornio &lt;b&gt;</title>')
  expect(html).toContain(
    '<a href="https://shop.example/products/a%26b" lang="de">&lt;script&gt;</a> <span class="quiet">(a&amp;b)</span>',
  )
  expect(html).toContain('<a href="https://shop.example/category/bowls" lang="de">')
  expect(html).not.toContain('<script')
  const again = await runCommand('catalog', settings, 'check', '--html', page, '--json')
  expect(again).toEqual({
    code: 2,
    out: '',
    err: `${page}: the file already exists; choose another name. Nothing was changed.\n`,
  })
  const json = await runCommand('catalog', settings, 'check', '--json')
  expect(Object.keys(JSON.parse(json.out) as object)).toEqual(
    expect.arrayContaining(['damage', 'products', 'faults', 'unfinished', 'advice', 'reminders', 'findings', 'links']),
  )
})
