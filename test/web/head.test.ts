import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { writePicture } from '../../server/catalog/rules/text-pictures.ts'
import { payloadUrl } from '../../shared/urls.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildAttributes, buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { readPage } from '../support/read-html.ts'
import { startServer, useServer } from '../support/start-server.ts'

const HOSTILE = `</script><script>alert(1)</script> "><img src=x onerror=alert(1)> & ' \u2028`
const IMAGE = { hash: 'a'.repeat(64), format: 'webp', width: 1200, height: 1500, alt: 'The house' } as const
const PRIVACY_PATH = '/about/gr%C3%B6%C3%9Fe'

const imprint = buildOwnerPage({ html: `<p>Ring 1 &amp; 2</p><p>${writePicture(IMAGE, 'house.webp')}</p>` })
const pages = [
  imprint,
  buildOwnerPage({
    slug: 'größe',
    title: 'Privacy & data',
    description: 'No cookies.',
    links: ['menu'],
    role: 'privacy',
    html: '<p>Nothing is stored.</p>',
  }),
  buildOwnerPage({ slug: 'campaign', title: 'Campaign', links: [] }),
]
const content = {
  categories: [
    buildCategory({ slug: 'bowls', name: 'Bowls' }),
    buildCategory({ slug: 'long', name: 'Bowls that are thrown by hand on one of our four wheels in the valley' }),
    buildCategory({ slug: 'hostile', name: HOSTILE }),
  ],
  products: [
    buildProduct({
      slug: 'bowl',
      name: 'Bowl',
      categorySlug: 'bowls',
      description: '<p>Thrown by hand.</p>',
      images: [{ ...IMAGE, alt: '' }],
      variants: [buildVariant({ priceMinor: 4050 })],
    }),
    buildProduct({
      slug: 'plate',
      name: 'Plate',
      description: '',
      attributes: buildAttributes({ Material: 'Oak', Width: '3.5 cm' }),
      variants: [buildVariant({ priceMinor: null })],
    }),
    buildProduct({
      slug: 'long',
      name: 'Extraordinarily large bowl with two handles, a lid and a very long name',
      description: `<p>${'Thrown by hand '.repeat(30)}</p>`,
    }),
    buildProduct({ slug: 'emoji', name: '🏺'.repeat(60) }),
    buildProduct({
      slug: 'hostile',
      name: HOSTILE,
      brand: HOSTILE,
      metaDescription: HOSTILE,
      categorySlug: 'hostile',
      images: [{ ...IMAGE, alt: HOSTILE }],
      options: [{ name: HOSTILE, values: [HOSTILE] }],
      variants: [buildVariant({ key: 'a', optionValues: [HOSTILE] })],
      attributes: [{ name: HOSTILE, value: HOSTILE }],
    }),
    ...Array.from({ length: 50 }, (_, index) =>
      buildProduct({ slug: `thing-${index}`, categorySlug: index < 25 ? 'bowls' : 'long' }),
    ),
  ],
}
const site = { ...NEUTRAL_SITE, name: 'Tornio', pages }
const environment = { SITE_URL: 'https://shop.example' }
const server = await useServer({ ...content, site, environment })
const read = (path: string) => readPage(server, path)

test.each([
  ['/', 'Tornio'],
  ['/about', 'About · Tornio'],
  ['/contact?reference=AAAAAAAA', 'Contact · Tornio'],
  ['/category/bowls?page=2', 'Bowls (2) · Tornio'],
  ['/category/long?page=2', 'Bowls that are thrown by hand on one of our four… (2)'],
  ['/category/bowls?q=bowl', 'Search: bowl · Bowls · Tornio'],
  ['/products?q=%3Cb%3E', 'Search: <b> · Tornio'],
  ['/products/bowl', 'Bowl · Tornio'],
  ['/products/long', 'Extraordinarily large bowl with two handles, a lid and a…'],
  ['/about/imprint', 'Imprint · Tornio'],
  ['/nowhere', 'We could not find this page · Tornio'],
  ['/%', 'This request cannot be processed · Tornio'],
])('the title of %s is %s', async (path, title) => {
  const status = path === '/%' ? 400 : /nowhere|none/.test(path) ? 404 : 200
  expect((await readPage(server, path, status)).title).toBe(title)
})

test.each([
  ['/', 'Tornio'],
  ['/products/bowl', 'Thrown by hand.'],
  ['/products/plate', 'Material: Oak, Width: 3.5 cm'],
  ['/about/imprint', 'Ring 1 & 2'],
  [PRIVACY_PATH, 'No cookies.'],
  ['/products/long', expect.stringMatching(/^(?:Thrown by hand ){8,9}(?:Thrown|Thrown by|Thrown by hand)…$/) as string],
])('the description of %s is %s', async (path, description) => {
  expect((await read(path)).meta.get('description')).toEqual(description)
})

test('cutting a title splits no character', async () => {
  expect((await server.request.get('/products/emoji')).text).not.toContain('\ufffd')
})

