import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
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

async function writeContent(
  catalog: TempCatalog,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  for (const [name, content] of Object.entries(files)) await catalog.write(join('content', name), content)
  return join(catalog.dir, 'content')
}

test('imports the products of a folder in any format, but rejects a folder with two products files', async () => {
  await using catalog = await openTempCatalog()
  const feed = '<rss><channel><item><id>1</id><title>Jug</title><price>3 USD</price></item></channel></rss>'
  const dir = await writeContent(catalog, { 'products.xml': feed })
  expect(await importFolder(catalog.store, dir)).toMatchObject({
    format: 'Google Merchant feed',
    products: { created: 1 },
  })
  await catalog.write(join('content', 'products.csv'), writeShopifyCsv([BOWL]))
  await expect(importFolder(catalog.store, dir)).rejects.toThrow(
    /products\.xml: the folder has two products files; remove this one or products\.csv/,
  )
})

test('imports site, texts, categories, products and pictures of a folder; a second import changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const dir = await writeContent(catalog, {
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
  const report = await importFolder(catalog.store, dir)
  expect(report).toMatchObject({
    products: { created: 1 },
    categories: { created: 2 },
    pictures: { stored: 3 },
    warnings: { count: 0 },
  })
  expect(report.siteFields).toEqual(expect.arrayContaining(['name', 'currency', 'hero', 'aboutHtml']))

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
  const again = await importFolder(catalog.store, dir)
  expect(again).toMatchObject({
    products: { unchanged: 1 },
    categories: { unchanged: 2, created: 0, changed: 0 },
    siteFields: [],
  })
  expect(catalog.store.revision).toBe(revision)
})

test('keeps settings that site.json omits and clears those that are null', async () => {
  await using catalog = await openTempCatalog()
  await importFolder(
    catalog.store,
    await writeContent(catalog, { 'site.json': JSON.stringify({ ...SITE, hero: { title: 'Turned.' } }) }),
  )
  const settings = { name: 'Tornio & Co.', hero: null, contact: { phone: null } }
  const report = await importFolder(
    catalog.store,
    await writeContent(catalog, { 'site.json': JSON.stringify(settings) }),
  )
  expect(report.siteFields).toEqual(['name', 'contact', 'hero'])
  expect(await catalog.store.readSite()).toMatchObject({
    name: 'Tornio & Co.',
    hero: null,
    currency: 'JPY',
    contact: { ...SITE.contact, phone: null },
  })
})

