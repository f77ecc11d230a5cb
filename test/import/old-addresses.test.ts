import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const readRedirects = ({ store }: TempCatalog) => store.read((reader) => reader.readList('redirects'))

const SHEET = `Slug,Name,Category,SKU,Former slugs
oak-bowl,Oak bowl,Kitchen > Bowls,OB-1,oak-dish
vase-d-ete,Vase d'été & Co.,Vases,V-8,
lamp-one,Lamp,Lamps,L-1,
lamp-two,Lamp,Lamps,L-2,
hidden-pot,Hidden pot,Pots,H-1,
`

test('matches a list of old addresses by their last segments, and reports those that name no page', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({
    'products.csv': SHEET,
    'pages/imprint.md': '---\ntitle: Legal notice\n---\nUs',
    'old-addresses.txt': [
      'https://old.example/shop/oak-bowl/',
      '/en/p/12345-oak-dish.html',
      '/produkt/vase-dete-co/',
      '/item/ob-1',
      '/c/bowls/page/2',
      '/legal-notice.php',
      '/products/oak-bowl',
      '/item/lamp',
      '/item/nothing-like-this',
      '# a comment',
      '',
      'no address',
    ].join('\r\n'),
  })
  expect(report).toMatchObject({ oldAddresses: { count: 9, matched: 7 }, rejected: { count: 1 } })
  expect(report.rejected.entries[0]).toMatchObject({ line: 12, value: 'no address' })
  // Two products have the name, so that neither is chosen.
  expect(report.unmatchedAddresses.entries.map(({ line, value }) => `${line} ${value}`)).toEqual([
    '8 /item/lamp',
    '9 /item/nothing-like-this',
  ])
  expect((await readRedirects(catalog)).map(({ from, to }) => `${from} ${to}`)).toEqual([
    '/shop/oak-bowl /products/oak-bowl',
    '/en/p/12345-oak-dish.html /products/oak-bowl',
    '/produkt/vase-dete-co /products/vase-d-ete',
    '/item/ob-1 /products/oak-bowl',
    '/c/bowls/page/2 /category/bowls',
    '/legal-notice.php /about/imprint',
  ])
})

test('reads the addresses of an old sitemap', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({
    'products.csv': SHEET,
    'old-addresses.xml':
      '<?xml version="1.0"?><urlset><url><loc>https://old.example/product/oak-bowl/</loc></url>\n<url><loc>\nhttps://old.example/</loc></url><url><loc> /index.php?a=1&amp;item=2 </loc></url></urlset>',
  })
  expect(report.oldAddresses).toEqual({ count: 2, matched: 1 })
  expect((await readRedirects(catalog)).map(({ from }) => from)).toEqual(['/product/oak-bowl'])
})

test('redirects of the owner stay beside those of the list, win over them, and both survive an export', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'products.csv': SHEET,
    'redirects.csv': 'From,To\n/a/oak-bowl,/contact\n',
    'old-addresses.txt': '/a/oak-bowl\n/b/oak-bowl\n',
  })
  const before = await readRedirects(catalog)
  expect(before).toEqual([
    { from: '/a/oak-bowl', to: '/contact', status: 301 },
    { from: '/b/oak-bowl', to: '/products/oak-bowl', status: 301, isMatched: true },
  ])
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'old-addresses.txt'), 'utf8')).toBe('/b/oak-bowl\n')
  const { revision } = catalog.store
  await importFolder(catalog.store, folder)
  expect(catalog.store.revision).toBe(revision)
  await catalog.importContent({ 'redirects.csv': 'From,To\n' })
  expect(await readRedirects(catalog)).toEqual([{ ...before[1], from: '/a/oak-bowl' }, before[1]])
})

const MATERIALS = ['Oak', 'Crème', 'Grün', 'Brass', 'Zürich', 'Señor', 'Steel 5.5 mm', 'M6 × 20', 'Art. 12/4', 'Ø 30']
const KINDS = ['bowl', 'plate', 'vase', 'lamp', 'mill', 'stool', 'box', 'mug', 'tray', 'candle holder']

/** Builds a slug as PHP shops do: what is no ASCII letter or digit becomes a dash, or is left out. */
function buildOldSlug(name: string, leavesOut: RegExp): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(leavesOut, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

test('of 500 old addresses with noise, none leads to a wrong page', async () => {
  const names = MATERIALS.flatMap((material) => KINDS.map((kind) => `${material} ${kind}`))
  const rows = names.map((name, index) => `p${index},"${name}",${KINDS[index % 10]}s,A-${1000 + index}`)
  const shapes: readonly ((name: string, index: number) => string)[] = [
    (name) => `https://old.example/product/${buildOldSlug(name, /['.]/g)}/`,
    (name) => `/kitchen/${buildOldSlug(name, /[^a-z0-9 ]/g)}.html?utm_source=x`,
    (name, index) => `/home/${7000 + index}-${buildOldSlug(name, /['/]/g)}.html`,
    (_name, index) => `/artikel/a-${1000 + index}`,
  ]
  const expected = new Map(names.flatMap((name, index) => shapes.map((shape) => [shape(name, index), name] as const)))
  const noise = [
    ...names.slice(0, 40).map((name) => `/product/${buildOldSlug(name, /\./g)}-deluxe`),
    ...Array.from({ length: 40 }, (_, index) => `/blog/2019/${index}/how-we-make-things-${index}`),
    ...Array.from({ length: 20 }, (_, index) => `/artikel/a-${5000 + index}`),
  ]
  const addresses = [...expected.keys(), ...noise]
  expect(addresses).toHaveLength(500)
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({
    'products.csv': `Slug,Name,Category,SKU\n${rows.join('\n')}\n`,
    'old-addresses.txt': addresses.join('\n'),
  })
  const byPath = new Map<string, string>()
  await catalog.store.read(async (reader) => {
    for await (const { slug, name } of reader.scanProducts()) byPath.set(`/products/${encodeURIComponent(slug)}`, name)
  })
  const nameOf = new Map(
    [...expected].map(([address, name]) => [address.replace('https://old.example', '').replace(/\/$/, ''), name]),
  )
  const redirects = await readRedirects(catalog)
  const wrong = redirects.filter(({ from, to }) => byPath.get(to) !== nameOf.get(from))
  expect(wrong).toEqual([])
  // The shop left out the whole word Ø, so thirty addresses name no product.
  expect(redirects).toHaveLength(370)
  expect(report.unmatchedAddresses.count).toBe(500 - redirects.length)
})
