import type { SchemaPart } from './migrate.ts'

/** The lists and the site's settings, each stored as one row. */
const CREATE_DOCUMENT = 'CREATE TABLE document (key {key} PRIMARY KEY, document text NOT NULL);'

const FORMER_DOCUMENTS = {
  site: 'site',
  synonyms: 'synonyms',
  attributes: 'attribute_rules',
  redirects: 'redirects',
  companies: 'companies',
}

/**
 * A product is a JSON document, with columns by which it is found and counted. Documents have the type `text`, because PostgreSQL's
 * `jsonb` would change the order of their keys.
 */
const TABLES = `
  CREATE TABLE meta (key {key} PRIMARY KEY, value bigint NOT NULL){clustered};
  INSERT INTO meta VALUES ('revision', 1), ('demo', 0), ('listing-generation', 0);

  ${CREATE_DOCUMENT}

  CREATE TABLE category (
    {categoryId}
    slug {key} NOT NULL UNIQUE,
    position double precision NOT NULL,
    document text NOT NULL
  );

  CREATE TABLE product (
    id {productId},
    slug {key} NOT NULL UNIQUE,
    visibility text NOT NULL,
    featured boolean NOT NULL,
    brand {key},
    category_slug {key},
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
  CREATE INDEX product_group ON product (id) WHERE part_count > 0;
  CREATE INDEX product_other_categories ON product (id) WHERE other_category_slugs IS NOT NULL;

  CREATE TABLE product_identifier (kind {key} NOT NULL, value {key} NOT NULL, slug {key} NOT NULL{identifierKey}){clustered};
  CREATE INDEX product_identifier_slug ON product_identifier (slug);

  CREATE TABLE former_slug (kind {key} NOT NULL, former {key} NOT NULL, slug {key} NOT NULL, PRIMARY KEY (kind, former)){clustered};
  CREATE INDEX former_slug_present ON former_slug (kind, slug);

  CREATE TABLE image (hash {key} PRIMARY KEY, format text NOT NULL, bytes {bytes} NOT NULL, first_look text);
  CREATE TABLE picture_source (source {key} NOT NULL, document text NOT NULL);

  CREATE TABLE undo (seq {sequence}, kind text NOT NULL, key text NOT NULL, document text, bytes {bytes});
  CREATE TABLE change (first_seq bigint PRIMARY KEY, at bigint, description text);

  CREATE TABLE listing_blob (generation bigint NOT NULL, name {key} NOT NULL, bytes {bytes} NOT NULL, PRIMARY KEY (generation, name));
  {otherStatements}
`

export const CATALOG_SCHEMA: SchemaPart = {
  name: 'catalog',
  subject: 'The database has',
  oldestVersion: { sqlite: 21, postgres: 11 },
  tables: TABLES,
  migrations: [
    // The search index is built again at the first start. Changes up to the last one that renamed something or deleted pictures cannot
    // be undone, because their entries have another form.
    `DELETE FROM listing_blob; UPDATE meta SET value = 0 WHERE key = 'listing-generation';
     DROP TABLE IF EXISTS table_mappings; DELETE FROM undo WHERE kind = 'mappings';
     DELETE FROM change WHERE first_seq <= (SELECT max(seq) FROM undo WHERE kind LIKE '%-rename' OR kind = 'image' AND document IS NOT NULL);
     DELETE FROM undo WHERE seq <= (SELECT max(seq) FROM undo WHERE kind LIKE '%-rename' OR kind = 'image' AND document IS NOT NULL);
     ${CREATE_DOCUMENT} ${Object.entries(FORMER_DOCUMENTS)
       .map(([key, table]) => `INSERT INTO document SELECT '${key}', document FROM ${table}; DROP TABLE ${table};`)
       .join(' ')}`,
  ],
}
