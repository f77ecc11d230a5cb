import { expect, test } from 'vitest'
import { openTempCatalog } from '../support/temp-catalog.ts'

test('null and an empty object restore the texts of the interface', async () => {
  await using catalog = await openTempCatalog()
  for (const nothing of [null, {}]) {
    await catalog.importContent({ 'site.json': JSON.stringify({ wording: { menu: 'Contents' } }) })
    expect((await catalog.store.readSite()).wording).toEqual({ menu: 'Contents' })
    await catalog.importContent({ 'site.json': JSON.stringify({ wording: nothing }) })
    expect((await catalog.store.readSite()).wording).toBeUndefined()
  }
})
