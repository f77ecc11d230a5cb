import { expect, test } from 'vitest'
import { openTempCatalog } from '../support/temp-catalog.ts'

/** Writes a table with the bytes of a name. */
const tableOf = (name: string) => Buffer.from(`Slug,Name\na,${name}\n`, 'latin1')

test.each([
  ['windows-1252', 'Caf\xE9 d\x92Or\x85', 'Café d’Or…'],
  ['windows-1252', 'm\xE1s ni\xF1os', 'más niños'],
  ['cp850', 'Gro\xE1e wei\xE1e M\x94bel', 'Große weiße Möbel'],
  ['cp850', 'wei\xE1', 'weiß'],
])('a CSV file in %s is read as such, and the report says it: %j', async (encoding, bytes, name) => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importText(tableOf(bytes))
  expect((await catalog.readProduct('a'))?.name).toBe(name)
  expect(report.warnings.entries).toMatchObject([{ reason: expect.stringContaining(`read as ${encoding}`) as string }])
  const asked = await catalog.importText(tableOf(bytes), { encoding })
  expect(asked).toMatchObject({ products: { unchanged: 1 }, warnings: { count: 0 } })
})

test.each([
  ['UTF-8 and Windows-1252', 'Gr\xC3\xBCn Kr\xE4ftig'],
  ['Windows-1251', '\xCF\xF0\xE8\xE2\xE5\xF2'],
])('a CSV file in %s is refused with its line, and --encoding decides', async (_what, bytes) => {
  await using catalog = await openTempCatalog()
  await expect(catalog.importText(tableOf(bytes))).rejects.toThrow(/line 2: the file is not valid utf-8/)
  expect(await catalog.importText(tableOf(bytes), { encoding: 'windows-1251' })).toMatchObject({
    warnings: { count: 0 },
  })
})
