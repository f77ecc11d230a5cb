import { expect, test } from 'vitest'
import type { Product } from '../../shared/catalog.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const RSS = (items: string) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Tornio</title>
<link>https://shop.example/</link>
${items}
</channel>
</rss>
`

const SHIRT = (id: string, color: string, size: string, more = '') => `<item>
<g:id>${id}</g:id>
<title>Linen shirt, ${color}, ${size}</title>
<g:description>Soft &amp; cool.

5 &lt; 6 sizes</g:description>
<link>https://shop.example/p/linen-shirt.html?v=${id}</link>
<g:image_link>https://cdn.example/${color}.jpg</g:image_link>
<g:availability>in_stock</g:availability>
<g:price>40.00 USD</g:price>
<g:item_group_id>LS</g:item_group_id>
<g:color>${color}</g:color>
<g:size>${size}</g:size>
<g:gender>unisex</g:gender>
${more}</item>`

async function importXml(catalog: TempCatalog, text: string | Uint8Array, name = 'products.xml') {
  return importFile(catalog.store, await catalog.write(name, text))
}

async function readAll(catalog: TempCatalog, ...slugs: string[]): Promise<readonly Product[]> {
  return Promise.all(slugs.map(async (slug) => (await catalog.readProduct(slug))!))
}

test('imports a single Google Merchant item with all its attributes', async () => {
  await using catalog = await openTempCatalog()
  const report = await importXml(
    catalog,
    RSS(`<item>
<title>News title</title>
<g:title>Oak &amp;amp; ash bowl</g:title>
<g:id>OB-1</g:id>
<g:description><![CDATA[<p>Turned <b>once</b>.</p><script>alert(1)</script>]]></g:description>
<link>https://shop.example/products/Oak-Bowl?utm=1</link>
<g:image_link>https://cdn.example/1.jpg</g:image_link>
<g:additional_image_link>https://cdn.example/2.jpg</g:additional_image_link>
<g:additional_image_link>https://cdn.example/3.jpg</g:additional_image_link>
<g:availability>preorder</g:availability>
<g:availability_date>2030-01-01T00:00+0100</g:availability_date>
<g:price>1200.00 USD</g:price>
<g:sale_price>900 USD</g:sale_price>
<g:sale_price_effective_date>2020-01-01T00:00+0100/2120-01-31T23:59+0100</g:sale_price_effective_date>
<g:brand>Tornio</g:brand>
<g:gtin>4006381333931</g:gtin>
<g:mpn>M-1</g:mpn>
<g:condition>used</g:condition>
<g:google_product_category>Home &amp; Garden &gt; Decor</g:google_product_category>
<g:product_type>Table &gt; Bowls</g:product_type>
<g:product_type>Gifts</g:product_type>
<g:product_highlight>Turned by hand</g:product_highlight>
<g:product_highlight>One &lt; two</g:product_highlight>
<g:product_detail><g:section_name>General</g:section_name><g:attribute_name>Finish</g:attribute_name><g:attribute_value>Oil</g:attribute_value></g:product_detail>
<g:product_detail>General:Ratio:1:2</g:product_detail>
<g:material>Oak</g:material>
<g:shipping_weight>3.5 kg</g:shipping_weight>
<g:product_length>20 cm</g:product_length>
<g:shipping><g:country>DE</g:country><g:price>5 EUR</g:price></g:shipping>
<g:custom_label_0>secret</g:custom_label_0>
</item>`),
  )
  expect(report).toMatchObject({
    format: 'Google Merchant feed',
    rows: 1,
    warnings: { entries: [] },
    rejected: { entries: [] },
  })
  expect((await readAll(catalog, 'oak-bowl'))[0]).toEqual({
    slug: 'oak-bowl',
    name: 'Oak & ash bowl',
    brand: 'Tornio',
    shortDescription: '<ul><li>Turned by hand</li><li>One &lt; two</li></ul>',
    description: '<p>Turned <b>once</b>.</p>',
    metaDescription: null,
    metaTitle: null,
    categorySlug: 'bowls',
    otherCategorySlugs: ['gifts'],
    currency: 'USD',
    condition: 'UsedCondition',
    visibility: 'public',
    featured: false,
    tags: [],
    options: [],
    variants: [
      {
        key: '',
        optionValues: [],
        sku: 'OB-1',
        gtin: '4006381333931',
        mpn: 'M-1',
        priceMinor: 90_000,
        compareAtMinor: 120_000,
        availability: 'PreOrder',
        imageIndex: null,
        weightGrams: 3500,
      },
    ],
    images: ['1', '2', '3'].map((name) => ({ url: `https://cdn.example/${name}.jpg`, alt: 'Oak & ash bowl' })),
    attributes: [
      { name: 'Material', value: 'Oak' },
      { name: 'Finish', value: 'Oil' },
      { name: 'Ratio', value: '1:2' },
      { name: 'Length', value: '20 cm' },
    ],
    documents: [],
    externalLink: null,
    includes: [],
    sourceId: 'google:OB-1',
    formerSlugs: [],
  })
})

