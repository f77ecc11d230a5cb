import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { Site } from '../../shared/site.ts'
import { DATABASE_KINDS } from '../support/both-databases.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { createTestDatabase } from '../support/test-database.ts'

const site: Site = {
  ...NEUTRAL_SITE,
  currency: 'EUR',
  languages: ['en', 'de', 'fr'],
  pages: [
    {
      slug: 'delivery',
      title: 'Delivery',
      description: null,
      links: [],
      role: null,
      position: null,
      html: '<p>By post.</p>',
      markdown: 'By post.',
    },
  ],
  priceNotes: { tax: 'incl. VAT', delivery: 'plus delivery costs', deliveryLink: '/about/delivery' },
  translations: { de: { priceNotes: { tax: 'inkl. MwSt.', delivery: 'zzgl. Versand' } } },
}
const products = [
  buildProduct({ slug: 'bowl', featured: true }),
  buildProduct({ slug: 'book', taxNote: 'reduced rate', translations: { de: { taxNote: 'ermäßigt' } } }),
  buildProduct({ slug: 'free', taxNote: 'exempt', variants: [buildVariant({ priceMinor: null })] }),
]

const start = (parts: Partial<Parameters<typeof startServer>[0]> = {}) => startServer({ products, site, ...parts })

/** The texts of the page up to the related products, with the paths of links. */
const readMain = async (server: TestServer, path: string) => {
  const { text } = await server.request.get(path).expect(200)
  const [main = ''] = text
    .slice(text.indexOf('<main'), text.indexOf('<footer'))
    .replace(/<script[^>]*>.*?<\/script>|<!--.*?-->/gs, '')
    .split('section related')
  return main
    .replace(/<a [^>]*?href="(\/[^"]*delivery)"[^>]*>/g, '[$1 ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const count = (text: string, part: string) => text.split(part).length - 1

test.each(DATABASE_KINDS)(
  'shows the notes beside the price of a product and once in lists, by language, over %s',
  async (kind) => {
    await using database = kind === 'postgres' ? await createTestDatabase() : undefined
    await using server = await start(database && { environment: { DATABASE_URL: database.url } })
    const english = ['incl. VAT', '[/about/delivery plus delivery costs', 'reduced rate'] as const
    const german = ['inkl. MwSt.', '[/de/about/delivery zzgl. Versand', 'ermäßigt'] as const
    for (const [base, [tax, delivery, own]] of [
      ['', english],
      ['/de', german],
    ] as const) {
      const bowl = await readMain(server, `${base}/products/bowl`)
      expect(count(bowl, tax)).toBe(1)
      expect(count(bowl, delivery)).toBe(1)
      const book = await readMain(server, `${base}/products/book`)
      expect(book).toContain(own)
      expect(book).toContain(delivery)
      expect(book).not.toContain(tax)
      for (const path of ['', '/products', '/products?view=table', '/products?compare=bowl,book']) {
        const text = await readMain(server, base + path || '/')
        expect(count(text, tax), path).toBe(1)
        expect(count(text, delivery), path).toBe(1)
        expect(count(text, own), path).toBe(1)
        expect(text).not.toContain('exempt')
      }
    }
  },
)

test('notes that are not translated are marked with the first language', async () => {
  await using server = await start()
  const { text } = await server.request.get('/fr/products/bowl').expect(200)
  expect(text).toMatch(/<span lang="en">incl. VAT<\/span>/)
  expect(text).toMatch(/<a [^>]*lang="en"[^>]*>plus delivery costs<\/a>/)
})

test('without a price, neither a product nor a list shows notes', async () => {
  await using server = await start({
    products: [products[2]!, buildProduct({ slug: 'other', variants: [buildVariant({ priceMinor: null })] })],
  })
  for (const path of ['/', '/products/free', '/products', '/products?view=table', '/products?compare=free,other']) {
    const { text } = await server.request.get(path).expect(200)
    const [html = ''] = text.replace(/<script[^>]*>.*?<\/script>/gs, '').split('<footer')
    expect(html, path).not.toMatch(/incl\. VAT|delivery costs|exempt/)
  }
})

test('a product without a price shows the notes below related products that have one', async () => {
  await using server = await start({ products: products.map((product) => ({ ...product, brand: 'Acme' })) })
  const { text } = await server.request.get('/products/free').expect(200)
  const [main = '', related = ''] = text.replace(/<script[^>]*>.*?<\/script>/gs, '').split('section related')
  expect(main).not.toContain('incl. VAT')
  expect(related).toContain('incl. VAT')
})

test('a list whose products have tax notes of their own shows only the note about delivery', async () => {
  await using server = await start({ products: [products[1]!] })
  const text = await readMain(server, '/products')
  expect(text).toContain('reduced rate')
  expect(text).toContain('plus delivery costs')
  expect(text).not.toContain('incl. VAT')
})

test('without notes, pages show nothing', async () => {
  await using server = await start({ products: [products[0]!], site: { ...site, priceNotes: undefined } })
  for (const path of ['/', '/products/bowl', '/products', '/products?view=table'])
    expect((await server.request.get(path).expect(200)).text, path).not.toMatch(/price-notes"|priceNotes/)
})
