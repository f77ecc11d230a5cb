import type { SchemaPart } from './migrate.ts'

/**
 * Documents have the type `text`, because `jsonb` would change the order of their keys. Long texts are indexed by a prefix or
 * digest, because index entries have a size limit.
 */
export const CATALOG_SCHEMA: SchemaPart = {
  name: 'catalog',
  subject: 'The database has',
  // The version of 1.1.0, which is the oldest that can be updated.
  oldestVersion: 11,
  tables: `
    CREATE TABLE meta (key text PRIMARY KEY, value bigint NOT NULL);
    INSERT INTO meta VALUES ('revision', 1), ('demo', 0), ('listing-generation', 0), ('last-product-id', 0);

    CREATE TABLE site (id integer PRIMARY KEY CHECK (id = 1), document text NOT NULL);
    CREATE TABLE synonyms (id integer PRIMARY KEY CHECK (id = 1), document text NOT NULL);
    CREATE TABLE attribute_rules (id integer PRIMARY KEY CHECK (id = 1), document text NOT NULL);
    CREATE TABLE redirects (id integer PRIMARY KEY CHECK (id = 1), document text NOT NULL);
    CREATE TABLE companies (id integer PRIMARY KEY CHECK (id = 1), document text NOT NULL);

    CREATE TABLE category (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      slug text COLLATE "C" NOT NULL UNIQUE,
      position double precision NOT NULL,
      document text NOT NULL
    );

    CREATE TABLE product (
      id bigint PRIMARY KEY,
      slug text COLLATE "C" NOT NULL UNIQUE,
      visibility text NOT NULL,
      featured boolean NOT NULL,
      brand text COLLATE "C",
      category_slug text COLLATE "C",
      price_from_minor bigint,
      price_to_minor bigint,
      in_stock boolean NOT NULL,
      variant_count integer NOT NULL,
      part_count integer NOT NULL,
      remote_image_origins text,
      remote_image_count integer NOT NULL,
      changed_at bigint,
      card text NOT NULL,
      document text NOT NULL,
      other_category_slugs text
    );
    CREATE INDEX product_published ON product (id) INCLUDE (changed_at) WHERE visibility = 'public';
    CREATE INDEX product_featured ON product (id) WHERE featured;
    CREATE INDEX product_category ON product (category_slug, id);
    CREATE INDEX product_brand ON product (left(brand, 200), id) WHERE visibility = 'public';
    CREATE INDEX product_group ON product (id) WHERE part_count > 0;
    CREATE INDEX product_other_categories ON product (id) WHERE other_category_slugs IS NOT NULL;

    CREATE TABLE product_identifier (kind text NOT NULL, value text COLLATE "C" NOT NULL, slug text COLLATE "C" NOT NULL);
    CREATE INDEX product_identifier_value ON product_identifier (kind, left(value, 200));
    CREATE INDEX product_identifier_slug ON product_identifier (slug);

    CREATE TABLE former_slug (
      kind text NOT NULL,
      former text COLLATE "C" NOT NULL,
      slug text COLLATE "C" NOT NULL,
      PRIMARY KEY (kind, former)
    );
    CREATE INDEX former_slug_present ON former_slug (kind, slug);

    CREATE TABLE image (hash text COLLATE "C" PRIMARY KEY, format text NOT NULL, bytes bytea NOT NULL, first_look text);
    ALTER TABLE image ALTER bytes SET STORAGE EXTERNAL;
    CREATE TABLE picture_source (source text COLLATE "C" NOT NULL, document text NOT NULL);
    CREATE UNIQUE INDEX picture_source_source ON picture_source (md5(source));

    CREATE TABLE undo (
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      key text NOT NULL,
      document text,
      bytes bytea
    );
    ALTER TABLE undo ALTER bytes SET STORAGE EXTERNAL;
    CREATE TABLE change (first_seq bigint PRIMARY KEY, at bigint, description text);

    CREATE TABLE listing_blob (generation bigint NOT NULL, name text COLLATE "C" NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (generation, name));
    ALTER TABLE listing_blob ALTER bytes SET STORAGE EXTERNAL;
  `,
  migrations: [
    // The search index has part numbers of any length. It is built again at the first start.
    "DELETE FROM listing_blob; UPDATE meta SET value = 0 WHERE key = 'listing-generation'",
    // Mappings of tables are no longer stored.
    "DROP TABLE IF EXISTS table_mappings; DELETE FROM undo WHERE kind = 'mappings'",
  ],
}
