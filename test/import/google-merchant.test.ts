import { expect, test } from 'vitest'
import { writeRss } from '../support/merchant-feed.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

test('imports Atom in the encoding of its XML declaration, and a tab-separated table in UTF-16', async () => {
  await using catalog = await openTempCatalog()
  const atom = `<?xml version="1.0" encoding="ISO-8859-1"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>T</title><updated>2026-01-01</updated>
<entry><g:id>1</g:id><title>Krug</title><link href="https://shop.example/krug-gr\u00FCn"/><summary>Ein Krug.</summary><id>tag:1</id><g:price>3 USD</g:price></entry></feed>`
  expect((await catalog.importText(Buffer.from(atom, 'latin1'))).warnings.entries).toEqual([])
  expect(await catalog.readProduct('krug-grün')).toMatchObject({ name: 'Krug', description: '<p>Ein Krug.</p>' })
  const table = '\uFEFFid\ttitle\tlink\timage link\tprice\nA\tSchüssel\t\t\t10,50 USD\n'
  await catalog.importText(Buffer.from(table, 'utf16le'))
  expect(await catalog.readProduct('schussel')).toMatchObject({ name: 'Schüssel', variants: [{ priceMinor: 1_050 }] })
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
  ['a file that was cut off', writeRss('<item><g:id>1</g:id></item>').slice(0, -30), null, null, /cut off/],
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
  await expect(catalog.importText(content)).rejects.toMatchObject({
    name: 'ImportError',
    message: expect.stringMatching(reason) as string,
    place: { ...(line !== null && { line }), ...(column !== null && { column }) },
  })
})
