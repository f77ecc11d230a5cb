import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { Site } from '../../shared/site.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { buildProduct } from '../support/products.ts'
import { readPage, type HtmlPage } from '../support/read-html.ts'
import { startServer, useServer } from '../support/start-server.ts'
import { storeFile } from '../support/store-file.ts'

const LOGO = { hash: 'a'.repeat(64), format: 'png', width: 300, height: 100, alt: '' } as const

const server = await useServer({ products: [buildProduct({ slug: 'chair' })] })
let changes = 0

/** Changes the settings and reads the home page with them. */
async function show(site: Partial<Site>): Promise<HtmlPage> {
  const name = `Shop ${(changes += 1)}`
  await server.store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, name, ...site }))
  await expect.poll(async () => (await readPage(server, '/')).title).toContain(name)
  return readPage(server, '/')
}

/** The look follows the style sheets whose colours it overrides, and precedes all content. */
const findLookPath = (page: HtmlPage) => page.attributes('head link[rel="stylesheet"]', 'href').at(-1)!

const SEARCH = 'main form[role="search"][action="/products"]'

test('without a hero, the home page shows the beginning of the about text, a search and links to products and about page', async () => {
  const page = await show({ aboutHtml: '<h2>About us</h2>\n<p>We weave <em>chairs</em>.</p>\n<p>More.</p>' })
  expect(page.texts('main h1')).toEqual([`Shop ${changes}`])
  expect(page.texts('main .lead')).toEqual(['We weave chairs.'])
  expect(page.findAll(SEARCH)).toHaveLength(1)
  const links = page.findAll('main a').map((link) => `${link.attribute('href')} ${link.text}`)
  expect(links).toEqual(expect.arrayContaining(['/products All products', '/about About']))
  // The owner's own hero is shown as it is, and a picture takes the place of the search.
  const hero = { title: 'Made going round', text: null, image: LOGO, link: null }
  const own = await show({ aboutHtml: '<p>We weave chairs.</p>', hero })
  expect(own.texts('main h1')).toEqual(['Made going round'])
  expect([own.findAll(SEARCH), own.findAll('main a[href="/about"]')]).toEqual([[], []])
  expect(own.find('main').text).not.toContain('We weave chairs')
})

const readLead = async () => (await readPage(server, '/contact')).find('.lead').text

test('the contact page invites to call and visit only if the owner gave a phone number and an address', async () => {
  const address = { streetAddress: 'Weg 1', postalCode: '10115', addressLocality: 'Berlin', addressCountry: 'DE' }
  const contact = { ...NEUTRAL_SITE.contact, email: 'shop@oak.example', address }
  await show({ contact })
  await expect.poll(readLead).toMatch(/^Write to us\./)
  await show({ contact: { ...contact, phone: '+49 30 1' } })
  await expect.poll(readLead).toMatch(/^Write, call or visit us\./)
})

test('without products, the home page says so and offers the contact page instead of a search', async () => {
  await using empty = await startServer({ site: { ...NEUTRAL_SITE, description: 'Chairs.' } })
  const page = await readPage(empty, '/')
  expect(page.texts('main .lead')).toEqual(['Chairs.', expect.stringMatching(/^There are no products yet/)])
  expect(page.find('main a[href="/contact"]').text).toBe('Contact')
  expect(page.findAll(SEARCH)).toEqual([])
})

const themeColours = (page: HtmlPage) =>
  page.findAll('meta[name="theme-color"]').map((meta) => [meta.attribute('media'), meta.attribute('content')])

