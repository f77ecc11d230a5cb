import type { SchemaPart } from '../../store/postgres/migrate.ts'

/** The schema version is separate from the catalogue's. Times are ISO 8601 in UTC. */
export const ENQUIRY_SCHEMA: SchemaPart = {
  name: 'enquiries',
  subject: 'The enquiries have',
  migrations: [
    `
    CREATE TABLE enquiry (
      seq bigint GENERATED ALWAYS AS IDENTITY,
      reference text COLLATE "C" PRIMARY KEY,
      received_at text COLLATE "C" NOT NULL,
      answered_at text COLLATE "C",
      deduplication_key text COLLATE "C" NOT NULL,
      request text NOT NULL,
      product text,
      name text NOT NULL,
      email text NOT NULL,
      phone text,
      preferred_time text
    );
    CREATE INDEX enquiry_received ON enquiry (received_at);
    CREATE INDEX enquiry_deduplication ON enquiry (deduplication_key);

    CREATE TABLE enquiry_mail (
      reference text COLLATE "C" PRIMARY KEY REFERENCES enquiry (reference),
      attempts integer NOT NULL,
      due_at text COLLATE "C" NOT NULL,
      lent_until text COLLATE "C",
      sent_at text COLLATE "C"
    );
    CREATE INDEX enquiry_mail_due ON enquiry_mail (due_at) WHERE sent_at IS NULL;
    `,
  ],
}

/** A new column in `enquiry` would break the prepared `SELECT *` of an older version that runs during an update. */
export const ENQUIRY_PRODUCT_SCHEMA: SchemaPart = {
  name: 'enquiry products',
  subject: 'The products of enquiries have',
  migrations: [
    `
    CREATE TABLE enquiry_product (
      reference text COLLATE "C" PRIMARY KEY REFERENCES enquiry (reference),
      product_name text,
      variant text,
      variant_name text,
      sku text
    );
    `,
  ],
}

/** `enquiry.product` and `enquiry_product` also hold the first item, for older versions that run during an update. */
export const ENQUIRY_ITEM_SCHEMA: SchemaPart = {
  name: 'enquiry items',
  subject: 'The items of enquiries have',
  migrations: [
    `
    CREATE TABLE enquiry_item (
      reference text COLLATE "C" NOT NULL REFERENCES enquiry (reference),
      position integer NOT NULL,
      product text NOT NULL,
      variant text,
      quantity integer NOT NULL,
      note text NOT NULL,
      product_name text,
      variant_name text,
      sku text,
      PRIMARY KEY (reference, position)
    );
    `,
  ],
}

export const ENQUIRY_CONFIRMATION_SCHEMA: SchemaPart = {
  name: 'enquiry confirmations',
  subject: 'The confirmations of enquiries have',
  migrations: [
    `
    CREATE TABLE enquiry_confirmation (
      reference text COLLATE "C" PRIMARY KEY REFERENCES enquiry (reference),
      attempts integer NOT NULL,
      due_at text COLLATE "C" NOT NULL,
      lent_until text COLLATE "C",
      sent_at text COLLATE "C"
    );
    CREATE INDEX enquiry_confirmation_due ON enquiry_confirmation (due_at) WHERE sent_at IS NULL;

    CREATE TABLE confirmation_count (
      day text COLLATE "C" NOT NULL,
      counted text COLLATE "C" NOT NULL,
      number integer NOT NULL,
      PRIMARY KEY (day, counted)
    );
    `,
  ],
}
