import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copySite } from '../../server/copy-site.ts'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { fillStore } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { ATTRIBUTES, COMPANIES, fillSite, readSite, SYNONYMS } from '../support/whole-site.ts'
import { listPublished } from './opened-store.ts'

test('copies a whole site to PostgreSQL and back, with pictures, dates, former slugs and enquiries', async () => {
  await using folder = await makeTemporaryFolder()
  await using database = await createTestDatabase()
  await using first = await openStores(readDatabaseSettings(undefined, folder.path))
  await using server = await openStores(readDatabaseSettings(database.url, ''))
  await using last = await openStores({ kind: 'sqlite', path: join(folder.path, 'last.db') })
  await fillSite(first)
  const site = await readSite(first)
  expect(site.published.map(({ product }) => product.slug)).toEqual(['set', 'bowl', 'plate'])
  expect(site.synonyms).toEqual(SYNONYMS)
  expect(site.attributes).toEqual(ATTRIBUTES)
  expect(site.companies).toEqual(COMPANIES)
  expect(site.set).toMatchObject({ priceFromMinor: 900 })
  expect(await copySite(first, server, { force: false })).toEqual({
    products: 4,
    categories: 2,
    pictures: 1,
    enquiries: 2,
  })
  expect(await readSite(server)).toEqual(site)
  await copySite(server, last, { force: false })
  expect(await readSite(last)).toEqual(site)

  // New products get higher ids than the copied ones.
  await fillStore(server.catalog, { products: [buildProduct({ slug: 'new' })] })
  expect((await listPublished(server.catalog, { firstId: 1, lastId: 99 })).map(({ id }) => id)).toEqual([
    ...site.published.map(({ id }) => id),
    5,
  ])
})

test('refuses to copy to a target with data unless forced, but replaces the demo', async () => {
  await using folder = await makeTemporaryFolder()
  await using database = await createTestDatabase()
  await using from = await openStores(readDatabaseSettings(undefined, folder.path))
  await using to = await openStores(readDatabaseSettings(database.url, ''))
  await fillStore(from.catalog, { products: [buildProduct({ slug: 'mine' })] })
  await to.catalog.write(async (writer) => {
    await writer.putProduct(buildProduct({ slug: 'demo' }))
    await writer.markDemo(true)
  })
  await copySite(from, to, { force: false })
  const slugs = async () => (await to.catalog.listNewest(9)).map(({ slug }) => slug)
  expect(await slugs()).toEqual(['mine'])
  await expect(copySite(from, to, { force: false })).rejects.toThrow('already contains a catalogue. Use --force')

  const { reference } = await to.enquiries.add(buildNewEnquiry())
  await fillStore(from.catalog, { products: [buildProduct({ slug: 'other' })] })
  await expect(copySite(from, to, { force: false })).rejects.toThrow('The target database already contains enquiries')
  await copySite(from, to, { force: true })
  expect(await slugs()).toEqual(['other', 'mine'])
  expect(await to.enquiries.find(reference)).toBeDefined()
})