test.each([
  ['{"name": "a",\n"currency": EUR}', 2, null, /not valid JSON/],
  ['{"name": "a"', 1, null, /not valid JSON/],
  ['{"currency": "euro"}', null, 'currency', /such as EUR/],
  ['{"nmae": "a"}', null, null, /nmae/],
  ['{"contact": {"email": "no mail"}}', null, 'contact.email', /e-mail address/],
  ['{"navigation": [{"label": "x", "href": "javascript:alert(1)"}]}', null, 'navigation.0.href', /path of this site/],
  ['{"timeZone": "Mars/Base"}', null, 'timeZone', /time zone/],
  ['{"currency": "euro", "hero": {"title": ""}}', null, 'currency', /such as EUR; hero\.title must not be empty/],
  ['{"locale": "elvish"}', null, 'locale', /such as en or de-AT/],
  ['{"accentColor": "red"}', null, 'accentColor', /such as #9a3f1f/],
  ['{"paperColor": "#ffff"}', null, 'paperColor', /such as #9a3f1f/],
  [
    '{"paperColor": "#777777", "inkColor": "#fff"}',
    null,
    'paperColor',
    /^the contrast of the ink #ffffff on the paper #777777 is 4\.4:1, but text needs at least 4\.5:1; set "paperColor" and "inkColor" to one light and one dark colour$/,
  ],
  ['{"inkColor": "#999"}', null, 'inkColor', /ink #999999 on the paper #f7f4ef \(the default\) is 2\.5:1/],
  ['{"sameAs": ["http://social.example/tornio"]}', null, 'sameAs.0', /https address/],
  [
    '{"hero": {"title": "Turned.", "focus": "70 60"}}',
    null,
    'hero.focus',
    /^must be two percentages such as "70% 40%", from the left and the upper edge of the picture$/,
  ],
  ['{"hero": {"title": "Turned.", "focus": "101% 0%"}}', null, 'hero.focus', /two percentages/],
  ['{"pageTitles": "none"}', null, 'pageTitles', /"own" or "site"/],
  ['{"googleFeed": "yes"}', null, 'googleFeed', /true or false/],
  [
    '{"contact": {"address": {"streetAddress": "a", "postalCode": "1", "addressLocality": "b", "addressCountry": "ZY"}}}',
    null,
    'contact.address.addressCountry',
    /such as DE/,
  ],
  [
    '{"contact": {"openingHours": [{"days": ["Mon"], "opens": "09:00", "closes": "18:00"}]}}',
    null,
    'contact.openingHours.0.days.0',
    /such as Monday/,
  ],
  [
    '{"contact": {"openingHours": [{"days": ["Monday", "Monday"], "opens": "09:00", "closes": "18:00"}]}}',
    null,
    'contact.openingHours.0.days',
    /twice/,
  ],
  [
    '{"contact": {"openingHours": [{"days": ["Monday"], "opens": "09:00", "closes": "09:00"}]}}',
    null,
    'contact.openingHours.0.closes',
    /must differ from/,
  ],
  [
    `{"navigation": ${JSON.stringify(Array.from({ length: 13 }, () => ({ label: 'x', href: '/' })))}}`,
    null,
    'navigation',
    /more than 12/,
  ],
  [
    '{"contact": {"openingHours": [{"days": ["Monday"], "opens": "9", "closes": "18:00"}]}}',
    null,
    'contact.openingHours.0.opens',
    /09:30/,
  ],
])('rejects a folder whose site.json is %s, and changes nothing', async (text, line, column, reason) => {
  await using catalog = await openTempCatalog()
  const dir = await writeContent(catalog, { 'site.json': text, 'products.csv': writeShopifyCsv([BOWL]) })
  await expect(importFolder(catalog.store, dir)).rejects.toMatchObject({
    place: { file: join(dir, 'site.json'), line, column },
    reason: expect.stringMatching(reason),
  })
  expect(await catalog.readProduct('bowl')).toBeUndefined()
  expect(await catalog.store.readSite()).toEqual(NEUTRAL_SITE)
})

test.each([
  ['site.json', `{"name": "${'x'.repeat(200_000)}"}`, /more than 200 KB/],
  ['about.md', 'x'.repeat(200_001), /more than 200 KB/],
  ['about.md', '>'.repeat(20_000), /nested too deeply/],
])('rejects %s if it is too large or nested too deeply', async (name, text, reason) => {
  await using catalog = await openTempCatalog()
  const dir = await writeContent(catalog, { [name]: text })
  await expect(importFolder(catalog.store, dir)).rejects.toMatchObject({
    name: 'ImportError',
    place: { file: join(dir, name) },
    reason: expect.stringMatching(reason),
  })
})

test('rejects a folder whose products file has an unsupported format, and names the file', async () => {
  await using catalog = await openTempCatalog()
  const dir = await writeContent(catalog, { 'site.json': '{"name": "Tornio"}', 'products.json': '[{"slug": "bowl"}]' })
  await expect(importFolder(catalog.store, dir)).rejects.toThrow(
    `${join(dir, 'products.json')}: this is JSON; save the table as CSV`,
  )
  expect(await catalog.store.readSite()).toEqual(NEUTRAL_SITE)
})

test('site.json sets and resets logo, accent colour, sameAs addresses, Google feed and page titles', async () => {
  await using catalog = await openTempCatalog()
  const settings = {
    locale: 'de-at',
    logo: 'logo.png',
    accentColor: '#9A3F1F',
    sameAs: ['https://social.example/tornio'],
    googleFeed: true,
    pageTitles: 'site',
  }
  const dir = await writeContent(catalog, {
    'site.json': JSON.stringify(settings),
    'images/logo.png': await drawPicture('red'),
  })
  const report = await importFolder(catalog.store, dir)
  expect(report.siteFields).toEqual([
    'locale',
    'navigation',
    'logo',
    'accentColor',
    'sameAs',
    'hasGoogleFeed',
    'pageTitles',
  ])
  expect(report.warnings.count).toBe(0)
  expect(await catalog.store.readSite()).toMatchObject({
    locale: 'de-AT',
    logo: { width: 20, height: 10, format: 'png', alt: '' },
    accentColor: '#9a3f1f',
    sameAs: settings.sameAs,
    hasGoogleFeed: true,
    pageTitles: 'site',
  })
  expect((await importFolder(catalog.store, dir)).siteFields).toEqual([])
  const none = { logo: null, accentColor: null, sameAs: [], googleFeed: false, pageTitles: 'own' }
  await importFolder(catalog.store, await writeContent(catalog, { 'site.json': JSON.stringify(none) }))
  expect(await catalog.store.readSite()).toMatchObject({
    logo: null,
    accentColor: null,
    sameAs: [],
    hasGoogleFeed: false,
    pageTitles: 'own',
  })
})

test('site.json sets and resets paper and ink, and rejects a paper that the stored ink cannot be read on', async () => {
  await using catalog = await openTempCatalog()
  const importSettings = async (settings: object) =>
    importFolder(catalog.store, await writeContent(catalog, { 'site.json': JSON.stringify(settings) }))
  expect((await importSettings({ paperColor: '#FFF', inkColor: '#123456' })).siteFields).toEqual([
    'paperColor',
    'inkColor',
  ])
  expect(await catalog.store.readSite()).toMatchObject({ paperColor: '#ffffff', inkColor: '#123456' })
  const preview = importFolder(
    catalog.store,
    await writeContent(catalog, { 'site.json': JSON.stringify({ paperColor: '#102030' }) }),
    { dryRun: true },
  )
  await expect(preview).rejects.toThrow(/ink #123456 on the paper #102030 is 1\.\d:1/)
  expect((await importSettings({ name: 'Tornio' })).siteFields).toEqual(['name'])
  expect((await importSettings({ paperColor: null, inkColor: null })).siteFields).toEqual(['paperColor', 'inkColor'])
  expect(await catalog.store.readSite()).toEqual({ ...NEUTRAL_SITE, name: 'Tornio' })
})

test('an SVG logo is stored as a PNG that is 1024 pixels wide; a second import changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const dir = await writeContent(catalog, {
    'site.json': JSON.stringify({ logo: 'logo.svg', logoAlt: 'Tornio, a wheel' }),
    'images/logo.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><script>alert(1)</script><circle r="5" cx="5" cy="5"/></svg>',
  })
  await importFolder(catalog.store, dir)
  const { logo } = await catalog.store.readSite()
  expect(logo).toMatchObject({ format: 'png', width: 1024, height: 256, alt: 'Tornio, a wheel' })
  const { bytes } = (await catalog.store.findImage(logo!.hash))!
  expect((await sharp(bytes).stats()).isOpaque).toBe(false)
  expect((await importFolder(catalog.store, dir)).siteFields).toEqual([])
})

test('navigation labels that the owner has not set follow the language of the site', async () => {
  await using catalog = await openTempCatalog()
  const labelsAfter = async (settings: object) => {
    await importFolder(catalog.store, await writeContent(catalog, { 'site.json': JSON.stringify(settings) }))
    return (await catalog.store.readSite()).navigation.map(({ label }) => label)
  }
  expect(await labelsAfter({ locale: 'de' })).toEqual(['Produkte', 'Kategorien', 'Über uns', 'Kontakt'])
  expect(await labelsAfter({ locale: 'es' })).toEqual(['Productos', 'Categorías', 'Quiénes somos', 'Contacto'])
  expect(await labelsAfter({ navigation: [{ label: 'Tienda', href: '/products' }] })).toEqual(['Tienda'])
  expect(await labelsAfter({ locale: 'en' })).toEqual(['Tienda'])
  expect(await labelsAfter({ navigation: null })).toEqual(['Products', 'Categories', 'About', 'Contact'])
  expect(await labelsAfter({ locale: 'de' })).toEqual(['Produkte', 'Kategorien', 'Über uns', 'Kontakt'])
})

test('warns about an unsupported locale, low contrast and dead links in site.json, and imports them', async () => {
  await using catalog = await openTempCatalog()
  const hrefs = [
    '/products/bowl',
    '/category/table',
    '/price-list.pdf',
    'https://elsewhere.example/',
    '/shop',
    '/products/vase',
    '/category/lamps',
    '/products/%E0',
  ]
  const settings = { locale: 'fr', accentColor: '#fe0', navigation: hrefs.map((href) => ({ label: 'x', href })) }
  const dir = await writeContent(catalog, {
    'site.json': JSON.stringify(settings),
    'categories.csv': 'Path\nTable\n',
    'products.csv': writeShopifyCsv([BOWL]),
  })
  const { warnings } = await importFolder(catalog.store, dir)
  expect(warnings.entries.map(({ column, value, reason }) => [column, value, reason])).toEqual([
    ['locale', 'fr', 'the interface is available in en, de, es; this site shows it in English'],
    [
      'accentColor',
      '#ffee00',
      expect.stringMatching(
        /^the contrast of this colour on the light background is 1\.\d:1, below the required 4\.5:1; #[0-9a-f]{6} is used there$/,
      ),
    ],
    ['navigation.4.href', '/shop', 'the site has no page at this address'],
    ['navigation.5.href', '/products/vase', 'there is no such product'],
    ['navigation.6.href', '/category/lamps', 'there is no such category'],
    ['navigation.7.href', '/products/%E0', 'the site has no page at this address'],
  ])
  expect((await catalog.store.readSite()).navigation).toHaveLength(8)
})

test('rejects invalid rows of categories.csv and imports the others', async () => {
  await using catalog = await openTempCatalog()
  const dir = await writeContent(catalog, {
    'categories.csv':
      'Path,Slug,Description,Position\nTable,table,Good,1\n,empty,,\nLight,Not a slug,,\ntable,other,,\nGarden,table,,\nVases,vases,,first\nshort\nEnd,,,\n',
  })
  const report = await importFolder(catalog.store, dir)
  expect(report.rejected.entries.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [3, 'Path', 'the path is missing'],
    [5, 'Path', 'line 2 has the same category; remove one of the two lines'],
    [8, null, 'the row has 1 cells, but the header has 4'],
    [4, 'Slug', expect.stringMatching(/may contain only lowercase letters.*; use "light", for example$/)],
  ])
  expect(report.warnings.entries).toMatchObject([{ line: 7, column: 'Position', value: 'first' }])
})

