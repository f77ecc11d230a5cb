import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { buildProduct } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const LOGO = { hash: 'a'.repeat(64), format: 'png', width: 300, height: 100, alt: '' } as const

async function readHome(server: TestServer): Promise<string> {
  const { text } = await server.request.get('/')
  return /<main[^]*<\/main>/.exec(text)![0]
}

async function findLookPath(server: TestServer): Promise<string> {
  const page = await server.request.get('/')
  const [, path = ''] = /<link rel="stylesheet" href="(\/look-[^"]+)">/.exec(page.text) ?? []
  // The link precedes all content and follows the style sheet whose colours it overrides.
  expect(page.text.indexOf(path)).toBeGreaterThan(page.text.lastIndexOf('<link rel="stylesheet" href="/builds/'))
  expect(page.text.indexOf(path)).toBeLessThan(page.text.indexOf('<body>'))
  return path
}

test('without a hero, the home page shows the beginning of the about text, a search and links to products and about page', async () => {
  await using server = await startServer({
    site: {
      ...NEUTRAL_SITE,
      name: 'Halm',
      aboutHtml: '<h2>About us</h2>\n<p>We weave <em>chairs</em>.</p>\n<p>More.</p>',
    },
    products: [buildProduct({ slug: 'chair' })],
  })
  const main = await readHome(server)
  expect(main).toContain('<h1>Halm</h1><p class="lead">We weave chairs.</p>')
  expect(main).toMatch(/<form class="product-search" role="search" action="\/products">/)
  expect(main).toMatch(/<a [^>]*href="\/products"[^>]*>All products<\/a>\s*<a [^>]*href="\/about"[^>]*>About<\/a>/)
  // The owner's own hero is shown as it is, and a picture takes the place of the search.
  const hero = { title: 'Made going round', text: null, image: LOGO, link: null }
  await server.store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, aboutHtml: '<p>We weave chairs.</p>', hero }))
  await expect.poll(() => readHome(server)).toContain('Made going round')
  expect(await readHome(server)).not.toMatch(/product-search|We weave chairs|href="\/about"/)
})

test('the contact page invites to call and visit only if the owner gave a phone number and an address', async () => {
  const address = { streetAddress: 'Weg 1', postalCode: '10115', addressLocality: 'Berlin', addressCountry: 'DE' }
  const contact = { ...NEUTRAL_SITE.contact, email: 'shop@oak.example', address }
  await using server = await startServer({ site: { ...NEUTRAL_SITE, contact } })
  const readLead = async () => /<p class="lead">([^<]*)/.exec((await server.request.get('/contact')).text)?.[1]
  expect(await readLead()).toMatch(/^Write to us\./)
  await server.store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, contact: { ...contact, phone: '+49 30 1' } }))
  await expect.poll(readLead).toMatch(/^Write, call or visit us\./)
})

test('without products, the home page says so and offers the contact page instead of a search', async () => {
  await using server = await startServer({ site: { ...NEUTRAL_SITE, description: 'Chairs.' } })
  const main = await readHome(server)
  expect(main).toMatch(/Chairs\.<\/p><p class="lead">There are no products yet/)
  expect(main).toMatch(/<a [^>]*href="\/contact"[^>]*>Contact<\/a>/)
  expect(main).not.toContain('product-search')
})

test('a look is a style sheet that is served as immutable, with theme colours for light and dark', async () => {
  await using server = await startServer({
    site: { ...NEUTRAL_SITE, accentColor: '#ffe600', paperColor: '#fdf6e3', inkColor: '#002b36' },
  })
  const path = await findLookPath(server)
  const sheet = await server.request.get(path)
  expect([sheet.status, sheet.headers['content-type'], sheet.headers['cache-control']]).toEqual([
    200,
    'text/css; charset=utf-8',
    'public, max-age=31536000, immutable',
  ])
  for (const declaration of ['--paper:light-dark(#fdf6e3,#', '--ink:light-dark(#002b36,#', '--quiet:', '--on-accent:'])
    expect(sheet.text).toContain(declaration)
  const { text } = await server.request.get('/')
  expect(text).toContain('<meta name="color-scheme" content="light dark">')
  expect(text).toContain('<meta name="theme-color" media="(prefers-color-scheme:light)" content="#fdf6e3">')
  expect(text).toContain('<meta name="theme-color" media="(prefers-color-scheme:dark)" content="#0d1c20">')
  expect((await server.request.get('/manifest.webmanifest').buffer()).text).toContain('"theme_color":"#fdf6e3"')
  // A page that was cached before a change links an old look.
  const old = await server.request.get('/look-aaaaaaaa.css').expect(200)
  expect(old.text).toBe(sheet.text)
  expect(old.headers['cache-control']).not.toContain('immutable')
  await using other = await startServer()
  expect((await other.request.get('/')).text).not.toContain('/look-')
  expect((await other.request.get(path)).status).toBe(404)
})

