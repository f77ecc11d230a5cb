import { describe, expect, test } from 'vitest'
import { crawlLanguages } from '../support/crawl-languages.ts'
import { TRANSLATED_CATEGORIES, TRANSLATED_PRODUCTS, TRANSLATED_SITE } from '../support/translated-catalogue.ts'
import { startServer, useServer } from '../support/start-server.ts'
import { createTestDatabase } from '../support/test-database.ts'

const PARTS = { products: TRANSLATED_PRODUCTS, categories: TRANSLATED_CATEGORIES, site: TRANSLATED_SITE }

/** Lists the languages of a page and their paths, as search engines read them. */
function listAlternates(text: string): readonly string[] {
  return [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(
    ([, lang, href]) => `${lang} ${href!.replace('https://tornio.example', '')}`,
  )
}

/** Reads the first block of structured data. */
function readProductData(text: string): unknown {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)![1]!)
}

test('the owner’s links to categories lead to the addresses of the language', async () => {
  const link = { label: 'Bowls', href: '/category/bowls' }
  const site = { ...TRANSLATED_SITE, navigation: [link], hero: { ...TRANSLATED_SITE.hero!, link } }
  await using server = await startServer({ ...PARTS, site })
  const { text } = await server.request.get('/de-at').expect(200)
  const body = text.slice(text.indexOf('<body>')).replace(/<script[\s\S]*?<\/script>/g, '')
  expect(body).toContain('href="/de-at/category/schuesseln"')
  expect(body).not.toContain('href="/de-at/category/bowls"')
})