test('imports items of a group as variants of one product; shared attributes are not options', async () => {
  await using catalog = await openTempCatalog()
  const other = '<item><g:id>x</g:id><g:title>Other</g:title><g:price>1 USD</g:price></item>'
  const feed = RSS(
    [SHIRT('a', 'Red', 'S'), other, SHIRT('b', 'Blue', 'M', '<g:sale_price>30 USD</g:sale_price>')].join('\n'),
  )
  const report = await importXml(catalog, feed)
  expect(report.pictures.remote.count).toBe(2)
  const [shirt] = await readAll(catalog, 'linen-shirt')
  expect(shirt).toMatchObject({
    name: 'Linen shirt',
    description: '<p>Soft &amp; cool.</p>\n<p>5 &lt; 6 sizes</p>',
    sourceId: 'google:LS',
    options: [
      { name: 'Color', values: ['Red', 'Blue'] },
      { name: 'Size', values: ['S', 'M'] },
    ],
    attributes: [{ name: 'Gender', value: 'unisex' }],
    variants: [
      { key: 'red-s', sku: 'a', priceMinor: 4000, compareAtMinor: null, imageIndex: 0 },
      { key: 'blue-m', sku: 'b', priceMinor: 3000, compareAtMinor: 4000, imageIndex: 1 },
    ],
  })
  const { revision } = catalog.store
  // In a minified feed all items are on one line.
  const again = await importXml(catalog, feed.replace(/>\n</g, '><'))
  expect(again).toMatchObject({ products: { created: 0, changed: 0, unchanged: 2 }, rejected: { count: 0 } })
  expect(catalog.store.revision).toBe(revision)
})

test('imports a tab-separated UTF-16 table with the same attributes as XML', async () => {
  await using catalog = await openTempCatalog()
  const table = [
    'id\ttitle\tdescription\tlink\timage link\tadditional_image_link\tavailability\tprice\tproduct_type\tproduct_detail\tgoogle_product_category',
    'A\tSchüssel\tTief\thttps://shop.example/12345\thttps://cdn.example/1.jpg\thttps://cdn.example/2.jpg,https://cdn.example/a,b.jpg\tin stock\t10,50 USD\tTisch > Schüsseln\tG:Farbe:rot, weiß,G:Form:rund\t632',
    'B\tTeller\tFlach\thttps://shop.example/x?id=1\t\t\tout of stock\t\t\t\tHome > Plates',
    'C\tTasse\tKlein\thttps://shop.example/x?id=2\t\t\tbackorder\t0 USD\t\t\t632',
  ].join('\n')
  const report = await importXml(catalog, Buffer.from(`\uFEFF${table}\n`, 'utf16le'), 'products.tsv')
  expect(report).toMatchObject({
    format: 'Google Merchant feed',
    products: { created: 3 },
    rejected: { entries: [] },
    warnings: { entries: [] },
  })
  const [bowl, plate, cup] = await readAll(catalog, 'schussel', 'teller', 'tasse')
  expect(bowl).toMatchObject({
    categorySlug: 'schusseln',
    variants: [{ priceMinor: 1050 }],
    attributes: [
      { name: 'Farbe', value: 'rot, weiß' },
      { name: 'Form', value: 'rund' },
    ],
  })
  expect(bowl?.images).toHaveLength(3)
  expect(plate).toMatchObject({ categorySlug: 'plates', variants: [{ priceMinor: null, availability: 'OutOfStock' }] })
  expect(cup).toMatchObject({ categorySlug: null, variants: [{ priceMinor: null, availability: 'BackOrder' }] })
})

