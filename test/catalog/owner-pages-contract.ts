import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { fillStore } from '../support/start-server.ts'
import type { OpenedStore } from './opened-store.ts'

const page = buildOwnerPage({ description: 'Who \0 we are', role: 'imprint', position: 3, links: ['footer', 'menu'] })

/** Tests the owner's pages in every store. */
export function testOwnerPages(name: string, open: () => Promise<OpenedStore>): void {
  test(`${name}: stores the owner's pages, which a second store reads and a rollback restores`, async () => {
    await using opened = await open()
    const { store } = opened
    await fillStore(store, { site: { ...NEUTRAL_SITE, pages: [page] } })
    const elsewhere = await opened.openAgain()
    expect((await elsewhere.readSite()).pages).toEqual([page])
    const before = store.revision
    const added = buildOwnerPage({ slug: 'terms' })
    await store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, pages: [added, page] }))
    expect(store.revision).toBeGreaterThan(before)
    expect((await store.readSite()).pages).toEqual([added, page])
    await expect.poll(async () => (await elsewhere.readSite()).pages).toEqual([added, page])
    expect(await store.rollback()).toBe(true)
    expect((await store.readSite()).pages).toEqual([page])
    await store.write((writer) => writer.clear())
    expect((await store.readSite()).pages).toEqual([])
    expect(await store.rollback()).toBe(true)
    expect((await store.readSite()).pages).toEqual([page])
    await elsewhere.close()
  })
}
