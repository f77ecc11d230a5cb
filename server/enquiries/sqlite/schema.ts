import type { DatabaseSync } from 'node:sqlite'
import { runTransaction } from '../../store/sqlite/transaction.ts'

/** Each entry raises the schema version by one; released entries never change. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE enquiry (
    reference TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    answered_at TEXT,
    deduplication_key TEXT NOT NULL,
    request TEXT NOT NULL,
    product TEXT,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT,
    preferred_time TEXT
  );
  CREATE INDEX enquiry_received ON enquiry (received_at);
  CREATE INDEX enquiry_deduplication ON enquiry (deduplication_key);

  CREATE TABLE enquiry_mail (
    reference TEXT PRIMARY KEY REFERENCES enquiry (reference),
    attempts INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    lent_until TEXT,
    sent_at TEXT
  );
  CREATE INDEX enquiry_mail_due ON enquiry_mail (due_at) WHERE sent_at IS NULL;
  `,
]

/**
 * These tables are not created by a migration: an older version, which may still run during an update, refuses a database with
 * a newer schema version. It reads the first item of an enquiry from `enquiry.product` and `enquiry_product`.
 */
const ADDED_TABLES = `
  CREATE TABLE IF NOT EXISTS enquiry_product (
    reference TEXT PRIMARY KEY REFERENCES enquiry (reference),
    product_name TEXT,
    variant TEXT,
    variant_name TEXT,
    sku TEXT
  );

  CREATE TABLE IF NOT EXISTS enquiry_item (
    reference TEXT NOT NULL REFERENCES enquiry (reference),
    position INTEGER NOT NULL,
    product TEXT NOT NULL,
    variant TEXT,
    quantity INTEGER NOT NULL,
    note TEXT NOT NULL,
    product_name TEXT,
    variant_name TEXT,
    sku TEXT,
    PRIMARY KEY (reference, position)
  ) WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS enquiry_confirmation (
    reference TEXT PRIMARY KEY REFERENCES enquiry (reference),
    attempts INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    lent_until TEXT,
    sent_at TEXT
  );
  CREATE INDEX IF NOT EXISTS enquiry_confirmation_due ON enquiry_confirmation (due_at) WHERE sent_at IS NULL;

  CREATE TABLE IF NOT EXISTS confirmation_count (
    day TEXT NOT NULL,
    counted TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (day, counted)
  ) WITHOUT ROWID;
`

/**
 * Updates the tables to the newest version. Several processes may call this at the same time.
 * @throws Error if a newer version of Vitrine wrote them
 */
export function migrateEnquiries(database: DatabaseSync): void {
  if (readEnquiryVersion(database) !== MIGRATIONS.length) runMigrations(database)
  database.exec(ADDED_TABLES)
}

function runMigrations(database: DatabaseSync): void {
  runTransaction(database, () => {
    const version = readEnquiryVersion(database)
    if (version > MIGRATIONS.length) {
      throw new Error(
        `The enquiries have schema version ${version}; this version of Vitrine supports ${MIGRATIONS.length}. Install a newer version of Vitrine.`,
      )
    }
    database.exec('CREATE TABLE IF NOT EXISTS enquiry_schema (version INTEGER NOT NULL)')
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration)
    database.exec(`DELETE FROM enquiry_schema; INSERT INTO enquiry_schema VALUES (${MIGRATIONS.length})`)
  })
}

function readEnquiryVersion(database: DatabaseSync): number {
  const hasTable = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'enquiry_schema'")
    .get()
  return hasTable ? Number(database.prepare('SELECT version FROM enquiry_schema').get()?.['version'] ?? 0) : 0
}