test('a category keeps its slug when its path is imported with another slug', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([{ ...BOWL, Type: 'Bowls' }]))
  const dir = await writeContent(catalog, { 'categories.csv': 'Path,Slug,Description\nBowls,schalen,Deep ones.\n' })
  const report = await importFolder(catalog.store, dir)
  expect(report.warnings.entries).toMatchObject([
    { line: 2, column: 'Slug', reason: expect.stringContaining('keeps its slug "bowls"') },
  ])
  expect((await catalog.store.findCategory('bowls'))?.category.description).toBe('Deep ones.')
})

test('a category with a known slug can change its name and parent, but cannot move below itself', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeShopifyCsv([{ ...BOWL, 'Product Category': 'Table > Bowls' }]))
  const moved = await writeContent(catalog, { 'categories.csv': 'Path,Slug\nDeep bowls,bowls\n' })
  await importFolder(catalog.store, moved)
  expect(await catalog.store.findCategory('bowls')).toMatchObject({ category: { name: 'Deep bowls' }, ancestors: [] })
  const turned = await writeContent(catalog, { 'categories.csv': 'Path,Slug\nDeep bowls > Small,bowls\n' })
  const report = await importFolder(catalog.store, turned)
  expect(report.rejected.entries).toMatchObject([{ line: 2, reason: expect.stringContaining('its own parent') }])
})