test('a site with a dark paper colour is dark for all visitors, and its hero has its focal point', async () => {
  const hero = { title: 'Turned.', text: null, image: null, focus: '7% 100%', link: null }
  await using server = await startServer({
    site: { ...NEUTRAL_SITE, paperColor: '#102030', inkColor: '#ffffff', hero },
  })
  const { text } = await server.request.get('/')
  expect(text).toContain('<meta name="color-scheme" content="dark"><meta name="theme-color" content="#102030">')
  const sheet = await server.request.get(await findLookPath(server))
  expect(sheet.text).toMatch(/^:root\{color-scheme:dark;--paper:light-dark\(#[0-9a-f]{6},#102030\)/)
  expect(sheet.text).toContain('--hero-focus:7% 100%')
})

test('serves the owner’s fonts as immutable WOFF2 files, and preloads them instead of the built-in fonts', async () => {
  const bytes = Buffer.from('wOF2 of a test')
  const hash = createHash('sha256').update(bytes).digest('hex')
  const path = `/fonts/${hash.slice(0, 20)}.woff2`
  const picture = 'c'.repeat(64)
  await using server = await startServer({
    site: { ...NEUTRAL_SITE, fonts: { display: { hash, weights: [300, 900] }, text: 'system-ui' } },
  })
  await server.store.write(async (writer) => {
    await writer.putImage(hash, { bytes, format: 'woff2' })
    await writer.putImage(picture, { bytes, format: 'png' })
  })
  const page = await server.request.get('/')
  expect(page.text.match(/<link rel="preload" href="[^"]+" as="font"[^>]*>/g)).toEqual([
    `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`,
  ])
  const sheet = await server.request.get(await findLookPath(server)).expect(200)
  expect(sheet.text).toBe(
    `@font-face{font-family:'Own display';src:url(${path}) format('woff2');font-weight:300 900;font-display:swap}\n` +
      ":root{--display:'Own display',sans-serif;--text:system-ui,sans-serif}\n",
  )
  const font = await server.request.get(path).buffer().expect(200)
  expect([font.type, font.headers['cache-control'], font.headers['content-encoding']]).toEqual([
    'font/woff2',
    'public, max-age=31536000, immutable',
    undefined,
  ])
  expect(bytes.equals(font.body as Buffer)).toBe(true)
  await server.request.get(path).set('If-None-Match', font.headers['etag']!).expect(304)
  await server.request.head(path).expect(200)
  await server.request.post(path).expect(405)
  for (const other of [`/fonts/${'0'.repeat(20)}.woff2`, `/fonts/${picture.slice(0, 20)}.woff2`]) {
    const missing = await server.request.get(other)
    expect([missing.status, missing.type, missing.headers['cache-control']]).toEqual([404, 'text/plain', 'no-store'])
  }
  // A font must not be served as a picture.
  await server.request.get(`/images/${hash.slice(0, 20)}/320.webp`).expect(404)
  expect((await server.request.get('/fonts/display.woff2')).headers['cache-control']).toBe('public, max-age=86400')
})

test('the style sheet of the look scales Arial to the measures of the owner’s font', async () => {
  const bytes = readFileSync(join(PROJECT_DIR, 'public', 'fonts', 'display.woff2'))
  const hash = createHash('sha256').update(bytes).digest('hex')
  await using server = await startServer({ site: { ...NEUTRAL_SITE, fonts: { display: { hash } } } })
  await server.store.write((writer) => writer.putImage(hash, { bytes, format: 'woff2' }))
  const path = await findLookPath(server)
  const { text } = await server.request.get(path).expect(200)
  expect(text).toMatch(
    /@font-face\{font-family:'Own display fallback';src:local\('Arial'\),[^;]+;size-adjust:73\.9%;ascent-override:134%;descent-override:41\.9%;line-gap-override:0%\}/,
  )
  expect(text).toContain("--display:'Own display','Own display fallback',sans-serif")
})

test('shows the logo with its size and the site name as alt text, or only the name if there is no logo', async () => {
  await using server = await startServer({ site: { ...NEUTRAL_SITE, name: 'Tornio', logo: LOGO } })
  const { text } = await server.request.get('/')
  expect(text).toMatch(
    /<a[^>]*class="[^"]*navbar-name[^>]*><picture><img[^>]*alt="Tornio"[^>]*width="300"[^>]*height="100"[^>]*\/><\/picture><span>Tornio<\/span><\/a>/,
  )
  await using named = await startServer({ site: { ...NEUTRAL_SITE, name: 'Tornio' } })
  expect((await named.request.get('/')).text).toMatch(/<a[^>]*class="[^"]*navbar-name[^>]*>Tornio<\/a>/)
})
