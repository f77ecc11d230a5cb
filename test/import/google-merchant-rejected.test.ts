import { expect, test } from 'vitest'
import { writeRss, writeShirt } from '../support/merchant-feed.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const GOOD = '<item><g:id>good</g:id><g:title>Good</g:title><g:price>1 USD</g:price></item>'
const item = (inner: string) => writeRss(`<item>\n${inner}\n</item>\n${GOOD}`)

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
    /^is not a price/,
  ],
  [
    'a price that is not a number',
    item('<g:id>a</g:id><g:title>A</g:title>\n<g:price>cheap!</g:price>'),
    8,
    'g:price',
    /^is not a price/,
  ],
  ['no id', item('<g:title>A</g:title>'), 6, 'id', /id is missing/],
  ['no title', item('<g:id>a</g:id>'), 6, 'title', /title is missing/],
  ['a repeated id', writeRss(`${GOOD}\n${GOOD}`), 7, 'g:id', /line 6 already has this id/],
  [
    'the same variant twice',
    writeRss(`${writeShirt('a', 'Red', 'S')}\n${writeShirt('b', 'red', 's')}\n${writeShirt('c', 'Blue', 'S')}`),
    31,
    'g:item_group_id',
    /line 6 already has the variant "red"/,
  ],
  [
    'a group whose items are all equal',
    writeRss(`${writeShirt('a', 'Red', 'S')}\n${writeShirt('b', 'Red', 'S')}`),
    31,
    'g:item_group_id',
    /equals the one on line 6/,
  ],
  [
    'a variant without an attribute in which the others differ',
    writeRss(`${writeShirt('a', 'Red', 'S')}\n${writeShirt('b', '', 'S')}`),
    21,
    'color',
    /"color" is missing/,
  ],
])('%s is rejected with line and column; the rest is imported', async (_, feed, line, column, reason) => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(feed)
  expect(report.rejected).toMatchObject({
    count: 1,
    entries: [{ line, column, reason: expect.stringMatching(reason) }],
  })
  expect(report.products.created).toBe(1)
})

test('each further item with an id is rejected and names the line of the first one', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(writeRss([GOOD, GOOD, GOOD].join('\n')))
  expect(report.rejected.entries).toMatchObject([
    { line: 7, reason: 'line 6 already has this id' },
    { line: 8, reason: 'line 6 already has this id' },
  ])
})

test.each([
  ['gtin', '4006381333932', /wrong check digit/],
  ['availability', 'maybe', /expected in_stock/],
  ['availability', 'constructor', /expected in_stock/],
  ['condition', 'mint', /new, refurbished or used/],
  ['shipping_weight', 'heavy', /expected a weight/],
  ['sale_price_effective_date', 'soon', /expected start\/end/],
  ['sale_price_effective_date', '2026-01-01T00:00/2026-02-30T12:00', /expected start\/end/],
  ['sale_price_effective_date', '2026-01-01T00:61/2026-02-01T25:00', /expected start\/end/],
  ['product_detail', 'Finish', /section:name:value/],
  ['gadget', 'x', /unknown attribute/],
  ['brand', 'A</g:brand><g:brand>B', /has this attribute 2 times/],
])('%s with "%s" causes a warning', async (field, value, reason) => {
  await using catalog = await openTempCatalog()
  const prices = '<g:price>10 USD</g:price><g:sale_price>8 USD</g:sale_price>'
  const report = await catalog.importText(
    item(`<g:id>a</g:id><g:title>A</g:title>${prices}\n<g:${field}>${value}</g:${field}>`),
  )
  expect(report.warnings.entries).toMatchObject([
    { line: 8, column: `g:${field}`, reason: expect.stringMatching(reason) },
  ])
  expect(report.rejected.count).toBe(0)
})

const BOMB = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`

test.each([
  [
    'a tag that is not closed',
    writeRss(`<item><g:id>1</g:id>\n<g:title>A</g:titel></item>`),
    7,
    '20',
    /not well-formed/,
  ],
  ['a file that was cut off', writeRss(GOOD).slice(0, -30), null, null, /cut off/],
  [
    'a bare ampersand',
    writeRss('<item><title><![CDATA[A & B]]></title><!-- & -->\n<g:id>A & B</g:id></item>'),
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
  ['a feed without items', writeRss(''), null, null, /no items/],
  [
    'bytes that are not UTF-8',
    Buffer.from(writeRss('<item><g:id>1</g:id>\n<g:title>Kr\u00FCge</g:title></item>'), 'latin1'),
    7,
    null,
    /0xfc is not UTF-8/,
  ],
  [
    'an RSS feed of news',
    writeRss('<item><title>We moved</title></item>'),
    6,
    'id',
    /id is missing\. No product of the file can be used/,
  ],
])('rejects the whole Google Merchant feed: %s', async (_, content, line, column, reason) => {
  await using catalog = await openTempCatalog()
  const { revision } = catalog.store
  const error = await catalog.importText(content).then(
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
  await expect(catalog.importText(content)).rejects.toThrow(reason)
})
