import { expect, test } from 'vitest'
import { buildNewEnquiry } from '../support/enquiries.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { testEnquiryStore } from './enquiry-store-contract.ts'
import { EnquiryStore } from '../../server/enquiries/enquiry-store.ts'

testEnquiryStore('PostgreSQL', async () => {
  const database = await createTestDatabase({ hasTables: true })
  const pools = [database.openPool(), database.openPool()] as const
  return {
    store: await EnquiryStore.open(pools[0]),
    openAgain: () => EnquiryStore.open(pools[1]),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
})

test('in PostgreSQL, does not assign a reference that is already in use', async () => {
  await using database = await createTestDatabase()
  const references = ['ABCD2345', 'ABCD2345', 'ABCD2346']
  const store = await EnquiryStore.open(database.openPool(), { createReference: () => references.shift()! })
  expect((await store.add(buildNewEnquiry({ request: 'a' }))).reference).toBe('ABCD2345')
  expect(
    (await store.add(buildNewEnquiry({ request: 'b\0', deduplication: { key: 'b', since: null } }))).reference,
  ).toBe('ABCD2346')
})
