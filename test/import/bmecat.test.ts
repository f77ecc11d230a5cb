import { expect, test, vi } from 'vitest'
import { BMECAT_CATALOGUE } from '../support/system-samples.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

test('takes the prices that are valid at the time of the import', async () => {
  await using catalog = await openTempCatalog()
  using _clock = { [Symbol.dispose]: () => vi.useRealTimers() }
  vi.useFakeTimers({ now: Date.parse('2020-03-01T12:00Z'), toFake: ['Date'] })
  await catalog.importText(BMECAT_CATALOGUE)
  expect(await catalog.readProduct('rauchmelder-sockel')).toMatchObject({ variants: [{ priceMinor: 100 }] })
})

test('a table is no BMEcat', async () => {
  await using catalog = await openTempCatalog()
  await expect(catalog.importText('SUPPLIER_PID\nA\n', { format: 'bmecat' })).rejects.toThrow('is XML')
})
