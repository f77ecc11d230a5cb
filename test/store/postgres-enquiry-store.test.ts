import { expect, test } from 'vitest'
import { openPostgresEnquiryStore } from '../../server/enquiries/postgres/postgres-enquiry-store.ts'
import { buildNewEnquiry, STORED_LIST } from '../support/enquiries.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { testEnquiryStore } from './enquiry-store-contract.ts'

testEnquiryStore('PostgreSQL', async () => {
  const database = await createTestDatabase({ hasTables: true })
  const pools = [database.openPool(), database.openPool()] as const
  return {
    store: await openPostgresEnquiryStore(pools[0]),
    openAgain: () => openPostgresEnquiryStore(pools[1]),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
})

test('an older version of Vitrine can still start, read and write on a newer enquiry schema', async () => {
  await using database = await createTestDatabase()
  await openPostgresEnquiryStore(database.openPool())
  await database.run(
    "DROP TABLE enquiry_product, enquiry_item, enquiry_confirmation, confirmation_count; DELETE FROM schema_version WHERE part LIKE 'enquiry %'",
  )
  const older = database.openPool(1)
  const insert = (reference: string) =>
    older.run(
      `INSERT INTO enquiry (reference, received_at, deduplication_key, request, product, name, email, phone, preferred_time)
       VALUES ($1, '2026-03-10T08:00:00.000Z', $1, 'Is it oiled?', 'oak-chair', 'Jo', 'jo@visitor.example', NULL, NULL)`,
      reference,
    )
  // The connection prepares this statement in its first call, before the schema changes.
  const select = async () =>
    (await older.rows('SELECT * FROM enquiry ORDER BY received_at, seq')).map((row) => row['reference'])
  await insert('ABCD2345')
  expect(await select()).toEqual(['ABCD2345'])
  const store = await openPostgresEnquiryStore(database.openPool())
  const { reference } = await store.add(buildNewEnquiry({ items: STORED_LIST }))
  await insert('ABCD2346')
  expect(await select()).toEqual(['ABCD2345', 'ABCD2346', reference])
  expect(await older.rows("SELECT version FROM schema_version WHERE part = 'enquiries'")).toEqual([{ version: 1 }])
  expect(await store.find('ABCD2346')).toMatchObject({
    items: [{ product: 'oak-chair', variant: null, quantity: 1, note: '', productName: null }],
  })
  expect(await store.find(reference)).toMatchObject({ items: STORED_LIST })
})

test('in PostgreSQL, does not assign a reference that is already in use', async () => {
  await using database = await createTestDatabase()
  const references = ['ABCD2345', 'ABCD2345', 'ABCD2346']
  const store = await openPostgresEnquiryStore(database.openPool(), { createReference: () => references.shift()! })
  expect((await store.add(buildNewEnquiry({ request: 'a' }))).reference).toBe('ABCD2345')
  expect(
    (await store.add(buildNewEnquiry({ request: 'b\0', deduplication: { key: 'b', since: null } }))).reference,
  ).toBe('ABCD2346')
})
