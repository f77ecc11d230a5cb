import { expect, test } from 'vitest'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { buildDefaultNavigation, NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { payloadUrl } from '../../shared/urls.ts'
import { findDemoData } from '../support/demo-server.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { findFaults } from '../support/structured-data.ts'

const HOSTILE = `</script><script>alert(1)</script> "><img src=x onerror=alert(1)> & ' \u2028`
const IMAGE = { hash: 'a'.repeat(64), format: 'webp', width: 1200, height: 1500, alt: HOSTILE } as const

/** Reads each `meta` by its name or property. */
function readMeta(html: string): Map<string, string> {
  return new Map(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)"[^>]*? content="([^"]*)">/g)].map(([, name, content]) => [
      name!,
      content!,
    ]),
  )
}

async function readBlocks(server: TestServer, path: string): Promise<unknown[]> {
  const { text } = await server.request.get(path).expect(200)
  return [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as unknown,
  )
}

test('every page of the demo has valid structured data', async () => {
  await using server = await startServer({
    environment: { DEMO: 'true', DATA_DIR: await findDemoData(), SITE_URL: 'https://shop.example' },
  })
  const { items } = await server.store.listProducts(EMPTY_LISTING_QUERY)
  expect(items.length).toBeGreaterThan(10)
  const tree = await server.store.listCategoryTree()
  const paths = [
    '/',
    '/contact',
    '/about/imprint',
    '/products',
    '/category',
    ...tree.map(({ slug }) => `/category/${slug}`),
    ...items.map(({ slug }) => `/products/${slug}`),
  ]
  for (const path of paths) {
    const blocks = await readBlocks(server, path)
    expect([path, blocks.length, blocks.flatMap((block) => findFaults(block))]).toEqual([
      path,
      expect.toSatisfy((count) => Number(count) > 0),
      [],
    ])
  }
})

test('escapes hostile names in the head and in structured data', async () => {
  const product = buildProduct({
    slug: 'bowl',
    name: HOSTILE,
    brand: HOSTILE,
    metaDescription: HOSTILE,
    categorySlug: 'bowls',
    images: [IMAGE],
    options: [{ name: HOSTILE, values: [HOSTILE] }],
    variants: [buildVariant({ key: 'a', optionValues: [HOSTILE] })],
    attributes: [{ name: HOSTILE, value: HOSTILE }],
  })
  await using server = await startServer({
    products: [product],
    categories: [buildCategory({ slug: 'bowls', name: HOSTILE })],
    site: { ...NEUTRAL_SITE, name: HOSTILE },
  })
  const blocks = await readBlocks(server, '/products/bowl')
  expect(blocks).toMatchObject([{ name: HOSTILE, brand: { name: HOSTILE } }, { '@type': 'BreadcrumbList' }])
  expect(blocks.flatMap((block) => findFaults(block))).toEqual([])
  const { text } = await server.request.get('/products/bowl')
  const head = text.slice(0, text.indexOf('<body>'))
  expect(head).not.toContain('<img')
  expect(head).not.toContain('<script>')
  expect(head).not.toContain('\u2028</')
})

