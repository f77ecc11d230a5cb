import type { DatabaseSync } from 'node:sqlite'
import { runTransaction } from './transaction.ts'

/** The server builds the search index again when it starts. */
const REBUILD_INDEX = `DELETE FROM listing_blob; UPDATE meta SET value = 0 WHERE key = 'listing-generation';`

/**
 * SQL statements that each raise the schema version (`user_version`) by one. Released entries never change. A product is a JSON
 * document, with columns by which listings are sorted, filtered and counted.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO meta VALUES ('revision', 1), ('demo', 0);

  CREATE TABLE site (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);

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
    sort_name TEXT NOT NULL,
    brand TEXT,
    category_slug TEXT,
    price_from_minor INTEGER,
    price_to_minor INTEGER,
    in_stock INTEGER NOT NULL,
    variant_count INTEGER NOT NULL,
    remote_image_origins TEXT,
    remote_image_count INTEGER NOT NULL,
    search_text TEXT NOT NULL,
    card TEXT NOT NULL,
    document TEXT NOT NULL
  );
  CREATE INDEX product_featured ON product (visibility, featured DESC, id);
  CREATE INDEX product_newest ON product (visibility, id);
  CREATE INDEX product_name ON product (visibility, sort_name, id);
  CREATE INDEX product_price ON product (visibility, price_from_minor IS NULL, price_from_minor, id);
  CREATE INDEX product_category ON product (category_slug, visibility, id);
  CREATE INDEX product_brand ON product (visibility, brand, id);
  CREATE INDEX product_remote ON product (id) WHERE remote_image_origins IS NOT NULL;

  CREATE TABLE former_slug (
    kind TEXT NOT NULL,
    former TEXT NOT NULL,
    slug TEXT NOT NULL,
    PRIMARY KEY (kind, former)
  ) WITHOUT ROWID;
  CREATE INDEX former_slug_present ON former_slug (kind, slug);

  CREATE TABLE image (hash TEXT PRIMARY KEY, format TEXT NOT NULL, bytes BLOB NOT NULL);
  CREATE TABLE picture_source (source TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID;
  `,
  `
  UPDATE product SET document = json_insert(document,
    '$.shortDescription', '', '$.externalLink', json('null'), '$.includes', json('[]'), '$.sourceId', json('null'));
  UPDATE site SET document = json_insert(document,
    '$.logo', json('null'), '$.accentColor', json('null'), '$.sameAs', json('[]'), '$.hasGoogleFeed', json('false'));
  `,
  `
  CREATE TABLE product_identifier (kind TEXT NOT NULL, value TEXT NOT NULL, slug TEXT NOT NULL, PRIMARY KEY (kind, value, slug)) WITHOUT ROWID;
  CREATE INDEX product_identifier_slug ON product_identifier (slug);
  INSERT OR IGNORE INTO product_identifier
    SELECT 'source', document ->> '$.sourceId', slug FROM product WHERE document ->> '$.sourceId' IS NOT NULL;
  INSERT OR IGNORE INTO product_identifier
    SELECT 'sku', variant.value ->> '$.sku', slug FROM product, json_each(document, '$.variants') AS variant
    WHERE variant.value ->> '$.sku' IS NOT NULL;
  `,
  `
  CREATE INDEX product_group ON product (id) WHERE json_array_length(document, '$.includes') > 0;
  `,
  `
  ALTER TABLE product ADD COLUMN changed_at INTEGER;
  CREATE INDEX product_published ON product (visibility, id, changed_at);
  `,
  `
  UPDATE site SET document = json_insert(document, '$.aboutMarkdown', json('null'));
  `,
  `
  CREATE TABLE undo (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, document TEXT, bytes BLOB);
  `,
  `
  ALTER TABLE product DROP COLUMN search_text;
  CREATE TABLE listing_blob (generation INTEGER NOT NULL, name TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (generation, name));
  CREATE TABLE listing_term (generation INTEGER NOT NULL, term TEXT NOT NULL, documents INTEGER NOT NULL, postings BLOB NOT NULL);
  CREATE INDEX listing_term_documents ON listing_term (generation, term, documents);
  INSERT INTO meta VALUES ('listing-generation', 0);
  `,
  `
  ALTER TABLE image ADD COLUMN first_look TEXT;
  `,
  `
  DROP TABLE listing_term;
  ${REBUILD_INDEX}
  DELETE FROM product_identifier WHERE kind = 'code';

  ALTER TABLE product ADD COLUMN part_count INTEGER NOT NULL DEFAULT 0;
  UPDATE product SET part_count = json_array_length(document, '$.includes') WHERE json_array_length(document, '$.includes') > 0;
  DROP INDEX product_group;
  DROP INDEX product_featured;
  DROP INDEX product_newest;
  DROP INDEX product_name;
  DROP INDEX product_price;
  DROP INDEX product_remote;
  ALTER TABLE product DROP COLUMN sort_name;
  CREATE INDEX product_group ON product (id) WHERE part_count > 0;
  CREATE INDEX product_featured ON product (id) WHERE featured = 1;
  `,
  REBUILD_INDEX,
  `
  INSERT OR IGNORE INTO product_identifier
    SELECT 'gtin', substr('00000000000000' || (variant.value ->> '$.gtin'), -14), slug FROM product, json_each(document, '$.variants') AS variant
    WHERE variant.value ->> '$.gtin' IS NOT NULL;
  `,
  REBUILD_INDEX,
  `
  CREATE TABLE synonyms (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);
  ${REBUILD_INDEX}
  `,
  `
  ALTER TABLE product ADD COLUMN other_category_slugs TEXT;
  CREATE INDEX product_other_categories ON product (id) WHERE other_category_slugs IS NOT NULL;
  CREATE TABLE attribute_rules (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);
  ${REBUILD_INDEX}
  `,
  REBUILD_INDEX,
  `
  UPDATE site SET document = json_insert(document, '$.pages', json('[]'));
  UPDATE undo SET document = json_insert(document, '$.pages', json('[]')) WHERE kind = 'site' AND document IS NOT NULL;
  `,
  `
  UPDATE product SET card = substr(card, 1, length(card) - 1) || ',"secondImage":' || (document -> '$.images[1]') || '}'
    WHERE document -> '$.images[1]' IS NOT NULL;
  UPDATE product SET card = substr(card, 1, length(card) - 1) || ',"options":' || (document -> '$.options') || '}'
    WHERE json_array_length(document, '$.options') > 0;
  `,
  `
  CREATE TABLE change (first_seq INTEGER PRIMARY KEY, at INTEGER, description TEXT);
  INSERT INTO change (first_seq) SELECT min(seq) FROM undo HAVING count(*) > 0;
  CREATE TABLE table_mappings (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);
  `,
  `
  CREATE TABLE redirects (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);
  `,
  `
  CREATE TABLE companies (id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL);
  `,
]

export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Updates a database to the newest schema in one transaction. Several processes may call this concurrently.
 * @throws Error if a newer version of Vitrine wrote the database
 */
export function migrate(database: DatabaseSync): void {
  if (readVersion(database) === SCHEMA_VERSION) return
  runTransaction(database, () => {
    const version = readVersion(database)
    if (version > SCHEMA_VERSION) {
      throw new Error(
        `The database has schema version ${version}; this version of Vitrine supports ${SCHEMA_VERSION}. Install a newer version of Vitrine.`,
      )
    }
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration)
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
  })
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
}
