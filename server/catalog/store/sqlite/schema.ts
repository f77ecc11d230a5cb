import type { DatabaseSync } from 'node:sqlite'
import { WRITTEN_BEFORE_1_1 } from '../../../platform/database-error.ts'

/** The version of 1.1.0, which is the oldest that can be updated. */
const OLDEST_VERSION = 21

/** The tables of `OLDEST_VERSION`. A product is a JSON document, with columns by which it is found and counted. */
const TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO meta VALUES ('revision', 1), ('demo', 0), ('listing-generation', 0);

  CREATE TABLE site (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);
  CREATE TABLE synonyms (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);
  CREATE TABLE attribute_rules (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);
  CREATE TABLE redirects (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);
  CREATE TABLE companies (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);

  CREATE TABLE category (
    slug TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    document TEXT NOT NULL
  );

  CREATE TABLE product (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slug TEXT NOT NULL UNIQUE,
    visibility TEXT NOT NULL,
    featured INTEGER NOT NULL,
    brand TEXT,
    category_slug TEXT,
    price_from_minor INTEGER,
    price_to_minor INTEGER,
    in_stock INTEGER NOT NULL,
    variant_count INTEGER NOT NULL,
    remote_image_origins TEXT,
    remote_image_count INTEGER NOT NULL,
    card TEXT NOT NULL,
    document TEXT NOT NULL,
    changed_at INTEGER,
    part_count INTEGER NOT NULL DEFAULT 0,
    other_category_slugs TEXT
  );
  CREATE INDEX product_category ON product (category_slug, visibility, id);
  CREATE INDEX product_brand ON product (visibility, brand, id);
  CREATE INDEX product_published ON product (visibility, id, changed_at);
  CREATE INDEX product_group ON product (id) WHERE part_count > 0;
  CREATE INDEX product_featured ON product (id) WHERE featured = 1;
  CREATE INDEX product_other_categories ON product (id) WHERE other_category_slugs IS NOT NULL;

  CREATE TABLE product_identifier (kind TEXT NOT NULL, value TEXT NOT NULL, slug TEXT NOT NULL, PRIMARY KEY (kind, value, slug)) WITHOUT ROWID;
  CREATE INDEX product_identifier_slug ON product_identifier (slug);

  CREATE TABLE former_slug (
    kind TEXT NOT NULL,
    former TEXT NOT NULL,
    slug TEXT NOT NULL,
    PRIMARY KEY (kind, former)
  ) WITHOUT ROWID;
  CREATE INDEX former_slug_present ON former_slug (kind, slug);

  CREATE TABLE image (hash TEXT PRIMARY KEY, format TEXT NOT NULL, bytes BLOB NOT NULL, first_look TEXT);
  CREATE TABLE picture_source (source TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE undo (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, document TEXT, bytes BLOB);
  CREATE TABLE change (first_seq INTEGER PRIMARY KEY, at INTEGER, description TEXT);

  CREATE TABLE listing_blob (generation INTEGER NOT NULL, name TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (generation, name));
`

/** SQL statements that each raise the schema version (`user_version`) by one. Released entries never change. */
const MIGRATIONS: readonly string[] = [
  // The search index has part numbers of any length. It is built again at the first start.
  "DELETE FROM listing_blob; UPDATE meta SET value = 0 WHERE key = 'listing-generation'",
  // Mappings of tables are no longer stored.
  "DROP TABLE IF EXISTS table_mappings; DELETE FROM undo WHERE kind = 'mappings'",
]

export const SCHEMA_VERSION = OLDEST_VERSION + MIGRATIONS.length

/**
 * Updates a database to the newest schema in one transaction. Several processes may call this concurrently.
 * @param database the caller closes it after an error, which rolls the transaction back
 * @throws Error if a newer version of Vitrine, or one before 1.1.0, wrote the database
 */
export function migrate(database: DatabaseSync): void {
  if (readVersion(database) === SCHEMA_VERSION) return
  database.exec('BEGIN IMMEDIATE')
  const version = readVersion(database)
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `The database has schema version ${version}; this version of Vitrine supports ${SCHEMA_VERSION}. Install a newer version of Vitrine.`,
    )
  }
  if (version > 0 && version < OLDEST_VERSION) throw new Error(WRITTEN_BEFORE_1_1)
  if (version === 0) database.exec(TABLES)
  for (const migration of MIGRATIONS.slice(Math.max(0, version - OLDEST_VERSION))) database.exec(migration)
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
}
