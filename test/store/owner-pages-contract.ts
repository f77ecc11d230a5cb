import { expect, test } from 'vitest'
import type { CatalogStore } from '../../server/store/catalog-store.ts'
import type { Site } from '../../shared/site.ts'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
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

const { pages: _pages, ...OLD_SITE } = { ...NEUTRAL_SITE, name: 'Old "]}' }

/** Stores a site without pages twice, as older versions did, so that a rollback can restore the first one. */
export async function putOldSites(store: CatalogStore): Promise<void> {
  for (const name of [OLD_SITE.name, 'Older']) {
    await store.write((writer) => writer.putSite({ ...OLD_SITE, name } as Site))
  }
}

/** SQL that leaves only the newest change in the undo journal, as older versions did. */
export const FORGET_EARLIER_CHANGES = 'DELETE FROM undo WHERE seq < (SELECT max(first_seq) FROM change)'

/** Expects that a migration added an empty list of pages both to the stored site and to the one that a rollback restores. */
export async function expectMigratedSites(store: CatalogStore): Promise<void> {
  expect(await store.readSite()).toEqual({ ...NEUTRAL_SITE, name: 'Older' })
  expect(await store.rollback()).toBe(true)
  expect(await store.readSite()).toEqual({ ...NEUTRAL_SITE, name: OLD_SITE.name })
}
