import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formatReport } from '../../server/import/format-report.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'

const SITE = {
  name: 'Tornio',
  description: 'Things that turn.',
  locale: 'de-AT',
  currency: 'JPY',
  timeZone: 'Europe/Vienna',
  contact: {
    email: 'hello@tornio.example',
    phone: '+43 1 000000',
    address: { streetAddress: 'Ring 1', postalCode: '1010', addressLocality: 'Wien', addressCountry: 'AT' },
    openingHours: [{ days: ['Monday', 'Tuesday'], opens: '10:00', closes: '18:00' }],
  },
  navigation: [{ label: 'Products', href: '/products' }],
  hero: {
    title: 'Turned.',
    text: 'By hand.',
    image: 'hero.png',
    imageAlt: 'A wheel',
    link: { label: 'See all', href: '/products' },
  },
}

async function drawPicture(colour: string): Promise<Buffer> {
  return sharp({ create: { width: 20, height: 10, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

test('imports site, texts, categories, products and pictures of a folder; a second import changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({
    'site.json': `\uFEFF${JSON.stringify(SITE)}`,
    'about.md': '## Care and repair\n\nWe mend things.',
    'categories.csv':
      'Path,Slug,Description,Image,Image alt text,Position\nTable > Bowls,schalen,Deep ones.,bowls.png,Bowls,2\nTable,,,,,1\n',
    'products.csv': writeShopifyCsv([
      { ...BOWL, 'Product category': 'table > BOWLS', 'Variant Price': '2400', 'Image Src': 'bowl.png' },
    ]),
    'images/hero.png': await drawPicture('red'),
    'images/deep/bowls.png': await drawPicture('green'),
    'images/bowl.png': await drawPicture('blue'),
  })
  expect(report).toMatchObject({
    products: { created: 1 },
    categories: { created: 2 },
    pictures: { stored: 3 },
    warnings: { count: 0 },
  })
  expect(report.siteFields).toEqual(expect.arrayContaining(['name', 'currency', 'hero', 'aboutHtml']))
  expect(formatReport(report, { verbose: false })).toMatch(/^ {2}Site +changed: name, .*hero, .*about\.md$/m)

  const site = await catalog.store.readSite()
  expect(site).toMatchObject({
    ...SITE,
    hero: {
      title: 'Turned.',
      text: 'By hand.',
      image: { width: 20, height: 10, format: 'png', alt: 'A wheel' },
      link: SITE.hero.link,
    },
    aboutHtml: '<h2 id="care-and-repair">Care and repair</h2>\n<p>We mend things.</p>',
  })
  expect(await catalog.readProduct('bowl')).toMatchObject({
    currency: 'JPY',
    categorySlug: 'schalen',
    variants: [{ priceMinor: 2400 }],
  })
  expect(await catalog.store.findCategory('schalen')).toMatchObject({
    category: { name: 'Bowls', description: 'Deep ones.', image: { alt: 'Bowls' } },
    ancestors: [{ slug: 'table', name: 'Table' }],
  })

  const { revision } = catalog.store
  const again = await catalog.importContent({})
  expect(again).toMatchObject({
    products: { unchanged: 1 },
    categories: { unchanged: 2, created: 0, changed: 0 },
    siteFields: [],
  })
  expect(catalog.store.revision).toBe(revision)
})

test('rejects a folder whose products file has an unsupported format, and names the file', async () => {
  await using catalog = await openTempCatalog()
  const files = { 'site.json': '{"name": "Tornio"}', 'products.json': '[{"slug": "bowl"}]' }
  await expect(catalog.importContent(files)).rejects.toThrow(
    `${join(catalog.dir, 'content', 'products.json')}: this is JSON; save the table as CSV`,
  )
  expect(await catalog.store.readSite()).toEqual(NEUTRAL_SITE)
})

test('rejects a folder that has no file to import', async () => {
  await using catalog = await openTempCatalog()
  await expect(catalog.importContent({ 'readme.txt': 'hello' })).rejects.toThrow(
    /has none of these files: site\.json, about\.md, redirects\.csv, categories\.csv, synonyms\.csv, attributes\.csv, companies\.csv, products\.csv/,
  )
})

test('reports hero and category pictures as missing if they are remote or have no file', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({
    'site.json': JSON.stringify({ hero: { title: 'Turned.', image: 'https://cdn.example/hero.png' } }),
    'categories.csv': 'Path,Image\nTable,table.png\n',
  })
  expect(report.pictures).toMatchObject({
    remote: { count: 0 },
    missing: { entries: [{ column: 'hero.image' }, { line: 2, column: 'Image', value: 'table.png' }] },
  })
  expect((await catalog.store.readSite()).hero?.image).toBeNull()
})
