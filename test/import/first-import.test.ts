import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatReport } from '../../server/import/format-report.ts'
import { BMECAT_CATALOGUE } from '../support/system-samples.ts'
import { writeCsv } from '../support/csv-text.ts'
import { runCommand } from '../support/run-command.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const sheet = (...prices: readonly string[]) =>
  writeCsv(prices.map((price, index) => ({ Slug: `cup-${index}`, Name: 'Cup', Price: price })))

const readBasics = async ({ store }: TempCatalog) => {
  const { currency, locale, name } = await store.readSite()
  return [currency, locale, name]
}

const readPrice = async (catalog: TempCatalog, slug = 'cup-0') => {
  const product = await catalog.readProduct(slug)
  return [product?.variants[0].priceMinor, product?.currency]
}

function commandOf(catalog: TempCatalog) {
  const settings = { DATA_DIR: join(catalog.dir, 'data') }
  return (...args: readonly string[]) => runCommand('catalog', settings, ...args)
}

const feed = (head: string, price: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${head}<link>https://shop.example</link>
  <image><title>Logo</title></image>
  <item><g:id>1</g:id><g:title>Krug</g:title><g:price>${price}</g:price></item></channel></rss>`

const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>Töpferei Ton &amp; Co.</title>
  <entry><g:id>1</g:id><title>Krug</title><g:price>9.00 CHF</g:price></entry></feed>`

test('the first import takes currency, language and name from its file', async () => {
  const files: readonly (readonly [what: string, file: string, basics: readonly string[]])[] = [
    ['codes of currencies', sheet('129,90 EUR', '12.50 EUR'), ['EUR', 'en', 'Vitrine']],
    ['a sign that only one currency has', sheet('£5', '6'), ['GBP', 'en', 'Vitrine']],
    ['the word for euros', sheet('5 Euro'), ['EUR', 'en', 'Vitrine']],
    ['a sign of many currencies', sheet('$5'), ['USD', 'en', 'Vitrine']],
    ['only amounts', sheet('129,90'), ['USD', 'en', 'Vitrine']],
    ['several currencies', sheet('5 USD', '5 EUR'), ['USD', 'en', 'Vitrine']],
    ['words that are no currency', sheet('5 per box', 'on request'), ['USD', 'en', 'Vitrine']],
    [
      'a feed of a shop',
      feed('<title>Töpferei</title><language>de-at</language>', '9.00 EUR'),
      ['EUR', 'de-AT', 'Töpferei'],
    ],
    ['a feed that names no shop', feed('<title>Google product feed</title>', '9.00 EUR'), ['EUR', 'en', 'Vitrine']],
    ['the prices and the language of a BMEcat catalogue', BMECAT_CATALOGUE, ['EUR', 'de', 'Vitrine']],
    ['an Atom feed', atom, ['CHF', 'en', 'Töpferei Ton & Co.']],
  ]
  for (const [what, file, basics] of files) {
    await using catalog = await openTempCatalog()
    await catalog.importText(file)
    expect(await readBasics(catalog), what).toEqual(basics)
  }
})

test('a report says first what was assumed, and one command changes it while prices keep their amounts', async () => {
  await using catalog = await openTempCatalog()
  const run = commandOf(catalog)
  const path = await catalog.write('products.csv', sheet('129,90', '1.50'))
  const { out } = await run('import', path)
  const [, assumed = ''] = out.split('\n\n')
  expect(assumed).toBe(
    'Assumed, because it was never set: prices in USD, texts in English (en), and the name "Vitrine". To set it: npm run catalog -- site --currency EUR --language de --name NAME (prices keep their amounts)',
  )
  expect(await run('site')).toMatchObject({
    code: 0,
    out: '--currency  USD (never set)\n--language  en (never set)\n--name      Vitrine (never set)\n',
  })
  expect(await run('site', '--currency', 'EUR', '--language', 'de', '--name', 'Töpferei')).toMatchObject({
    code: 0,
    out: '--currency  EUR\n--language  de\n--name      Töpferei\n',
  })
  expect(await readPrice(catalog)).toEqual([12_990, 'EUR'])
  const [link] = (await catalog.store.readSite()).navigation
  expect(link).toEqual({ label: 'Produkte', href: '/products' })
  const again = await run('import', path)
  expect(again.out).toContain('0 new, 0 changed, 2 unchanged')
  expect(again.out).not.toContain('Assumed')
  await run('rollback')
  expect(await readPrice(catalog)).toEqual([12_990, 'USD'])
})

test('a currency that was set before changes only with an import of all prices', async () => {
  await using catalog = await openTempCatalog()
  const run = commandOf(catalog)
  await catalog.importText(sheet('5 EUR'))
  const { revision } = catalog.store
  expect(await run('site', '--currency', 'CHF')).toMatchObject({
    code: 2,
    err: expect.stringContaining('the new currency is CHF; import all prices again with --currency CHF') as unknown,
  })
  expect(catalog.store.revision).toBe(revision)
  expect(await run('import', await catalog.write('products.csv', sheet('5')), '--currency', 'CHF')).toMatchObject({
    code: 0,
  })
  expect(await readPrice(catalog)).toEqual([500, 'CHF'])
})

test('a later import does not take them from its file', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(sheet('5'))
  const { rejected } = await catalog.importText(sheet('5', '6 EUR'))
  expect(rejected.entries).toMatchObject([{ reason: expect.stringContaining('--currency CODE') as unknown }])
  expect(await readBasics(catalog)).toEqual(['USD', 'en', 'Vitrine'])
})

test('a dry run says what it found', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(sheet('5 EUR'), { dryRun: true })
  expect(report.foundBasics).toEqual({ currency: 'EUR' })
  expect(formatReport(report, { verbose: false })).toContain('From file   currency EUR')
  expect(await readBasics(catalog)).toEqual(['USD', 'en', 'Vitrine'])
})

test('the languages of the demo do not make the first import a translation', async () => {
  await using catalog = await openTempCatalog()
  const demo = { 'site.json': '{ "languages": ["en", "de"] }', 'products.csv': sheet('5') }
  await catalog.importContent(demo, { isDemo: true })
  const report = await catalog.importText(sheet('6 EUR'), { basics: { locale: 'de' } })
  expect(report.products).toMatchObject({ created: 1 })
  expect(await readBasics(catalog)).toEqual(['EUR', 'de', 'Vitrine'])
})

test('the site command is refused for the demo, whose settings the first import replaces', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(sheet('5'), { isDemo: true })
  const { code, err } = await commandOf(catalog)('site', '--currency', 'EUR')
  expect(code).toBe(2)
  expect(err).toContain('which your first import replaces; nothing else can change it. Nothing was changed.')
})