test('the head has preview metadata: locale, picture with size, price and theme colours', async () => {
  const product = buildProduct({
    slug: 'bowl',
    name: 'Bowl',
    images: [{ ...IMAGE, alt: '' }],
    variants: [buildVariant({ priceMinor: 4050 })],
  })
  await using server = await startServer({
    products: [product, buildProduct({ slug: 'asked', variants: [buildVariant({ priceMinor: null })] })],
    site: { ...NEUTRAL_SITE, name: 'Tornio', locale: 'de' },
    environment: { SITE_URL: 'https://shop.example' },
  })
  const meta = readMeta((await server.request.get('/products/bowl?variant=none')).text)
  expect(Object.fromEntries(meta)).toMatchObject({
    'og:title': 'Bowl · Tornio',
    'og:type': 'product',
    'og:url': 'https://shop.example/products/bowl',
    'og:locale': 'de_DE',
    'og:image': expect.stringMatching(/^https:\/\/shop\.example\/images\/a{20}\//),
    'og:image:width': '1200',
    'og:image:height': '1500',
    'og:image:alt': 'Bowl · Tornio',
    'product:price:amount': '40.50',
    'product:price:currency': 'EUR',
    'twitter:card': 'summary_large_image',
    robots: 'max-image-preview:large',
  })
  const asked = readMeta((await server.request.get('/products/asked')).text)
  expect(asked.get('twitter:card')).toBe('summary')
  expect([...asked.keys()].filter((name) => name.startsWith('product:') || name.startsWith('og:image'))).toEqual([])
  await server.store.write((writer) =>
    writer.putSite({
      ...NEUTRAL_SITE,
      hero: { title: 'Clay', text: null, link: null, image: { ...IMAGE, hash: 'c'.repeat(64), alt: 'The kiln' } },
    }),
  )
  await expect
    .poll(async () => readMeta((await server.request.get('/products/asked')).text).get('og:image:alt'))
    .toBe('The kiln')
  const home = await server.request.get('/')
  expect(home.text).toMatch(
    /<meta name="theme-color" media="\(prefers-color-scheme:light\)" content="#f7f4ef"><meta name="theme-color" media="\(prefers-color-scheme:dark\)" content="#171513">/,
  )
})

test('the title of a further listing page has its page number directly after its name', async () => {
  const category = buildCategory({ slug: 'bowls', name: 'Bowls' })
  const long = buildCategory({
    slug: 'long',
    name: 'Bowls that are thrown by hand on one of our four wheels in the valley',
  })
  const products = Array.from({ length: 50 }, (_, index) =>
    buildProduct({ slug: `bowl-${index}`, categorySlug: index < 25 ? 'bowls' : 'long' }),
  )
  await using server = await startServer({
    products,
    categories: [category, long],
    site: { ...NEUTRAL_SITE, name: 'Tornio' },
  })
  const titleOf = async (path: string) =>
    /<title>(.*?)<\/title>/.exec((await server.request.get(path).expect(200)).text)![1]
  expect(await titleOf('/products')).toBe('Products · Tornio')
  expect(await titleOf('/products?page=2')).toBe('Products (2) · Tornio')
  expect(await titleOf('/category/bowls')).toBe('Bowls · Tornio')
  expect(await titleOf('/category/bowls?page=2')).toBe('Bowls (2) · Tornio')
  expect(await titleOf('/category/long?page=2')).toBe('Bowls that are thrown by hand on one of our four… (2)')
})

const NAMED = {
  categories: [buildCategory({ slug: 'bowls', name: 'Bowls' })],
  products: [
    buildProduct({ slug: 'bowl', name: 'Bowl', categorySlug: 'bowls', description: '<p>Thrown by hand.</p>' }),
    buildProduct({
      slug: 'plate',
      name: 'Plate',
      description: '',
      shortDescription: '',
      attributes: [
        { name: 'Material', value: 'Oak' },
        { name: 'Width', value: '3.5 cm' },
      ],
    }),
  ],
}

async function readHead(
  server: TestServer,
  path: string,
): Promise<{ readonly title: string; readonly description: string }> {
  const { text } = await server.request.get(path)
  return { title: /<title>(.*?)<\/title>/.exec(text)![1]!, description: readMeta(text).get('description')! }
}

test('every page but the home page has a title that begins with its own name', async () => {
  await using server = await startServer({ ...NAMED, site: { ...NEUTRAL_SITE, name: 'Tornio' } })
  const titles = {
    '/': 'Tornio',
    '/about': 'About · Tornio',
    '/contact': 'Contact · Tornio',
    '/contact?product=bowl': 'Contact · Tornio',
    '/contact?reference=AAAAAAAA': 'Contact · Tornio',
    '/category': 'Categories · Tornio',
    '/category/bowls': 'Bowls · Tornio',
    '/category/bowls?q=bowl': 'Search: bowl · Bowls · Tornio',
    '/products': 'Products · Tornio',
    '/products?sort=name': 'Products · Tornio',
    '/products?q=bowl': 'Search: bowl · Tornio',
    '/products?q=%3Cb%3E': 'Search: &lt;b&gt; · Tornio',
    '/products/bowl': 'Bowl · Tornio',
    '/nowhere': 'We could not find this page · Tornio',
    '/products/none': 'We could not find this page · Tornio',
    '/%': 'This request cannot be processed · Tornio',
  }
  const read = Object.keys(titles).map(async (path) => [path, (await readHead(server, path)).title] as const)
  expect(Object.fromEntries(await Promise.all(read))).toEqual(titles)
})

test('titles are in the language of the site, also for a rejected enquiry form', async () => {
  const navigation = buildDefaultNavigation({ locale: 'de' })
  await using server = await startServer({
    ...NAMED,
    site: { ...NEUTRAL_SITE, name: 'Tornio', locale: 'de', navigation },
  })
  const paths = ['/about', '/contact', '/category', '/products?q=bowl', '/nowhere']
  const titles = await Promise.all(paths.map(async (path) => (await readHead(server, path)).title))
  expect(titles).toEqual(
    ['Über uns', 'Kontakt', 'Kategorien', 'Suche: bowl', 'Diese Seite wurde nicht gefunden'].map(
      (name) => `${name} · Tornio`,
    ),
  )
  const returned = await server.request.post('/contact').type('form').send({ product: 'bowl' })
  expect([returned.status, returned.text]).toEqual([422, expect.stringContaining('<title>Kontakt · Tornio</title>')])
})

test("headings, titles, links and breadcrumbs use the names of the owner's navigation", async () => {
  const names = { '/products': 'All pieces', '/category': 'Kinds', '/about': 'Studio', '/contact': 'Say hello' }
  const navigation = [
    { label: 'Oak pieces', href: '/products?q=oak' },
    ...Object.entries(names).map(([href, label]) => ({ href, label })),
  ]
  const page = buildOwnerPage({ slug: 'imprint', title: 'Imprint' })
  await using server = await startServer({
    ...NAMED,
    site: { ...NEUTRAL_SITE, name: 'Tornio', navigation, pages: [page] },
  })
  for (const [path, name] of Object.entries(names)) {
    const { text } = await server.request.get(path)
    expect([path, text.includes(`<h1>${name}</h1>`)]).toEqual([path, true])
    expect((await readHead(server, path)).title).toBe(`${name} · Tornio`)
  }
  const home = (await server.request.get('/')).text
  expect(home).toMatch(/<h2>Kinds<[^]*class="quiet-link"[^>]*>All pieces</)
  for (const path of ['/products/bowl', '/category/bowls', '/about/imprint']) {
    const { text } = await server.request.get(path)
    const [link] = /<ol><li><a [^>]*>[^<]*/.exec(text) ?? []
    const name = path === '/about/imprint' ? 'Studio' : 'Kinds'
    expect([path, link?.endsWith(`>${name}`)]).toEqual([path, true])
    const lists = (await readBlocks(server, path)).filter((block) => JSON.stringify(block).includes('"BreadcrumbList"'))
    expect(lists).toMatchObject([{ itemListElement: expect.arrayContaining([expect.objectContaining({ name })]) }])
  }
})

test('a page without a description uses the description of the site, or else the name of the site', async () => {
  await using named = await startServer({ ...NAMED, site: { ...NEUTRAL_SITE, name: 'Tornio' } })
  for (const path of ['/', '/contact', '/products?q=bowl'])
    expect((await readHead(named, path)).description).toBe('Tornio')
  expect((await readHead(named, '/products/bowl')).description).toBe('Thrown by hand.')
  expect((await readHead(named, '/products/plate')).description).toBe('Material: Oak, Width: 3.5 cm')
  await using described = await startServer({
    ...NAMED,
    site: { ...NEUTRAL_SITE, name: 'Tornio', description: 'Round things' },
  })
  for (const path of ['/', '/contact']) expect((await readHead(described, path)).description).toBe('Round things')
})

test('with "pageTitles": "site", title and description of every page are the name of the site', async () => {
  const site = { ...NEUTRAL_SITE, name: 'Tornio', description: 'Round things', pageTitles: 'site' } as const
  await using server = await startServer({ ...NAMED, site })
  for (const path of [
    '/',
    '/about',
    '/contact',
    '/category/bowls?q=bowl',
    '/products?q=bowl',
    '/products/bowl',
    '/nowhere',
  ]) {
    expect(await readHead(server, path), path).toEqual({ title: 'Tornio', description: 'Tornio' })
  }
  const payload = await server.request.get(payloadUrl('/products/bowl', '', server.context.build.id))
  expect((payload.body as { head: unknown }).head).toMatchObject({ title: 'Tornio', description: 'Tornio' })
})

test('truncates long titles and descriptions at a word, and splits no character', async () => {
  const name = 'Extraordinarily large bowl with two handles, a lid and a very long name'
  const product = buildProduct({ slug: 'bowl', name, description: `<p>${'Thrown by hand '.repeat(30)}</p>` })
  const emoji = buildProduct({ slug: 'emoji', name: '🏺'.repeat(60) })
  await using server = await startServer({ products: [product, emoji], site: { ...NEUTRAL_SITE, name: 'Tornio' } })
  const { text } = await server.request.get('/products/bowl')
  expect(text).toContain('<title>Extraordinarily large bowl with two handles, a lid and a…</title>')
  expect(readMeta(text).get('description')).toMatch(/^(?:Thrown by hand )+(?:Thrown|Thrown by|Thrown by hand)…$/)
  expect(readMeta(text).get('description')!.length).toBeLessThanOrEqual(155)
  expect((await server.request.get('/products/emoji')).text).not.toContain('\ufffd')
})
