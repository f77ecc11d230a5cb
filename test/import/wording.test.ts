import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { runCommand } from '../support/run-command.ts'

test('null and an empty object restore the texts of the interface', async () => {
  await using catalog = await openTempCatalog()
  for (const nothing of [null, {}]) {
    await catalog.importContent({ 'site.json': JSON.stringify({ wording: { menu: 'Contents' } }) })
    expect((await catalog.store.readSite()).wording).toEqual({ menu: 'Contents' })
    await catalog.importContent({ 'site.json': JSON.stringify({ wording: nothing }) })
    expect((await catalog.store.readSite()).wording).toBeUndefined()
  }
})

test('"texts" prints the texts in the language of the site, with what the owner wrote, and finds them by a word', async () => {
  await using catalog = await openTempCatalog()
  const wording = { menu: 'Inhalt', productCount: { one: '{1} Artikel', other: '{1} Artikel' } }
  await catalog.importContent({ 'site.json': JSON.stringify({ locale: 'de', wording }) })
  const settings = { DATA_DIR: join(catalog.dir, 'data') }
  const { code, out } = await runCommand('catalog', settings, 'texts')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    menu: 'Inhalt',
    productCount: '{1} Artikel',
    close: 'Schließen',
    'sheet.print': 'Drucken',
  })
  const found = await runCommand('catalog', settings, 'texts', 'SCHLIESSEN')
  expect(Object.keys(JSON.parse(found.out) as object)).toContain('close')
  const missing = await runCommand('catalog', settings, 'texts', 'qwertz')
  expect(missing).toMatchObject({ code: 1, out: '', err: 'No text of the interface contains "qwertz".\n' })
})