test('a look is a style sheet that is served as immutable, with theme colours for light and dark', async () => {
  const page = await show({ accentColor: '#ffe600', paperColor: '#fdf6e3', inkColor: '#002b36' })
  const path = findLookPath(page)
  expect(path).toMatch(/^\/look-/)
  const get = server.request.get(path).expect(200).expect('Content-Type', 'text/css; charset=utf-8')
  const sheet = await get.expect('Cache-Control', 'public, max-age=31536000, immutable')
  for (const declaration of ['--paper:light-dark(#fdf6e3,#', '--ink:light-dark(#002b36,#', '--quiet:', '--on-accent:'])
    expect(sheet.text).toContain(declaration)
  expect(page.meta.get('color-scheme')).toBe('light dark')
  expect(themeColours(page)).toEqual([
    ['(prefers-color-scheme:light)', '#fdf6e3'],
    ['(prefers-color-scheme:dark)', '#0d1c20'],
  ])
  // A page that was cached before a change links an old look.
  const old = await server.request.get('/look-aaaaaaaa.css').expect(200)
  expect(old.text).toBe(sheet.text)
  expect(old.headers['cache-control']).not.toContain('immutable')
  expect(findLookPath(await show({}))).toMatch(/^\/builds\//)
  await server.request.get(path).expect(404)
})

test('a site with a dark paper colour is dark for all visitors, and its hero has its focal point', async () => {
  const hero = { title: 'Turned.', text: null, image: null, focus: '7% 100%', link: null }
  const page = await show({ paperColor: '#102030', inkColor: '#ffffff', hero })
  expect([page.meta.get('color-scheme'), themeColours(page)]).toEqual(['dark', [[undefined, '#102030']]])
  const sheet = await server.request.get(findLookPath(page))
  expect(sheet.text).toMatch(/^:root\{color-scheme:dark;--paper:light-dark\(#[0-9a-f]{6},#102030\)/)
  expect(sheet.text).toContain('--hero-focus:7% 100%')
})

test('serves the owner’s fonts as immutable WOFF2 files, preloads them instead of the built-in fonts, and scales Arial to their measures', async () => {
  const content = readFileSync(join(PROJECT_DIR, 'public', 'fonts', 'display.woff2'))
  const hash = await storeFile(server.store, content, 'woff2')
  const picture = await storeFile(server.store, 'a picture', 'png')
  const path = `/fonts/${hash.slice(0, 20)}.woff2`
  const page = await show({ fonts: { display: { hash, weights: [300, 900] }, text: 'system-ui' } })
  const preloads = page.findAll('link[rel="preload"][as="font"]')
  const attributes = ['href', 'type', 'crossorigin'].map((name) => preloads.map((link) => link.attribute(name)))
  expect(attributes).toEqual([[path], ['font/woff2'], ['']])
  const sheet = await server.request.get(findLookPath(page)).expect(200)
  for (const rule of [
    `@font-face{font-family:'Own display';src:url(${path}) format('woff2');font-weight:300 900;font-display:swap}`,
    "@font-face{font-family:'Own display fallback';src:local('Arial'),",
    ';size-adjust:73.9%;ascent-override:134%;descent-override:41.9%;line-gap-override:0%}',
    ":root{--display:'Own display','Own display fallback',sans-serif;--text:system-ui,sans-serif}",
  ])
    expect(sheet.text).toContain(rule)
  const get = server.request.get(path).buffer().expect(200).expect('Content-Type', 'font/woff2')
  const font = await get.expect('Cache-Control', 'public, max-age=31536000, immutable')
  expect(font.headers['content-encoding']).toBeUndefined()
  expect(content.equals(font.body as Buffer)).toBe(true)
  await server.request.get(path).set('If-None-Match', font.headers['etag']!).expect(304)
  await server.request.head(path).expect(200)
  for (const hash of ['0'.repeat(20), picture.slice(0, 20)]) {
    const missing = server.request
      .get(`/fonts/${hash}.woff2`)
      .expect(404)
      .expect('Content-Type', /^text\/plain/)
    await missing.expect('Cache-Control', 'no-store')
  }
  // A font must not be served as a picture.
  await server.request.get(`/images/${hash.slice(0, 20)}/320.webp`).expect(404)
  await server.request.get('/fonts/display.woff2').expect('Cache-Control', 'public, max-age=86400')
})

test('shows the logo with its size and the site name as alt text, or only the name if there is no logo', async () => {
  const link = (await show({ logo: LOGO })).find('a.navbar-name')
  const logo = link.find('picture img')
  expect(['alt', 'width', 'height'].map((name) => logo.attribute(name))).toEqual([`Shop ${changes}`, '300', '100'])
  expect(link.text).toBe(`Shop ${changes}`)
  const named = (await show({})).find('a.navbar-name')
  expect([named.text, named.findAll('img')]).toEqual([`Shop ${changes}`, []])
})
