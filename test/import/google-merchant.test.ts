import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import type { Product } from '../../shared/catalog.ts'
import { writeRss, writeShirt } from '../support/merchant-feed.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

async function readAll(catalog: TempCatalog, ...slugs: string[]): Promise<readonly Product[]> {
  return Promise.all(slugs.map(async (slug) => (await catalog.readProduct(slug))!))
}

test('imports a single Google Merchant item with all its attributes', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(
    writeRss(`<item>
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
  const feed = writeRss(
    [writeShirt('a', 'Red', 'S'), other, writeShirt('b', 'Blue', 'M', '<g:sale_price>30 USD</g:sale_price>')].join(
      '\n',
    ),
  )
  const report = await catalog.importText(feed)
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
  const again = await catalog.importText(feed.replace(/>\n</g, '><'))
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
  const report = await catalog.importText(Buffer.from(`\uFEFF${table}\n`, 'utf16le'))
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
  expect(await catalog.importText(Buffer.from(atom, 'latin1'))).toMatchObject({
    products: { created: 1 },
    warnings: { entries: [] },
  })
  expect(await catalog.readProduct('krug-grün')).toMatchObject({
    name: 'Krug',
    description: '<p>Ein Krug.</p>',
    sourceId: 'google:1',
  })
})

test('a group id that is too long for an export is not stored, so that importing the export changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const group = 'g'.repeat(101)
  const report = await catalog.importText(
    writeRss(
      `<item><g:id>a</g:id><g:title>Bowl</g:title><g:item_group_id>${group}</g:item_group_id><g:color>Red</g:color></item>`,
    ),
  )
  expect(report.products.created).toBe(1)
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  const again = await importFolder(catalog.store, folder)
  expect(again.products).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
})