test('the head has preview metadata: locale, picture with size, price and theme colours', async () => {
  const page = await read('/products/bowl?variant=none')
  expect(Object.fromEntries(page.meta)).toMatchObject({
    'og:title': 'Bowl · Tornio',
    'og:type': 'product',
    'og:url': 'https://shop.example/products/bowl',
    'og:locale': 'en_US',
    'og:image': expect.stringMatching(/^https:\/\/shop\.example\/images\/a{20}\//) as string,
    'og:image:width': '1200',
    'og:image:height': '1500',
    'og:image:alt': 'Bowl · Tornio',
    'product:price:amount': '40.50',
    'product:price:currency': 'EUR',
    'twitter:card': 'summary_large_image',
    robots: 'max-image-preview:large',
  })
  expect(page.attributes('meta[name="theme-color"]', 'content')).toEqual(['#f7f4ef', '#171513'])
  const { meta } = await read('/products/plate')
  expect(meta.get('twitter:card')).toBe('summary')
  expect([...meta.keys()].filter((name) => /^(?:product:|og:image)/.test(name))).toEqual([])
})

test('escapes hostile names in the head and in structured data', async () => {
  const { structuredData } = await read('/products/hostile')
  expect(structuredData).toMatchObject([{ name: HOSTILE, brand: { name: HOSTILE } }, { '@type': 'BreadcrumbList' }])
  const { text } = await server.request.get('/products/hostile')
  expect(text.slice(0, text.indexOf('<body>'))).not.toMatch(/<img|<script>|\u2028<\//)
})

test("headings, titles, links and breadcrumbs use the names of the owner's navigation, and the site's description and picture", async () => {
  const names = { '/products': 'All pieces', '/category': 'Kinds', '/about': 'Studio', '/contact': 'Say hello' }
  const navigation = [
    { label: 'Oak pieces', href: '/products?q=oak' },
    ...Object.entries(names).map(([href, label]) => ({ href, label })),
  ]
  const hero = { title: 'Clay', text: null, link: null, image: { ...IMAGE, alt: 'The kiln' } }
  await using own = await startServer({ ...content, site: { ...site, navigation, hero, description: 'Round things' } })
  for (const [path, name] of Object.entries(names)) {
    const page = await readPage(own, path)
    expect([page.find('h1').text, page.title]).toEqual([name, `${name} · Tornio`])
    expect(page.meta.get('description')).toBe('Round things')
  }
  expect((await readPage(own, '/')).texts('h2')).toContain('Kinds')
  for (const [path, name] of [
    ['/products/bowl', 'Kinds'],
    ['/category/bowls', 'Kinds'],
    ['/about/imprint', 'Studio'],
  ] as const) {
    const page = await readPage(own, path)
    expect(page.texts('ol a')[0], path).toBe(name)
    const list = page.structuredData.find(({ '@type': type }) => type === 'BreadcrumbList')
    expect(list, path).toMatchObject({ itemListElement: expect.arrayContaining([expect.objectContaining({ name })]) })
  }
  expect((await readPage(own, '/products/plate')).meta.get('og:image:alt')).toBe('The kiln')
})

test('with "pageTitles": "site", title and description of every page are the name of the site', async () => {
  const own = { ...site, description: 'Round things', pageTitles: 'site' } as const
  await using named = await startServer({ ...content, site: own })
  for (const path of ['/', '/contact', '/category/bowls?q=bowl', '/products/bowl', '/nowhere']) {
    const page = await readPage(named, path, path === '/nowhere' ? 404 : 200)
    expect([page.title, page.meta.get('description')], path).toEqual(['Tornio', 'Tornio'])
  }
  const payload = await named.request.get(payloadUrl('/products/bowl', '', named.context.build.id))
  expect((payload.body as { head: unknown }).head).toMatchObject({ title: 'Tornio', description: 'Tornio' })
})

test('a page of the owner has its text, picture, canonical URL and breadcrumb', async () => {
  const page = await read('/about/imprint')
  expect(page.find('link[rel="canonical"]').attribute('href')).toBe('https://shop.example/about/imprint')
  expect([page.find('h1').text, page.find('.prose').text]).toEqual(['Imprint', 'Ring 1 & 2'])
  expect(page.find('.prose img').attribute('alt')).toBe('The house')
  expect(page.texts('ol li')).toEqual(['About', 'Imprint'])
  const imprintItem = { name: 'Imprint', item: 'https://shop.example/about/imprint' }
  expect(page.structuredData).toMatchObject([{ itemListElement: [{ name: 'About' }, imprintItem] }])
  const { text } = await server.request.get('/about/imprint')
  expect(text).not.toMatch(/picture:|data-file|Nothing is stored/)
  const payload = await server.request.get(`${PRIVACY_PATH}/_payload.json?b`).expect(200)
  expect(payload.body).toMatchObject({
    name: 'about-page',
    params: { page: 'größe' },
    data: { title: 'Privacy & data', html: '<p>Nothing is stored.</p>' },
  })
})

const readLinks = async (path: string, place: string, selector = 'a') =>
  (await read(path)).attributes(`${place} ${selector}`, 'href').filter((href) => href.startsWith('/about/'))

test('menu and footer link to the pages that are set to appear there, and mark the current page', async () => {
  expect(await readLinks('/', 'header')).toEqual([PRIVACY_PATH])
  expect(await readLinks('/', 'footer')).toEqual(['/about/imprint'])
  expect(await readLinks('/about/imprint', 'body', 'a.active')).toEqual(['/about/imprint'])
  expect(await readLinks(PRIVACY_PATH, 'body', 'a.active')).toEqual([PRIVACY_PATH])
  expect(await readLinks('/about/campaign', 'body', 'a.active')).toEqual([])
})
