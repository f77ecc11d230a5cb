import { createTestDatabase } from '../support/test-database.ts'
import { testEnquiryStore } from './enquiry-store-contract.ts'
import { EnquiryStore } from '../../server/enquiries/enquiry-store.ts'

testEnquiryStore('PostgreSQL', async (options) => {
  const database = await createTestDatabase({ hasTables: true })
  const pools = [database.openPool(), database.openPool()] as const
  return {
    store: await EnquiryStore.open(pools[0], options),
    openAgain: () => EnquiryStore.open(pools[1]),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
})
