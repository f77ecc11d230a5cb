import { expect, test } from 'vitest'
import { buildDefaultNavigation, NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { writePicture } from '../../server/catalog/rules/text-pictures.ts'
import type { Site } from '../../shared/site.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { startServer } from '../support/start-server.ts'
import { findFaults } from '../support/structured-data.ts'

const image = { hash: 'a'.repeat(64), format: 'webp', width: 1500, height: 2000, alt: 'The house' } as const
const imprint = buildOwnerPage({ html: `<p>Ring 1 &amp; 2</p><p>${writePicture(image, 'house.webp')}</p>` })
const privacy = buildOwnerPage({
  slug: 'größe',
  title: 'Privacy & data',
  description: 'No cookies.',
  links: ['menu'],
  role: 'privacy',
  html: '<p>Nothing is stored.</p>',
})
const campaign = buildOwnerPage({ slug: 'campaign', title: 'Campaign', links: [] })

const SITE: Site = { ...NEUTRAL_SITE, name: 'Tornio', pages: [imprint, privacy, campaign] }
const ENVIRONMENT = { SITE_URL: 'https://shop.example' }

const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(\/about\/[^"]*)"[^>]*>([^<]*)</g)].map(([, ...link]) => link)

test('a page of the owner has its text, title, description, canonical URL and breadcrumb', async () => {
  await using server = await startServer({ site: SITE, environment: ENVIRONMENT })
  const { text } = await server.request.get('/about/imprint').expect(200)
  expect(text).toContain(
    '<title>Imprint · Tornio</title><meta name="description" content="Ring 1 &amp; 2"><link rel="canonical" href="https://shop.example/about/imprint">',
  )
  expect(text).toContain('<li><a href="/about">About</a></li><li aria-current="page"><span>Imprint</span></li>')
  expect(text).toContain('<h1>Imprint</h1></header><div class="prose"><p>Ring 1 &amp; 2</p>')
  expect(text).toContain('alt="The house" /></span></p></div>')
  expect(text).not.toMatch(/picture:|data-file|Nothing is stored/)
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)!
  const breadcrumb: unknown = JSON.parse(json!)
  expect(findFaults(breadcrumb)).toEqual([])
  expect(breadcrumb).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'About', item: 'https://shop.example/about' },
      { position: 2, name: 'Imprint', item: 'https://shop.example/about/imprint' },
    ],
  })
  const other = await server.request.get(`/about/${encodeURIComponent('größe')}`).expect(200)
  expect(other.text).toContain(
    '<title>Privacy &amp; data · Tornio</title><meta name="description" content="No cookies.">',
  )
})

test('menu and footer link to the pages that are set to appear there, and mark the current page', async () => {
  await using server = await startServer({ site: SITE })
  const readLinks = async (path: string) => {
    const [before = '', after = ''] = (await server.request.get(path)).text.split('<main')
    return [linksOf(before), linksOf(after.slice(after.indexOf('<footer')))]
  }
  expect(await readLinks('/')).toEqual([
    [['/about/gr%C3%B6%C3%9Fe', 'Privacy &amp; data']],
    [['/about/imprint', 'Imprint']],
  ])
  const activeOf = async (path: string) =>
    [...(await server.request.get(path)).text.matchAll(/<a [^>]*class="active"[^>]*>/g)].map(
      ([tag]) => /href="([^"]*)"/.exec(tag)![1],
    )
  expect(await activeOf('/about/imprint')).toEqual(['/about/imprint'])
  expect(await activeOf('/about/gr%C3%B6%C3%9Fe')).toEqual(['/about/gr%C3%B6%C3%9Fe'])
  expect(await activeOf('/about/campaign')).toEqual([])
})

test.each(['/about/terms', '/about/Imprint', '/about/a%20b'])(
  '%s returns a fatal 404 as a page, as page data and for bots',
  async (path) => {
    await using server = await startServer({ site: SITE })
    const { text } = await server.request.get(`${path}?x=1`).expect(404)
    expect(text).toContain(`Page Not Found: ${path}?x=1`)
    expect(text).not.toContain('<footer')
    const payload = await server.request.get(`${path}/_payload.json?b`).expect(404)
    expect(payload.body).toEqual({ statusCode: 404, statusMessage: `Page Not Found: ${path}`, fatal: true })
    const bot = await server.request.get(path).set('User-Agent', 'Googlebot/2.1').expect(404)
    expect(bot.headers['content-type']).toContain('text/plain')
  },
)

test('a path below a page of the owner matches no route', async () => {
  await using server = await startServer({ site: SITE })
  const { text } = await server.request.get('/about/imprint/more').expect(404)
  expect(text).toContain('Page not found: /about/imprint/more')
  await server.request.get('/about/imprint/').expect(308).expect('Location', '/about/imprint')
})

test('a change of a page is visible in its ETag, in its text and in the links of all pages', async () => {
  await using server = await startServer({ site: SITE })
  const { headers } = await server.request.get('/about/imprint').expect(200)
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-if-error=86400')
  const again = (path: string) => server.request.get(path).set('If-None-Match', headers['etag']!)
  expect((await again('/about/imprint')).status).toBe(304)
  const pages = [{ ...imprint, title: 'Legal notice', html: '<p>Ring 3</p>' }]
  await server.store.write((writer) => writer.putSite({ ...SITE, pages }))
  await expect.poll(async () => (await again('/about/imprint')).text).toContain('<p>Ring 3</p>')
  await expect.poll(async () => linksOf((await again('/')).text)).toEqual([['/about/imprint', 'Legal notice']])
  await expect.poll(async () => (await again('/about/campaign')).status).toBe(404)
})

test('page data contains the text of this page only; the layout data contains links only', async () => {
  await using server = await startServer({ site: SITE })
  const { body } = await server.request.get('/about/gr%C3%B6%C3%9Fe/_payload.json?b').expect(200)
  expect(body).toMatchObject({ name: 'about-page', params: { page: 'größe' } })
  expect((body as { data: object }).data).toEqual({ title: 'Privacy & data', html: '<p>Nothing is stored.</p>' })
  const { text } = await server.request.get('/contact')
  expect(text).not.toContain('Nothing is stored')
  expect(text).toContain('"privacyPath":"/about/gr%C3%B6%C3%9Fe"')
})

test('the sitemap lists the pages', async () => {
  await using server = await startServer({ site: SITE, environment: ENVIRONMENT })
  const { text } = await server.request.get('/sitemap.xml').expect(200)
  expect([...text.matchAll(/<loc>https:\/\/shop\.example(\/about[^<]*)<\/loc>/g)].map(([, path]) => path)).toEqual([
    '/about',
    '/about/imprint',
    '/about/gr%C3%B6%C3%9Fe',
    '/about/campaign',
  ])
})

test('the breadcrumb follows the language of the site', async () => {
  for (const [locale, label] of [
    ['de', 'Über uns'],
    ['es', 'Quiénes somos'],
  ] as const) {
    await using server = await startServer({
      site: { ...SITE, locale, navigation: buildDefaultNavigation({ locale }) },
    })
    expect((await server.request.get('/about/imprint')).text).toContain(`<a href="/about">${label}</a>`)
  }
})
