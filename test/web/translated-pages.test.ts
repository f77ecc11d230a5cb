import { expect, test } from 'vitest'
import { messagesFor } from '../../server/platform/language.ts'
import { readPage } from '../support/read-html.ts'
import { useServer } from '../support/start-server.ts'
import { TRANSLATED_CATEGORIES, TRANSLATED_PRODUCTS, TRANSLATED_SITE } from '../support/translated-catalogue.ts'

const SITE_URL = 'https://tornio.example'
const LINK = { label: 'Bowls', href: '/category/bowls' }
const parts = {
  products: TRANSLATED_PRODUCTS,
  categories: TRANSLATED_CATEGORIES,
  site: { ...TRANSLATED_SITE, hero: { ...TRANSLATED_SITE.hero!, link: LINK } },
  environment: { SITE_URL },
}
const LANGUAGES = parts.site.languages!
const server = await useServer(parts)
const read = (path: string) => readPage(server, path)

test('a product is shown in each language at its own address, with what is not translated marked', async () => {
  const german = await read('/de-at/products/eichenschale')
  expect([german.find('html').attribute('lang'), german.find('h1').text]).toEqual(['de-AT', 'Eichenschale'])
  for (const text of ['Für Obst.', 'Werkstoff Eiche', 'Höhe 5,5 cm', 'Oberfläche', 'Geölt'])
    expect(german.find('main').text).toContain(text)
  expect(german.find('main').text).not.toContain('Oak')
  const french = await read('/fr/products/oak-bowl')
  expect(french.texts('h1[lang="en"]')).toEqual(['Oak bowl'])
  for (const text of ['For fruit.', 'Oak']) expect(french.texts('main [lang="en"]').join('\n')).toContain(text)
  expect(french.text).toContain('5,5 cm')
})

test('slugs of other languages and former slugs are redirected to the present slug in the language of the address', async () => {
  for (const [path, target] of [
    ['/de-at/products/oak-bowl', '/de-at/products/eichenschale'],
    ['/de-at/products/schale-eiche', '/de-at/products/eichenschale'],
    ['/products/eichenschale', '/products/oak-bowl'],
    ['/products/schale-eiche', '/products/oak-bowl'],
    ['/fr/products/eichenschale', '/fr/products/oak-bowl'],
    ['/de-at/category/bowls', '/de-at/category/schuesseln'],
    ['/de-at/category/schalen', '/de-at/category/schuesseln'],
    ['/category/schuesseln', '/category/bowls'],
    ['/de-at/products/oak-bowl?variant=raw', '/de-at/products/eichenschale'],
    // The address of another shop.
    ['/de-at/product/eichenschale/', '/de-at/products/eichenschale'],
  ] as const) {
    await server.request.get(path).expect(301).expect('Location', target)
  }
})