test('imports Atom in the encoding of its XML declaration', async () => {
  await using catalog = await openTempCatalog()
  const atom = `<?xml version="1.0" encoding="ISO-8859-1"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>T</title><updated>2026-01-01</updated>
<entry><g:id>1</g:id><title>Krug</title><link href="https://shop.example/krug-gr\u00FCn"/><summary>Ein Krug.</summary><id>tag:1</id><g:price>3 USD</g:price></entry></feed>`
  expect(await importXml(catalog, Buffer.from(atom, 'latin1'))).toMatchObject({
    products: { created: 1 },
    warnings: { entries: [] },
  })
  expect(await catalog.readProduct('krug-grün')).toMatchObject({
    name: 'Krug',
    description: '<p>Ein Krug.</p>',
    sourceId: 'google:1',
  })
})

const GOOD = '<item><g:id>good</g:id><g:title>Good</g:title><g:price>1 USD</g:price></item>'
const item = (inner: string) => RSS(`<item>\n${inner}\n</item>\n${GOOD}`)

test.each([
  [
    'a price in another currency',
    item('<g:id>a</g:id><g:title>A</g:title>\n<g:price>10 EUR</g:price>'),
    8,
    'g:price',
    /^is in EUR, but the site's currency is USD/,
  ],
  [
    'an unknown currency',
    item('<g:id>a</g:id><g:title>A</g:title>\n<g:price>10 XQZ</g:price>'),
    8,
    'g:price',
    /^is not a price in USD/,
  ],
  [
    'a price that is not a number',
    item('<g:id>a</g:id><g:title>A</g:title>\n<g:price>cheap!</g:price>'),
    8,
    'g:price',
    /^is not a price in USD/,
  ],
  ['no id', item('<g:title>A</g:title>'), 6, 'id', /id is missing/],
  ['no title', item('<g:id>a</g:id>'), 6, 'title', /title is missing/],
  ['a repeated id', RSS(`${GOOD}\n${GOOD}`), 7, 'g:id', /line 6 already has this id/],
  [
    'the same variant twice',
    RSS(`${SHIRT('a', 'Red', 'S')}\n${SHIRT('b', 'red', 's')}\n${SHIRT('c', 'Blue', 'S')}`),
    31,
    'g:item_group_id',
    /line 6 already has the variant "red"/,
  ],
  [
    'a group whose items are all equal',
    RSS(`${SHIRT('a', 'Red', 'S')}\n${SHIRT('b', 'Red', 'S')}`),
    31,
    'g:item_group_id',
    /equals the one on line 6/,
  ],
  [
    'a variant without an attribute in which the others differ',
    RSS(`${SHIRT('a', 'Red', 'S')}\n${SHIRT('b', '', 'S')}`),
    21,
    'color',
    /"color" is missing/,
  ],
])('%s is rejected with line and column; the rest is imported', async (_, feed, line, column, reason) => {
  await using catalog = await openTempCatalog()
  const report = await importXml(catalog, feed)
  expect(report.rejected).toMatchObject({
    count: 1,
    entries: [{ line, column, reason: expect.stringMatching(reason) }],
  })
  expect(report.products.created).toBe(1)
})

