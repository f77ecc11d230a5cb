import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/catalog/store/sqlite/open-database.ts'
import { describeFailure } from '../../server/commands/command-line.ts'
import { DatabaseBusyError } from '../../server/platform/database-error.ts'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { testEnquiryStore } from './enquiry-store-contract.ts'
import { openSqliteEnquiryStore, openTempEnquiries } from '../support/open-stores.ts'

testEnquiryStore('SQLite', async (options) => {
  const opened = await openTempEnquiries(options)
  return { ...opened, openAgain: async () => openSqliteEnquiryStore(opened.path) }
})

test('the first import removes the demo and keeps the enquiries', async () => {
  await using catalog = await openTempCatalog()
  const enquiries = await openSqliteEnquiryStore(catalog.databasePath)
  await catalog.store.write(async (writer) => {
    await writer.putProduct(buildProduct({ slug: 'of-the-demo' }))
    await writer.markDemo(true)
  })
  const { reference } = await enquiries.add(buildNewEnquiry({ isMailed: true }))
  const before = await enquiries.find(reference)
  await catalog.importText(writeShopifyCsv([BOWL]))
  expect((await catalog.store.readStatistics()).products.public).toBe(1)
  expect(await enquiries.find(reference)).toEqual(before)
  expect(await enquiries.leaseMail(new Date(), new Date(Date.now() + 1000))).toMatchObject({ enquiry: { reference } })
  await enquiries.close()
})

test('adding an enquiry waits for another writer without blocking the event loop, and fails after the time limit', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const patient = await openSqliteEnquiryStore(path, { busyLimitMs: 10_000 })
  const hasty = await openSqliteEnquiryStore(path, { busyLimitMs: 50 })
  const writer = new DatabaseSync(path)
  writer.exec('BEGIN IMMEDIATE')
  const added = patient.add(buildNewEnquiry())
  // If SQLite blocked the event loop while it waits, this would run only after its time limit.
  let turns = 0
  await expect.poll(() => ++turns, { interval: 5 }).toBe(40)
  writer.exec('ROLLBACK')
  expect(await added).toMatchObject({ isNew: true })
  writer.exec('BEGIN IMMEDIATE')
  const failed: unknown = await hasty.add(buildNewEnquiry({ request: 'b' })).catch((error: unknown) => error)
  expect(describeFailure(failed, ' Nothing was changed.')).toBe(
    'The database is busy: an import is running. Nothing was changed. Try again when it is done.',
  )
  writer.exec('ROLLBACK')
  writer.close()
  expect(await patient.list('all')).toHaveLength(1)
  await Promise.all([patient.close(), hasty.close()])
})

test('opening a file that another process has locked fails after the time limit', async () => {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'vitrine.db')
  const other = new DatabaseSync(path)
  other.exec('CREATE TABLE first (value); BEGIN EXCLUSIVE')
  expect(() => openDatabase(path, 20)).toThrow(DatabaseBusyError)
  other.exec('ROLLBACK')
  openDatabase(path, 20).close()
  other.close()
})

test('a commit is on the disk when it returns, because synchronous is FULL', async () => {
  await using folder = await makeTemporaryFolder()
  const database = openDatabase(join(folder.path, 'vitrine.db'))
  const FULL = 2
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: FULL })
  database.close()
})
