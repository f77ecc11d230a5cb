import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import type { TableMapping } from '../../server/catalog/table-mapping.ts'
import { buildProduct } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import type { OpenedStore } from './opened-store.ts'

const OLD: readonly TableMapping[] = [{ columns: { Nr: { to: 'SKU' }, EK: null }, decimalSign: ',' }]
const NEW: readonly TableMapping[] = [{ columns: { Code: { to: 'SKU' } } }, ...OLD]

/** Tests the mappings of tables in every store. */
export function testMappings(name: string, open: () => Promise<OpenedStore>): void {
  test(`${name}: mappings: storing only mappings changes no page, and the change before can still be rolled back`, async () => {
    await using opened = await open()
    const { store } = opened
    const read = () => store.read((reader) => reader.readList('mappings'))
    expect(await read()).toEqual([])
    await fillStore(store, { site: NEUTRAL_SITE, products: [buildProduct({ slug: 'bowl' })] })
    await store.write((writer) => writer.putProduct(buildProduct({ slug: 'bowl', name: 'Changed' })))
    const { revision } = store
    await store.write((writer) => writer.putList('mappings', OLD))
    expect(store.revision).toBe(revision)
    expect(await read()).toEqual(OLD)
    expect(await store.rollback()).toBe(true)
    expect((await store.findProduct('bowl'))?.name).not.toBe('Changed')
    expect(await read()).toEqual(OLD)
  })

  test(`${name}: mappings: a rollback of products that were written before restores the mappings, also after everything was deleted`, async () => {
    await using opened = await open()
    const { store } = opened
    const read = () => store.read((reader) => reader.readList('mappings'))
    await store.write((writer) => writer.putList('mappings', OLD))
    const change = async (clears: boolean) =>
      store.write(async (writer) => {
        if (clears) await writer.clear()
        await writer.putProduct(buildProduct({ slug: 'bowl' }))
        await writer.putList('mappings', NEW)
      })
    for (const clears of [false, true]) {
      await change(clears)
      expect(await read()).toEqual(NEW)
      expect(await store.rollback()).toBe(true)
      expect(await read()).toEqual(OLD)
    }
  })
}