test.each([
  ['gtin', '4006381333932', /wrong check digit/],
  ['availability', 'maybe', /expected in_stock/],
  ['availability', 'constructor', /expected in_stock/],
  ['condition', 'mint', /new, refurbished or used/],
  ['shipping_weight', 'heavy', /expected a weight/],
  ['sale_price_effective_date', 'soon', /expected start\/end/],
  ['product_detail', 'Finish', /section:name:value/],
  ['gadget', 'x', /unknown attribute/],
  ['brand', 'A</g:brand><g:brand>B', /has this attribute 2 times/],
])('%s with "%s" causes a warning', async (field, value, reason) => {
  await using catalog = await openTempCatalog()
  const prices = '<g:price>10 USD</g:price><g:sale_price>8 USD</g:sale_price>'
  const report = await importXml(
    catalog,
    item(`<g:id>a</g:id><g:title>A</g:title>${prices}\n<g:${field}>${value}</g:${field}>`),
  )
  expect(report.warnings.entries).toMatchObject([
    { line: 8, column: `g:${field}`, reason: expect.stringMatching(reason) },
  ])
  expect(report.rejected.count).toBe(0)
})

const BOMB = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`

test.each([
  ['a tag that is not closed', RSS(`<item><g:id>1</g:id>\n<g:title>A</g:titel></item>`), 7, '20', /not well-formed/],
  ['a file that was cut off', RSS(GOOD).slice(0, -30), null, null, /cut off/],
  [
    'a bare ampersand',
    RSS('<item><title><![CDATA[A & B]]></title><!-- & -->\n<g:id>A & B</g:id></item>'),
    7,
    '9',
    /"&" has to be written as "&amp;"/,
  ],
  [
    'an entity declared in the file',
    `${BOMB}<rss><channel><item><id>1</id><title>&b;</title></item></channel></rss>`,
    1,
    null,
    /not well-formed: undefined entity/,
  ],
  [
    'an entity that refers to another file',
    `${BOMB}<rss><channel><item><id>1</id><title>&c;</title></item></channel></rss>`,
    1,
    null,
    /not well-formed: undefined entity/,
  ],
  [
    'an undeclared namespace prefix',
    '<rss><channel>\n<item><g:id>1</g:id></item></channel></rss>',
    2,
    null,
    /unbound namespace prefix/,
  ],
  [
    'an HTML page',
    '<!DOCTYPE html><html><body><p>Not found<br></body></html>',
    1,
    null,
    /neither RSS nor Atom: its root is <html>/,
  ],
  ['a feed without items', RSS(''), null, null, /no items/],
  [
    'bytes that are not UTF-8',
    Buffer.from(RSS('<item><g:id>1</g:id>\n<g:title>Kr\u00FCge</g:title></item>'), 'latin1'),
    7,
    null,
    /0xfc is not UTF-8/,
  ],
  [
    'an RSS feed of news',
    RSS('<item><title>We moved</title></item>'),
    6,
    'id',
    /id is missing\. No product of the file can be used/,
  ],
])('rejects the whole Google Merchant feed: %s', async (_, content, line, column, reason) => {
  await using catalog = await openTempCatalog()
  const { revision } = catalog.store
  const error = await importXml(catalog, content).then(
    () => undefined,
    (caught: unknown) => caught,
  )
  expect(error).toMatchObject({ name: 'ImportError', message: expect.stringMatching(reason) })
  const { place } = error as { place: { line: number | null; column: string | null } }
  if (line !== null) expect(place.line).toBe(line)
  if (column !== null) expect(place.column).toBe(column)
  expect(catalog.store.revision).toBe(revision)
})

test.each([
  [
    'two columns for one attribute',
    'id\ttitle\tlink\timage_link\tprice\tg:price\n1\tA\t\t\t1\t2\n',
    /two columns have the same meaning/,
  ],
  ['no column for the id', 'title\tlink\timage_link\tprice\nA\t\t\t1\n', /"id" is missing/],
  ['a table that was cut off', 'id\ttitle\tlink\timage_link\tprice\n1\tA\t\t\t1\n2\tB', /cut off/],
])('rejects the whole Google Merchant table: %s', async (_, content, reason) => {
  await using catalog = await openTempCatalog()
  await expect(importXml(catalog, content, 'products.txt')).rejects.toThrow(reason)
})
