import { prepareDatabase } from '../catalog/store/sqlite/open-database.ts'
import { SqliteDatabase } from '../catalog/store/sqlite/sqlite-database.ts'
import { SQLITE_DIALECT } from '../catalog/store/sqlite/sqlite-dialect.ts'
import { EnquiryStore, type EnquiryStoreOptions } from './enquiry-store.ts'
import { migrateEnquiries } from './sqlite-schema.ts'

interface SqliteEnquiryStoreOptions extends EnquiryStoreOptions {
  readonly busyLimitMs?: number
}

/** Creates or updates the file. @throws HttpError 503 if it cannot be used, Error if a newer version of Vitrine wrote it */
export function openSqliteEnquiryStore(path: string, options: SqliteEnquiryStoreOptions = {}): EnquiryStore {
  prepareDatabase(path, migrateEnquiries)
  const database = new SqliteDatabase(path, { ...options, erasesDeleted: true })
  const dialect = {
    sequenceColumn: 'enquiry.rowid',
    isListedReference: SQLITE_DIALECT.isListed('reference'),
    async lock() {},
    erase: () => database.truncateLog(),
    close: () => database.close(),
  }
  return new EnquiryStore(database, dialect, options)
}
