import type { DatabaseSync } from 'node:sqlite'
import { ADD_SUSPECTED, buildEnquirySchema } from './enquiry-tables.ts'

const TABLES = buildEnquirySchema({ key: 'TEXT', sequence: '', options: 'WITHOUT ROWID' })

/** Each entry raises the schema version by one; released entries never change. */
const MIGRATIONS: readonly string[] = [TABLES.enquiries, ADD_SUSPECTED]

/** No migration creates these tables, because versions before 2.0.0 could run beside a newer one. */
const ADDED_TABLES = TABLES.products + TABLES.items + TABLES.confirmations + TABLES.lines + TABLES.languages

/**
 * Several processes may call this concurrently. The caller closes the database after an error, which rolls a transaction back.
 * @throws Error if a newer version of Vitrine wrote the tables
 */
export function migrateEnquiries(database: DatabaseSync): void {
  if (readEnquiryVersion(database) !== MIGRATIONS.length) runMigrations(database)
  database.exec(ADDED_TABLES)
  addOrderTerms(database)
}

function addOrderTerms(database: DatabaseSync): void {
  const column = database.prepare("SELECT 1 FROM pragma_table_info('enquiry_item') WHERE name = 'order_terms'")
  if (column.get()) return
  database.exec('BEGIN IMMEDIATE')
  // Another process may have added it meanwhile.
  if (!column.get()) database.exec('ALTER TABLE enquiry_item ADD COLUMN order_terms text')
  database.exec('COMMIT')
}

function runMigrations(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  const version = readEnquiryVersion(database)
  if (version > MIGRATIONS.length) {
    throw new Error(
      `The enquiries have schema version ${version}; this version of Vitrine supports ${MIGRATIONS.length}. Install a newer version of Vitrine.`,
    )
  }
  database.exec('CREATE TABLE IF NOT EXISTS enquiry_schema (version INTEGER NOT NULL)')
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration)
  database.exec(`DELETE FROM enquiry_schema; INSERT INTO enquiry_schema VALUES (${MIGRATIONS.length}); COMMIT`)
}

function readEnquiryVersion(database: DatabaseSync): number {
  const hasTable = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'enquiry_schema'")
    .get()
  return hasTable ? Number(database.prepare('SELECT version FROM enquiry_schema').get()?.['version'] ?? 0) : 0
}
