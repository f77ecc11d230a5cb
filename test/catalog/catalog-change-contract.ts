import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { PICTURE_URL_HASH_LENGTH } from '../../shared/constants.ts'
import type { CatalogStore } from '../../server/catalog/store/catalog-store.ts'
import { DatabaseBusyError } from '../../server/platform/database-error.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { CHANGES_MAX } from '../../server/catalog/store/undo-journal.ts'
import { fillWithDemo } from '../../server/import/demo/fill-with-demo.ts'
import { createLogger } from '../../server/platform/log.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { listSlugs, type OpenedStore } from './opened-store.ts'

/** Begins a change that writes a product. Its transaction stays open until `end` is called. */
async function beginChange(store: CatalogStore, slug: string): Promise<{ end: () => Promise<void> }> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const written = store.write(async (writer) => {
    await writer.putProduct(buildProduct({ slug }))
    begin()
    await released
  })
  await begun
  return {
    async end() {
      release()
      await written
    },
  }
}

function fail(): never {
  throw new Error('half way')
}

/** Tests changes, failed changes and rollbacks in every store. */
export function testCatalogChanges(name: string, open: () => Promise<OpenedStore>): void {
  test(`${name}: a change becomes visible only when it is complete, in this store and in a second one`, async () => {
    await using opened = await open()
    const elsewhere = await opened.openAgain()
    const { store } = opened
    const before = store.revision
    await store.write(async (writer) => {
      await writer.putProduct(buildProduct({ slug: 'a' }))
      expect(await store.findProduct('a')).toBeUndefined()
      expect(await elsewhere.findProduct('a')).toBeUndefined()
      await writer.putProduct(buildProduct({ slug: 'b' }))
    })
    expect(await listSlugs(store, {})).toEqual(['a', 'b'])
    expect(store.revision).toBeGreaterThan(before)
    await expect.poll(() => elsewhere.revision).toBe(store.revision)
    expect(await listSlugs(elsewhere, {})).toEqual(['a', 'b'])

    const failed = store.write(async (writer) => {
      await writer.clear()
      throw new Error('half way')
    })
    await expect(failed).rejects.toThrow('half way')
    expect(await listSlugs(store, {})).toEqual(['a', 'b'])
    await elsewhere.close()
  })

  test(`${name}: rejects a second concurrent change with DatabaseBusyError, and one without writes keeps the revision`, async () => {
    await using opened = await open()
    const other = await opened.openAgain({ busyLimitMs: 100 })
    const { end } = await beginChange(opened.store, 'first')
    await expect(other.write(async () => {})).rejects.toThrow(DatabaseBusyError)
    await end()
    const { revision } = opened.store
    await opened.store.write((writer) => writer.findProduct('first'))
    expect(opened.store.revision).toBe(revision)
    expect(await other.write((writer) => writer.findProduct('first'))).toBeDefined()
    await other.close()
  })

  test(`${name}: two servers that start on an empty store import the demo once, and both show it`, async () => {
    await using opened = await open()
    await using project = await makeTemporaryFolder()
    const content = join(project.path, 'server', 'import', 'demo', 'content')
    await mkdir(content, { recursive: true })
    await writeFile(join(content, 'products.csv'), 'Slug,Name,Price\njug,Jug,12.00\n')
    const logger = createLogger({ logLevel: 'silent' })
    const told = vi.spyOn(logger, 'info')
    const other = await opened.openAgain()
    await Promise.all([opened.store, other].map((store) => fillWithDemo(store, project.path, logger)))
    expect(told).toHaveBeenCalledTimes(1)
    for (const store of [opened.store, other])
      expect(await store.readStatistics()).toMatchObject({ products: { public: 1 }, isDemo: true })
    await other.close()
  })

  test(`${name}: a server that starts while another one fills the store waits, and adds no demo`, async () => {
    await using opened = await open()
    const other = await opened.openAgain({ busyLimitMs: 50 })
    const { end } = await beginChange(opened.store, 'first')
    const write = vi.spyOn(other, 'write')
    const filled = fillWithDemo(other, PROJECT_DIR, createLogger({ logLevel: 'silent' }))
    await vi.waitFor(
      () => expect(write.mock.settledResults.filter(({ type }) => type === 'rejected').length).toBeGreaterThan(1),
      { timeout: 60_000 },
    )
    await end()
    await filled
    expect(await other.readStatistics()).toMatchObject({ products: { public: 1 }, isDemo: false })
    await other.close()
  })

  test(`${name}: a rollback restores the catalogue as it was before the last change, and a second one as it was before that`, async () => {
    await using opened = await open()
    const { store } = opened
    expect(await store.rollback()).toBe(false)
    const hash = 'b'.repeat(64)
    const picture = { hash, format: 'png', width: 3, height: 2 } as const
    await store.write(async (writer) => {
      await writer.putSite({ ...NEUTRAL_SITE, name: 'Before' })
      await writer.putCategory(buildCategory({ slug: 'bowls' }))
      for (const slug of ['first', 'second', 'set'])
        await writer.putProduct(buildProduct({ slug, categorySlug: 'bowls', formerSlugs: [`old-${slug}`] }))
      await writer.putProduct(buildProduct({ slug: 'set', includes: ['first'] }))
      await writer.putPictureSource('a.png', picture)
      await writer.putImage(hash, { bytes: new Uint8Array([1]), format: 'png' })
    })
    const before = await readCatalog(store)
    await store.write(async (writer) => {
      await writer.renameProduct('first', 'renamed')
      await writer.renameCategory('bowls', 'dishes')
      await writer.putProduct(buildProduct({ slug: 'renamed', name: 'Renamed', formerSlugs: ['first', 'old-first'] }))
      await writer.putProduct(buildProduct({ slug: 'second', name: 'Changed' }))
      await writer.putProduct(buildProduct({ slug: 'third', formerSlugs: ['old-third'] }))
      await writer.putCategory(buildCategory({ slug: 'cups' }))
      await writer.putSite({ ...NEUTRAL_SITE, name: 'After' })
      await writer.putImage('c'.repeat(64), { bytes: new Uint8Array([2]), format: 'png' })
      await writer.putPictureSource('a.png', { ...picture, hash: 'c'.repeat(64) })
    })
    expect((await store.findProduct('set'))?.includes).toEqual(['renamed'])
    expect(await store.findRenamed('product', 'first')).toBe('renamed')
    expect(await store.readStatistics()).toMatchObject({ productsAfterRollback: before.products.length })
    const { revision } = store
    expect(await store.rollback()).toBe(true)
    expect(store.revision).toBeGreaterThan(revision)
    expect(await readCatalog(store)).toEqual(before)
    expect(await store.findRenamed('product', 'first')).toBeUndefined()
    expect(await store.findRenamed('product', 'old-first')).toBe('first')
    expect(await store.findImage('c'.repeat(64))).toBeUndefined()
    await store.write(async (writer) => {
      expect(await writer.findPictureOfSource('a.png')).toEqual(picture)
      expect(await writer.findSlugOwner('old-third')).toBeUndefined()
    })
    expect(await store.readStatistics()).toMatchObject({ productsAfterRollback: 0 })
    expect(await store.rollback()).toBe(true)
    expect(await listSlugs(store, {})).toEqual([])
    expect(await store.readSite()).toEqual(NEUTRAL_SITE)
    expect(await store.readStatistics()).toMatchObject({ productsAfterRollback: null })
    expect(await store.rollback()).toBe(false)
  })

  test(`${name}: the last ten changes are listed and can be undone, newest first`, async () => {
    await using opened = await open()
    const { store } = opened
    const startedAt = Date.now()
    const change = (number: number) =>
      store.write(async (writer) => {
        await writer.putProduct(buildProduct({ slug: 'cup', name: `Cup ${number}` }))
        if (number % 2) await writer.putProduct(buildProduct({ slug: `cup-${number}` }))
        await writer.describeChange({ source: `change ${number}`, created: number % 2, changed: 1, removed: 0 })
      })
    for (let number = 0; number < 12; number++) await change(number)
    await store.write((writer) => writer.describeChange({ source: 'nothing', created: 0, changed: 0, removed: 0 }))
    await expect(store.write((writer) => writer.putProduct(buildProduct({ slug: 'cup' })).then(fail))).rejects.toThrow(
      'half way',
    )
    const listed = await store.listChanges()
    expect(listed.map(({ description }) => description)).toEqual(
      Array.from({ length: CHANGES_MAX }, (_, index) => ({
        source: `change ${11 - index}`,
        created: (11 - index) % 2,
        changed: 1,
        removed: 0,
      })),
    )
    expect(listed.every(({ at }) => at! >= startedAt && at! <= Date.now())).toBe(true)
    for (let number = 11; number >= 2; number--) {
      expect(await store.rollback()).toBe(true)
      expect((await store.findProduct('cup'))?.name).toBe(`Cup ${number - 1}`)
    }
    expect((await listSlugs(store, {})).toSorted()).toEqual(['cup', 'cup-1'])
    expect(await store.rollback()).toBe(false)
    expect(await store.listChanges()).toEqual([])
    await change(12)
    expect((await store.listChanges()).map(({ description }) => description?.source)).toEqual(['change 12'])
  })

  test(`${name}: a change that replaces the whole catalogue is the oldest that can be undone`, async () => {
    await using opened = await open()
    const { store } = opened
    await store.write((writer) => writer.putProduct(buildProduct({ slug: 'a' })))
    await store.write(async (writer) => {
      await writer.clear()
      await writer.putProduct(buildProduct({ slug: 'b' }))
    })
    expect(await store.listChanges()).toHaveLength(1)
    expect(await store.rollback()).toBe(true)
    expect(await listSlugs(store, {})).toEqual(['a'])
    expect(await store.rollback()).toBe(false)
  })

  test(`${name}: a rollback after clearing restores the catalogue with its demo mark and pictures`, async () => {
    await using opened = await open()
    const { store } = opened
    await store.write(async (writer) => {
      await writer.markDemo(true)
      await writer.putCategory(buildCategory({ slug: 'bowls' }))
      for (const slug of ['c', 'a', 'b']) await writer.putProduct(buildProduct({ slug, categorySlug: 'bowls' }))
      await writer.putImage('d'.repeat(64), { bytes: new Uint8Array([1, 2]), format: 'png' })
    })
    expect(await store.readStatistics()).toMatchObject({ productsAfterRollback: null })
    const before = await readCatalog(store)
    await store.write(async (writer) => {
      await writer.clear()
      await writer.putProduct(buildProduct({ slug: 'a', name: 'Mine' }))
    })
    const failed = store.write(async (writer) => {
      await writer.putProduct(buildProduct({ slug: 'z' }))
      throw new Error('half way')
    })
    await expect(failed).rejects.toThrow('half way')
    expect(await store.readStatistics()).toMatchObject({ productsAfterRollback: 3, isDemo: false })
    expect(await store.rollback()).toBe(true)
    expect(await readCatalog(store)).toEqual(before)
    expect([...(await store.findImage('d'.repeat(64)))!.bytes]).toEqual([1, 2])
    expect([...(await store.findImage('d'.repeat(PICTURE_URL_HASH_LENGTH)))!.bytes]).toEqual([1, 2])
    expect(await store.findImage(`${'d'.repeat(19)}c`)).toBeUndefined()
    expect(await store.readStatistics()).toMatchObject({ isDemo: true })
  })
}
