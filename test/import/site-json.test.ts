import sharp from 'sharp'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

function importSettings(catalog: TempCatalog, settings: object, options?: ImportOptions) {
  return catalog.importContent({ 'site.json': JSON.stringify(settings) }, options)
}

test('keeps settings that site.json omits and clears those that are null', async () => {
  await using catalog = await openTempCatalog()
  const contact = { email: 'hello@tornio.example', phone: '+43 1 000000' }
  await importSettings(catalog, { name: 'Tornio', currency: 'JPY', contact, hero: { title: 'Turned.' } })
  const report = await importSettings(catalog, { name: 'Tornio & Co.', hero: null, contact: { phone: null } })
  expect(report.siteFields).toEqual(['name', 'contact', 'hero'])
  expect(await catalog.store.readSite()).toMatchObject({
    name: 'Tornio & Co.',
    hero: null,
    currency: 'JPY',
    contact: { ...contact, phone: null },
  })
})

test('navigation labels that the owner has not set follow the language of the site', async () => {
  await using catalog = await openTempCatalog()
  const labelsAfter = async (settings: object) => {
    await importSettings(catalog, settings)
    return (await catalog.store.readSite()).navigation.map(({ label }) => label)
  }
  expect(await labelsAfter({ locale: 'de' })).toEqual(['Produkte', 'Kategorien', 'Über uns', 'Kontakt'])
  expect(await labelsAfter({ locale: 'es' })).toEqual(['Productos', 'Categorías', 'Quiénes somos', 'Contacto'])
  expect(await labelsAfter({ navigation: [{ label: 'Tienda', href: '/products' }] })).toEqual(['Tienda'])
  expect(await labelsAfter({ locale: 'en' })).toEqual(['Tienda'])
  expect(await labelsAfter({ navigation: null })).toEqual(['Products', 'Categories', 'About', 'Contact'])
  expect(await labelsAfter({ locale: 'de' })).toEqual(['Produkte', 'Kategorien', 'Über uns', 'Kontakt'])
})

test('site.json of 1.1.0 with sources is imported with a notice that says what to do', async () => {
  await using catalog = await openTempCatalog()
  const report = await importSettings(catalog, { name: 'Tornio', sources: [{ address: 'https://a.example/b.csv' }] })
  expect(report.siteFields).toContain('name')
  expect(report.warnings.entries.map(({ reason }) => reason)).toEqual([
    expect.stringContaining(
      '"sources" is ignored, because this version has no such setting; run "npm run catalog -- import',
    ),
  ])
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
  await catalog.write('content/images/logo.png', writeBlankPng(20, 10))
  const report = await importSettings(catalog, settings)
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
  expect((await importSettings(catalog, settings)).siteFields).toEqual([])
  const none = { logo: null, accentColor: null, sameAs: [], googleFeed: false, pageTitles: 'own' }
  await importSettings(catalog, none)
  expect(await catalog.store.readSite()).toMatchObject({
    logo: null,
    accentColor: null,
    sameAs: [],
    hasGoogleFeed: false,
    pageTitles: 'own',
  })
})

test('site.json sets and resets the colours of background and text, and rejects a background on which the stored text colour cannot be read', async () => {
  await using catalog = await openTempCatalog()
  expect((await importSettings(catalog, { paperColor: '#FFF', inkColor: '#123456' })).siteFields).toEqual([
    'paperColor',
    'inkColor',
  ])
  expect(await catalog.store.readSite()).toMatchObject({ paperColor: '#ffffff', inkColor: '#123456' })
  const preview = importSettings(catalog, { paperColor: '#102030' }, { dryRun: true })
  await expect(preview).rejects.toThrow(/ink #123456 on the paper #102030 is 1\.\d:1/)
  expect((await importSettings(catalog, { name: 'Tornio' })).siteFields).toEqual(['name'])
  expect((await importSettings(catalog, { paperColor: null, inkColor: null })).siteFields).toEqual([
    'paperColor',
    'inkColor',
  ])
  expect(await catalog.store.readSite()).toEqual({ ...NEUTRAL_SITE, name: 'Tornio' })
})

test('an SVG logo is stored as a PNG that is 1024 pixels wide; a second import changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const files = {
    'site.json': JSON.stringify({ logo: 'logo.svg', logoAlt: 'Tornio, a wheel' }),
    'images/logo.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><script>alert(1)</script><circle r="5" cx="5" cy="5"/></svg>',
  }
  await catalog.importContent(files)
  const { logo } = await catalog.store.readSite()
  expect(logo).toMatchObject({ format: 'png', width: 1024, height: 256, alt: 'Tornio, a wheel' })
  const { bytes } = (await catalog.store.findImage(logo!.hash))!
  expect((await sharp(bytes).stats()).isOpaque).toBe(false)
  expect((await catalog.importContent(files)).siteFields).toEqual([])
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
  const settings = { locale: 'sv', accentColor: '#fe0', navigation: hrefs.map((href) => ({ label: 'x', href })) }
  const { warnings } = await catalog.importContent({
    'site.json': JSON.stringify(settings),
    'categories.csv': 'Path\nTable\n',
    'products.csv': writeShopifyCsv([BOWL]),
  })
  expect(warnings.entries.map(({ column, value, reason }) => [column, value, reason])).toEqual([
    ['locale', 'sv', 'the interface is available in en, de, es, fr, it, nl, pt, pl, ar; this site shows it in English'],
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