test('rejects a folder that has no file to import', async () => {
  await using catalog = await openTempCatalog()
  const dir = await writeContent(catalog, { 'readme.txt': 'hello' })
  await expect(importFolder(catalog.store, dir)).rejects.toThrow(
    /has none of these files: site\.json, about\.md, categories\.csv, synonyms\.csv, attributes\.csv, products\.csv/,
  )
})

test('reports hero and category pictures as missing if they are remote or have no file', async () => {
  await using catalog = await openTempCatalog()
  const dir = await writeContent(catalog, {
    'site.json': JSON.stringify({ hero: { title: 'Turned.', image: 'https://cdn.example/hero.png' } }),
    'categories.csv': 'Path,Image\nTable,table.png\n',
  })
  const report = await importFolder(catalog.store, dir)
  expect(report.pictures).toMatchObject({
    remote: { count: 0 },
    missing: { entries: [{ column: 'hero.image' }, { line: 2, column: 'Image', value: 'table.png' }] },
  })
  expect((await catalog.store.readSite()).hero?.image).toBeNull()
})

test('keeps navigation links that the owner set, even if they equal the defaults', async () => {
  await using catalog = await openTempCatalog()
  const { navigation } = NEUTRAL_SITE
  for (const settings of [{ navigation }, { locale: 'de' }]) {
    await importFolder(catalog.store, await writeContent(catalog, { 'site.json': JSON.stringify(settings) }))
  }
  expect((await catalog.store.readSite()).navigation).toEqual(navigation)
})
