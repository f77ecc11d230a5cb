import { describe, expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { CatalogWriter } from '../../server/catalog/store/catalog-store.ts'
import type { ProductPageData } from '../../shared/page-data.ts'
import { buildProduct } from '../support/products.ts'
import { startServer, useServer } from '../support/start-server.ts'
import { findFaults } from '../support/structured-data.ts'
import { createTestDatabase } from '../support/test-database.ts'

const KILN = {
  name: 'Kiln & Sons',
  address: 'Harbour Road 1\n90100 Oulu',
  email: 'safety@kiln.example',
  website: 'https://kiln.example/contact',
  phone: '+358 8 123',
}
const IMPORTER = { name: 'Import GmbH', address: 'Hafenweg 2', email: 'a@import.example' }
const SIGN = { hash: 'a'.repeat(64), format: 'png', width: 400, height: 400, alt: 'Flammable' } as const

const products = [
  buildProduct({
    slug: 'torch',
    name: 'Torch',
    manufacturer: 'kiln & sons',
    responsiblePerson: 'Import GmbH',
    safetyInformation: 'Keep away from children.\nDo not heat.',
    pictograms: [SIGN],
    translations: { de: { name: 'Fackel', safetyInformation: 'Von Kindern fernhalten.' } },
  }),
  buildProduct({
    slug: 'candle',
    name: 'Candle',
    manufacturer: 'Nobody Ltd',
    safetyInformation: 'Never leave alone.',
    pictograms: [SIGN],
    translations: { de: { name: 'Kerze' } },
  }),
  buildProduct({ slug: 'cup', name: 'Cup' }),
]
const site = { ...NEUTRAL_SITE, name: 'Shop', locale: 'en', languages: ['en', 'de', 'ar'] }

const putCompanies = (writer: CatalogWriter) => writer.putList('companies', [KILN, IMPORTER])

function findSection(html: string): string | undefined {
  return /<section class="specification safety">[\s\S]*?<\/section>/.exec(html)?.[0]
}

function findProduct(html: string): Readonly<Record<string, unknown>> {
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(html) ?? []
  return [JSON.parse(json) as Readonly<Record<string, unknown>>].flat()[0]!
}

describe.each(['SQLite', 'PostgreSQL'])('%s', async (name) => {
  const database = name === 'PostgreSQL' ? await createTestDatabase() : undefined
  const environment = { SITE_URL: 'https://shop.example', ...(database && { DATABASE_URL: database.url }) }
  const server = await useServer({ products, site, environment })
  await server.store.write(putCompanies)

  async function read(path: string): Promise<string> {
    const { text } = await server.request.get(path).set('Accept', 'text/html').expect(200)
    return text.replaceAll('\u00A0', ' ')
  }

  test('a product page shows manufacturer, responsible person, warnings and pictograms', async () => {
    const section = findSection(await read('/products/torch'))
    for (const part of [
      'Manufacturer and safety</h2>',
      '<dt>Manufacturer</dt>',
      '<p dir="auto">Kiln &amp; Sons</p>',
      '<p dir="auto">Harbour Road 1\n90100 Oulu</p>',
      'dir="ltr" href="mailto:safety@kiln.example">safety@kiln.example</a>',
      '<a rel="noopener nofollow" class="quiet-link" dir="ltr" href="https://kiln.example/contact">kiln.example/contact</a>',
      'href="tel:+3588123">+358 8 123</a>',
      '<dt>Responsible person in the EU</dt>',
      '<p dir="auto">Import GmbH</p>',
      '<dt>Safety information</dt>',
      '<p dir="auto">Keep away from children.\nDo not heat.</p>',
      'alt="Flammable" loading="lazy"',
      'width="400" height="400"',
    ])
      expect(section).toContain(part)
    expect(section).not.toContain('lang=')
  })

  test('a page in a further language has translated headings, and marks texts in the first language', async () => {
    const translated = findSection(await read('/de/products/torch'))
    for (const part of [
      'Hersteller und Sicherheit</h2>',
      'Verantwortliche Person in der EU',
      '<p dir="auto">Von Kindern fernhalten.</p>',
    ])
      expect(translated).toContain(part)
    expect(translated).not.toContain('Keep away')
    const fallback = findSection(await read('/de/products/candle'))
    expect(fallback).toContain('<p lang="en" dir="auto">Never leave alone.</p>')
    expect(fallback).toContain('<ul lang="en">')
    expect(findSection(await read('/ar/products/torch'))).toContain('الشركة المصنّعة والسلامة</h2>')
  })

  test('a name without a record is shown alone, and a product without anything has no section and no data', async () => {
    expect(findSection(await read('/products/candle'))).toMatch(
      /<dt>Manufacturer<\/dt>\s*<dd><p dir="auto">Nobody Ltd<\/p>\s*<\/dd>/,
    )
    expect(findSection(await read('/products/cup'))).toBeUndefined()
    const { body } = await server.request.get('/products/cup/_payload.json').expect(200)
    const { data } = body as { readonly data: ProductPageData }
    expect(data).not.toHaveProperty('safety')
    expect(findProduct(await read('/products/cup'))).not.toHaveProperty('manufacturer')
  })

  test('the payload has what the page shows, once', async () => {
    const { body } = await server.request.get('/products/torch/_payload.json').expect(200)
    const { data } = body as { readonly data: ProductPageData }
    expect(data.safety).toMatchObject({
      manufacturer: KILN,
      responsiblePerson: IMPORTER,
      information: 'Keep away from children.\nDo not heat.',
      pictograms: [SIGN],
      langs: {},
    })
    expect(Object.keys(data.product)).not.toContain('safetyInformation')
  })

  test.each(['/products/torch', '/de/products/torch'])(
    'the structured data of %s describe the manufacturer as an organization',
    async (path) => {
      const product = findProduct(await read(path))
      expect(product['manufacturer']).toEqual({
        '@type': 'Organization',
        name: 'Kiln & Sons',
        address: 'Harbour Road 1, 90100 Oulu',
        email: 'safety@kiln.example',
        url: 'https://kiln.example/contact',
        telephone: '+358 8 123',
      })
      expect(findFaults(product as Parameters<typeof findFaults>[0])).toEqual([])
      expect(JSON.stringify(product)).not.toContain('Import GmbH')
    },
  )

  test('a change of a record alone changes the pages of its products, and a rollback restores them', async () => {
    const before = await read('/products/torch')
    await server.store.write((writer) => writer.putList('companies', [{ ...KILN, address: 'Moved 9' }, IMPORTER]))
    // The page of the former revision is sent until the new one is rendered.
    await expect.poll(async () => findSection(await read('/products/torch'))).toContain('Moved 9')
    expect(findProduct(await read('/products/torch'))['manufacturer']).toMatchObject({ address: 'Moved 9' })
    await server.store.rollback()
    await expect.poll(async () => findSection(await read('/products/torch'))).toBe(findSection(before))
  })
})

test('escapes hostile texts in names, addresses, warnings and alternative texts', async () => {
  const evil = '"><script>alert(1)</script>'
  await using server = await startServer({
    products: [
      buildProduct({
        slug: 'torch',
        manufacturer: evil,
        responsiblePerson: evil,
        safetyInformation: `${evil}<img src=x onerror=alert(1)>`,
        pictograms: [{ ...SIGN, alt: evil }],
      }),
    ],
  })
  await server.store.write((writer) =>
    writer.putList('companies', [
      { name: evil, address: evil, email: evil, website: `https://a.example/${evil}`, phone: evil },
    ]),
  )
  const { text } = await server.request.get('/products/torch').set('Accept', 'text/html').expect(200)
  expect(text).not.toMatch(/<script>alert|<img src=x/)
  expect(text.split('&gt;&lt;script&gt;').length).toBeGreaterThan(8)
  expect(findProduct(text)['manufacturer']).toMatchObject({ name: evil, email: evil })
})