test('pages exist in all languages, and no link of them leaves their language', async () => {
  for (const path of [
    '/',
    '/about',
    '/about/care',
    '/contact',
    '/category',
    '/products',
    '/products?q=bowl',
  ] as const) {
    // Concurrent renders must not change the language of each other.
    const bases = ['', '/de-at', '/fr']
    const pages = await Promise.all(bases.map((base) => read(path === '/' && base !== '' ? base : base + path)))
    for (const [index, base] of bases.entries()) {
      const page = pages[index]!
      expect(page.text).toContain(messagesFor({ locale: LANGUAGES[index]! }).skipToContent)
      const others = page.attributes('nav.navbar-languages a', 'href')
      expect(others.length).toBeGreaterThan(1)
      const addresses = [...page.attributes('body a', 'href'), ...page.attributes('form', 'action')]
      const own = addresses.filter((address) => address.startsWith('/') && !others.includes(address))
      expect(own.length).toBeGreaterThan(5)
      for (const address of own) expect(/^\/(?:de-at|fr)(?=[/?#]|$)/.exec(address)?.[0] ?? '', address).toBe(base)
    }
  }
})

test('payloads, suggestions, searches, the owner’s links and lists of an enquiry follow the language', async () => {
  const payload = await server.request.get('/de-at/products/eichenschale/_payload.json?x').expect(200)
  expect(payload.body).toMatchObject({ data: { product: { name: 'Eichenschale' } } })
  const found = await server.request.get('/de-at/suggestions?q=eich').expect(200)
  expect(found.body.products).toMatchObject([{ slug: 'eichenschale', name: 'Eichenschale' }])
  expect((await server.request.get('/suggestions?q=eich').expect(200)).body.products).toEqual([])
  for (const [path, slugs] of [
    ['/de-at/products?q=Eichenschalen', ['eichenschale']],
    ['/de-at/products?q=Eichenschle', ['eichenschale']],
    ['/products?q=bowls&sort=name', ['elm-bowl', 'oak-bowl']],
    ['/products?q=Eichenschale', []],
    ['/products?sort=name', ['ash-plate', 'elm-bowl', 'oak-bowl']],
    ['/de-at/products?sort=name', ['ash-plate', 'eichenschale', 'elm-bowl']],
    ['/de-at/products?category=bowls&sort=name', ['eichenschale', 'elm-bowl']],
  ] as const)
    expect((await read(path)).attributes('[data-slug]', 'data-slug'), path).toEqual(slugs)
  expect((await read('/de-at')).attributes('main a', 'href')).toContain('/de-at/category/schuesseln')
  expect((await read('/de-at/contact?item=oak-bowl:2:raw')).text).toMatch(/Eichenschale.*Roh/)
  expect((await read('/contact?item=eichenschale:2:raw')).text).toContain('Oak bowl')
})

test('filters have the same addresses in all languages, and the names of each; the language switch keeps them', async () => {
  const query = '?attr-material=Oak&view=table&columns=material'
  const german = await read(`/de-at/products${query}`)
  for (const text of ['Eichenschale', 'Werkstoff', 'Eiche', 'Höhe']) expect(german.text).toContain(text)
  expect(german.attributes('input[name="attr-material"]', 'value')).toContain('Oak')
  expect(german.text).not.toContain('Ulmenschale')
  expect(german.attributes('nav.navbar-languages a', 'href')).toContain(`/products${query}`)
  for (const search of ['reference=abcd+2345', 'sent=ABCD2345&item=oak-bowl:2:raw', 'product=oak-bowl']) {
    const links = (await read(`/contact?${search}`)).attributes('nav.navbar-languages a', 'href')
    expect(links).toContain(`/de-at/contact?${search}`)
  }
})

test('pages name those that are their translations', async () => {
  const bowls = ['en /products/oak-bowl', 'de-AT /de-at/products/eichenschale', 'x-default /products/oak-bowl']
  for (const [path, expected] of [
    ['/products/oak-bowl', bowls],
    ['/de-at/products/eichenschale', bowls],
    ['/fr/products/oak-bowl', []],
    ['/products/ash-plate', []],
    ['/fr', ['en /', 'de-AT /de-at', 'fr /fr', 'x-default /']],
    ['/de-at/about', ['en /about', 'de-AT /de-at/about', 'x-default /about']],
    ['/about/care', []],
    ['/products?q=bowl', []],
  ] as const) {
    const links = (await read(path)).findAll('link[rel="alternate"][hreflang]')
    const found = links.map((link) => `${link.attribute('hreflang')} ${link.attribute('href')!.replace(SITE_URL, '')}`)
    expect(found, path).toEqual(expected)
  }
})

test('the canonical page of what is not translated is that in the first language', async () => {
  for (const [path, canonical] of [
    ['/de-at/products/eichenschale', '/de-at/products/eichenschale'],
    ['/fr/products/oak-bowl', '/products/oak-bowl'],
    ['/de-at/about/care', '/about/care'],
    ['/fr/products', '/fr/products'],
    ['/de-at', '/de-at'],
  ] as const) {
    expect((await read(path)).find('link[rel="canonical"]').attribute('href'), path).toBe(SITE_URL + canonical)
  }
})

test('structured data and previews name the canonical page, its language and those of its translations', async () => {
  const german = await read('/de-at/products/eichenschale')
  const address = `${SITE_URL}/de-at/products/eichenschale`
  expect(german.structuredData[0]).toMatchObject({
    productGroupID: 'oak-bowl',
    url: address,
    hasVariant: [{ url: `${address}?variant=oiled` }, { url: `${address}?variant=raw` }],
  })
  expect(german.attributes('meta[property="og:locale:alternate"]', 'content')).toEqual(['en_US'])
  expect((await read('/fr/products/oak-bowl')).structuredData[0]).toMatchObject({
    productGroupID: 'oak-bowl',
    url: `${SITE_URL}/products/oak-bowl`,
  })
  for (const [path, language] of [
    ['/de-at', 'de-AT'],
    ['/fr/products', 'fr'],
    ['/fr/category/bowls', 'en'],
  ] as const)
    expect(JSON.stringify((await read(path)).structuredData)).toContain(`"inLanguage":"${language}"`)
})

test('the sitemap has all pages that are translated', async () => {
  const { text } = await server.request.get('/sitemap.xml').expect(200)
  const paths = [...text.matchAll(/<loc>https:\/\/tornio\.example([^<]*)<\/loc>/g)].map(([, path = '']) => path)
  for (const path of '/de-at/products/eichenschale /de-at/products/elm-bowl /de-at /fr /de-at/category/schuesseln'.split(
    ' ',
  ))
    expect(paths).toContain(path)
  for (const path of ['/fr/products/oak-bowl', '/de-at/about/care', '/fr/about', '/de-at/category/plates'])
    expect(paths).not.toContain(path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('an unknown path of a language is a 404 in that language, and other languages do not exist', async () => {
  const page = await readPage(server, '/de-at/nothing', 404)
  expect([page.find('html').attribute('lang'), page.text.includes('/de-at/nothing')]).toEqual(['de-AT', true])
  await server.request.get('/es/products').expect(404)
  await server.request.get('/de-at/images/x').expect(404)
  await server.request.get('/de-at/').expect(308).expect('Location', '/de-at')
})
