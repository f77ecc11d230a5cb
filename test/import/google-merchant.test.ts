import { expect, test } from 'vitest'
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
