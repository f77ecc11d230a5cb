import type { SchemaPart } from '../catalog/store/postgres/migrate.ts'
import { ADD_SUSPECTED, buildEnquirySchema } from './enquiry-tables.ts'

const TABLES = buildEnquirySchema({
  key: 'text COLLATE "C"',
  sequence: 'seq bigint GENERATED ALWAYS AS IDENTITY,',
  options: '',
})

/** Later tables are parts with their own version, because versions before 2.0.0 could run beside a newer one. */
export const ENQUIRY_SCHEMA: readonly SchemaPart[] = [
  { name: 'enquiries', subject: 'The enquiries have', migrations: [TABLES.enquiries, ADD_SUSPECTED] },
  { name: 'enquiry products', subject: 'The products of enquiries have', migrations: [TABLES.products] },
  { name: 'enquiry items', subject: 'The items of enquiries have', migrations: [TABLES.items] },
  {
    name: 'enquiry item terms',
    subject: 'The order terms of enquiries have',
    migrations: ['ALTER TABLE enquiry_item ADD COLUMN order_terms text'],
  },
  {
    name: 'enquiry confirmations',
    subject: 'The confirmations of enquiries have',
    migrations: [TABLES.confirmations],
  },
  { name: 'enquiry lines', subject: 'The pasted lines of enquiries have', migrations: [TABLES.lines] },
  { name: 'enquiry languages', subject: 'The languages of enquiries have', migrations: [TABLES.languages] },
]
