import type { SchemaPart } from '../../store/postgres/migrate.ts'
import {
  buildConfirmationTablesSql,
  buildEnquiryTablesSql,
  buildItemTableSql,
  buildProductTableSql,
  type TableDialect,
} from '../enquiry-tables.ts'

const DIALECT: TableDialect = {
  key: 'text COLLATE "C"',
  sequence: 'seq bigint GENERATED ALWAYS AS IDENTITY,',
  options: '',
}

/**
 * Later tables are parts with a version of their own, because an older version of Vitrine, which may still run during an update,
 * refuses a part with a newer version. For the same reason `enquiry` gets no new columns: they would break prepared statements.
 */
export const ENQUIRY_SCHEMA: readonly SchemaPart[] = [
  { name: 'enquiries', subject: 'The enquiries have', migrations: [buildEnquiryTablesSql(DIALECT)] },
  { name: 'enquiry products', subject: 'The products of enquiries have', migrations: [buildProductTableSql(DIALECT)] },
  { name: 'enquiry items', subject: 'The items of enquiries have', migrations: [buildItemTableSql(DIALECT)] },
  {
    name: 'enquiry confirmations',
    subject: 'The confirmations of enquiries have',
    migrations: [buildConfirmationTablesSql(DIALECT)],
  },
]