describe.each(['SQLite', 'PostgreSQL'])('%s', async (name) => {
  const database = name === 'PostgreSQL' ? await createTestDatabase() : undefined
  const environment = { SITE_URL: 'https://tornio.example', ...(database && { DATABASE_URL: database.url }) }
  const server = await useServer({ ...PARTS, environment })

  async function read(path: string): Promise<string> {
    const { text } = await server.request.get(path).set('Accept', 'text/html').expect(200)
    return text
  }

  /** Returns the page without the data in scripts. */
  async function readShown(path: string): Promise<string> {
    const text = await read(path)
    return text
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replaceAll('<!-- -->', '')
      .replaceAll('\u00A0', ' ')
  }

  test('a product is shown in each language at its own address, with what is not translated marked', async () => {
    expect(await readShown('/products/oak-bowl')).toContain('Oak bowl</h1>')
    const german = await readShown('/de-at/products/eichenschale')
    expect(german).toContain('<html lang="de-AT"')
    for (const text of [
      'Eichenschale</h1>',
      'Für Obst.',
      'Werkstoff',
      'Eiche',
      'Höhe',
      '5,5 cm',
      'Oberfläche',
      'Geölt',
    ])
      expect(german).toContain(text)
    expect(german).not.toContain('Oak')
    const french = await readShown('/fr/products/oak-bowl')
    expect(french).toMatch(/<h1 lang="en">\s*Oak bowl/)
    expect(french).toContain('lang="en"><p>For fruit.')
    expect(french).toContain('<td><span lang="en">Oak</span></td>')
    expect(french).toContain('5,5 cm')
  })

  test.each([
    ['/de-at/products/oak-bowl', '/de-at/products/eichenschale'],
    ['/de-at/products/schale-eiche', '/de-at/products/eichenschale'],
    ['/products/eichenschale', '/products/oak-bowl'],
    ['/products/schale-eiche', '/products/oak-bowl'],
    ['/fr/products/eichenschale', '/fr/products/oak-bowl'],
    ['/de-at/category/bowls', '/de-at/category/schuesseln'],
    ['/de-at/category/schalen', '/de-at/category/schuesseln'],
    ['/category/schuesseln', '/category/bowls'],
    ['/fr/category/schuesseln', '/fr/category/bowls'],
    ['/de-at/products/oak-bowl?variant=raw', '/de-at/products/eichenschale'],
  ])('%s moved to %s', async (path, target) => {
    const { headers } = await server.request.get(path).expect(301)
    expect(headers['location']).toBe(target)
  })

  test.each(['/', '/about', '/about/imprint', '/about/care', '/contact', '/category', '/products', '/products?q=bowl'])(
    'the page %s is there in all languages, and no link of it leaves its language',
    async (path) => {
      for (const base of ['', '/de-at', '/fr']) {
        const text = await readShown(path === '/' && base !== '' ? base : base + path)
        const switchLinks = /<nav class="navbar-languages"[\s\S]*?<\/nav>/
        expect(text).toMatch(switchLinks)
        const body = text.slice(text.indexOf('<body>')).replace(switchLinks, '')
        const paths = [...body.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, found = '']) => found)
        expect(paths.length).toBeGreaterThan(5)
        for (const found of paths) expect(found.match(/^\/(?:de-at|fr)(?=[/?#]|$)/)?.[0] ?? '').toBe(base)
      }
    },
  )

  test('the home page of a language has no slash at its end', async () => {
    const { headers } = await server.request.get('/de-at/').expect(308)
    expect(headers['location']).toBe('/de-at')
    expect((await server.request.get('/de-at/products/').expect(308)).headers['location']).toBe('/de-at/products')
  })

  test('payloads, suggestions and feeds follow the language', async () => {
    const payload = await server.request.get('/de-at/products/eichenschale/_payload.json?x').expect(200)
    expect(payload.body).toMatchObject({ data: { product: { name: 'Eichenschale' } } })
    const found = await server.request.get('/de-at/suggestions?q=eich').expect(200)
    expect(found.body.products).toMatchObject([{ slug: 'eichenschale', name: 'Eichenschale' }])
    expect((await server.request.get('/suggestions?q=eich').expect(200)).body.products).toEqual([])
  })

  test('search, its stems and its corrections are those of the language', async () => {
    expect(await readShown('/de-at/products?q=Eichenschalen')).toContain('Eichenschale')
    expect(await readShown('/de-at/products?q=Eichenschle')).toContain('Eichenschale')
    expect(await readShown('/products?q=bowls')).toContain('Oak bowl')
    expect(await readShown('/products?q=Eichenschale')).not.toContain('Oak bowl</')
  })

  test('filters have the same addresses in all languages, and the names of each', async () => {
    const query = '?attr-material=Oak&view=table&columns=material'
    expect(await readShown(`/products${query}`)).toContain('Oak bowl')
    const german = await readShown(`/de-at/products${query}`)
    for (const text of ['Eichenschale', 'Werkstoff', 'Eiche', 'Höhe', 'value="Oak"']) expect(german).toContain(text)
    expect(german).not.toContain('Ulmenschale</')
    // The language switch keeps them.
    expect(german).toContain(`href="/products${query.replaceAll('&', '&amp;')}"`)
    const byCategory = await readShown('/products?category=bowls')
    expect(byCategory).toContain('href="/de-at/products?category=bowls"')
    expect(await readShown('/de-at/products?category=bowls')).not.toContain('Ash plate</')
  })

  test('lists are sorted by the names of the language', async () => {
    const [german, english] = [await readShown('/de-at/products?sort=name'), await readShown('/products?sort=name')]
    expect(german).not.toMatch(/Oak bowl|Elm bowl/)
    expect(german.indexOf('Eichenschale')).toBeLessThan(german.indexOf('Ulmenschale'))
    expect(english.indexOf('Elm bowl')).toBeLessThan(english.indexOf('Oak bowl'))
  })

  test('pages name their translations, each of which names them as well, and only real ones', async () => {
    const bowl = ['en /products/oak-bowl', 'de-AT /de-at/products/eichenschale', 'x-default /products/oak-bowl']
    expect(listAlternates(await read('/products/oak-bowl'))).toEqual(bowl)
    expect(listAlternates(await read('/de-at/products/eichenschale'))).toEqual(bowl)
    expect(listAlternates(await read('/fr/products/oak-bowl'))).toEqual([])
    expect(listAlternates(await read('/products/ash-plate'))).toEqual([])
    const home = ['en /', 'de-AT /de-at', 'fr /fr', 'x-default /']
    expect(listAlternates(await read('/fr'))).toEqual(home)
    expect(listAlternates(await read('/'))).toEqual(home)
    const about = ['en /about', 'de-AT /de-at/about', 'x-default /about']
    expect(listAlternates(await read('/about'))).toEqual(about)
    expect(listAlternates(await read('/de-at/about'))).toEqual(about)
    expect(listAlternates(await read('/about/care'))).toEqual([])
    expect(listAlternates(await read('/products?q=bowl'))).toEqual([])
    const category = ['en /category/bowls', 'de-AT /de-at/category/schuesseln', 'x-default /category/bowls']
    expect(listAlternates(await read('/de-at/category/schuesseln'))).toEqual(category)
  })

  test.each([
    ['/de-at/products/eichenschale', '/de-at/products/eichenschale'],
    ['/fr/products/oak-bowl', '/products/oak-bowl'],
    ['/de-at/about/care', '/about/care'],
    ['/de-at/about/imprint', '/de-at/about/imprint'],
    ['/fr/about', '/about'],
    ['/fr/category/bowls', '/category/bowls'],
    ['/fr/products', '/fr/products'],
    ['/de-at', '/de-at'],
  ])('the canonical page of %s is %s', async (path, canonical) => {
    expect(await read(path)).toContain(`<link rel="canonical" href="https://tornio.example${canonical}">`)
  })

  test('structured data and previews name the canonical page, its language and those of its translations', async () => {
    const german = await read('/de-at/products/eichenschale')
    const address = 'https://tornio.example/de-at/products/eichenschale'
    expect(readProductData(german)).toMatchObject({
      productGroupID: 'oak-bowl',
      url: address,
      hasVariant: [{ url: `${address}?variant=oiled` }, { url: `${address}?variant=raw` }],
    })
    expect(german).toContain('<meta property="og:locale:alternate" content="en_US">')
    expect(german).not.toContain('content="fr_FR"')
    const french = readProductData(await read('/fr/products/oak-bowl'))
    expect(french).toMatchObject({ productGroupID: 'oak-bowl', url: 'https://tornio.example/products/oak-bowl' })
    expect(await read('/de-at')).toContain('"inLanguage":"de-AT"')
    expect(await read('/fr/products')).toContain('"inLanguage":"fr"')
    expect(await read('/fr/category/bowls')).toContain('"inLanguage":"en"')
  })

  test.each([
    ['/contact?sent=ABCD2345', '/de-at/contact?sent=ABCD2345'],
    ['/contact?reference=abcd+2345', '/de-at/contact?reference=abcd+2345'],
    ['/contact?sent=ABCD2345&item=oak-bowl:2:raw', '/de-at/contact?sent=ABCD2345&amp;item=oak-bowl:2:raw'],
    ['/contact?product=oak-bowl', '/de-at/contact?product=oak-bowl'],
  ])('%s links to %s', async (path, other) => {
    expect(await readShown(path)).toContain(`href="${other}"`)
  })

  test('crawlers leave out the forms with a query in all languages', async () => {
    const { text } = await server.request.get('/robots.txt')
    expect(text).toContain('Disallow: /contact?\nDisallow: /*/contact?\n')
  })

  test('the sitemap has all pages that are translated', async () => {
    const { text } = await server.request.get('/sitemap.xml').expect(200)
    const paths = [...text.matchAll(/<loc>https:\/\/tornio\.example([^<]*)<\/loc>/g)].map(([, path = '']) => path)
    for (const path of [
      '/products/oak-bowl',
      '/de-at/products/eichenschale',
      '/de-at/products/elm-bowl',
      '/de-at',
      '/fr',
    ])
      expect(paths).toContain(path)
    expect(paths).toContain('/de-at/category/schuesseln')
    expect(paths).toContain('/de-at/about/imprint')
    for (const path of ['/fr/products/oak-bowl', '/de-at/about/care', '/fr/about', '/de-at/category/plates'])
      expect(paths).not.toContain(path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('an unknown path of a language is a 404 in that language, and other languages do not exist', async () => {
    const { text } = await server.request.get('/de-at/nothing').set('Accept', 'text/html').expect(404)
    expect(text).toContain('<html lang="de-AT"')
    expect(text).toContain('/de-at/nothing')
    await server.request.get('/es/products').expect(404)
    await server.request.get('/de-at/images/x').expect(404)
  })

  test('a crawler finds every page, one canonical page of each, and every pair of languages in both directions', async () => {
    const { pages, alternates, problems } = await crawlLanguages(server.url, 'https://tornio.example', [
      '/',
      '/de-at',
      '/fr',
    ])
    expect(problems).toEqual([])
    expect(alternates).toBeGreaterThan(20)
    // Each language has the five main pages, two of the owner's, two categories and three products.
    expect(Object.fromEntries(pages)).toEqual({ '': 12, '/de-at': 12, '/fr': 12 })
  })

  test('cached pages of several languages do not mix', async () => {
    for (let round = 0; round < 3; round++) {
      expect(await read('/products')).toContain('<html lang="en"')
      expect(await read('/de-at/products')).toContain('<html lang="de-AT"')
    }
  })

  test('an enquiry list keeps its products in another language', async () => {
    const german = await readShown('/de-at/contact?item=oak-bowl:2:raw')
    expect(german).toContain('Eichenschale')
    expect(german).toContain('Roh')
    const english = await readShown('/contact?item=eichenschale:2:raw')
    expect(english).toContain('Oak bowl')
    expect(english).toMatch(/href="\/de-at\/contact\?item=[^"]*oak-bowl|href="\/de-at\/contact\?item=[^"]*eichenschale/)
  })
})
