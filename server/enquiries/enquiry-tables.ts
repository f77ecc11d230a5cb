interface TableDialect {
  /** Type of keys and times, which compares byte by byte. */
  readonly key: string
  /** Column that numbers the enquiries, with a comma; '' if the database numbers all rows. */
  readonly sequence: string
  /** Options of a table whose primary key has several columns. */
  readonly options: string
}

/** The second version of the table `enquiry`. */
export const ADD_SUSPECTED = 'ALTER TABLE enquiry ADD COLUMN is_suspected integer NOT NULL DEFAULT 0'

/** Times are ISO 8601 in UTC. `enquiries` is the first schema version; the others were added later. */
export function buildEnquirySchema(
  dialect: TableDialect,
): Readonly<Record<'enquiries' | 'products' | 'items' | 'confirmations' | 'lines' | 'languages', string>> {
  return {
    enquiries: buildEnquiryTablesSql(dialect),
    products: buildProductTableSql(dialect),
    items: buildItemTableSql(dialect),
    confirmations: buildConfirmationTablesSql(dialect),
    lines: buildLineTableSql(dialect),
    languages: buildLanguageTableSql(dialect),
  }
}

function buildEnquiryTablesSql(dialect: TableDialect): string {
  const { key, sequence } = dialect
  return `
    CREATE TABLE enquiry (
      ${sequence}
      reference ${key} PRIMARY KEY,
      received_at ${key} NOT NULL,
      answered_at ${key},
      deduplication_key ${key} NOT NULL,
      request text NOT NULL,
      product text,
      name text NOT NULL,
      email text NOT NULL,
      phone text,
      preferred_time text
    );
    CREATE INDEX enquiry_received ON enquiry (received_at);
    CREATE INDEX enquiry_deduplication ON enquiry (deduplication_key);
    ${buildMailTableSql('enquiry_mail', dialect)}`
}

/** Like `enquiry.product`, this holds the first item, because older versions read it there during an update. */
function buildProductTableSql({ key }: TableDialect): string {
  return `
    CREATE TABLE IF NOT EXISTS enquiry_product (
      reference ${key} PRIMARY KEY REFERENCES enquiry (reference),
      product_name text,
      variant text,
      variant_name text,
      sku text
    );`
}

function buildItemTableSql({ key, options }: TableDialect): string {
  return `
    CREATE TABLE IF NOT EXISTS enquiry_item (
      reference ${key} NOT NULL REFERENCES enquiry (reference),
      position integer NOT NULL,
      product text NOT NULL,
      variant text,
      quantity integer NOT NULL,
      note text NOT NULL,
      product_name text,
      variant_name text,
      sku text,
      PRIMARY KEY (reference, position)
    ) ${options};`
}

function buildLineTableSql({ key, options }: TableDialect): string {
  return `
    CREATE TABLE IF NOT EXISTS enquiry_line (
      reference ${key} NOT NULL REFERENCES enquiry (reference) ON DELETE CASCADE,
      position integer NOT NULL,
      pasted text NOT NULL,
      PRIMARY KEY (reference, position)
    ) ${options};`
}

/** Languages of enquiries, except the site's first one. */
function buildLanguageTableSql({ key, options }: TableDialect): string {
  return `
    CREATE TABLE IF NOT EXISTS enquiry_language (
      reference ${key} NOT NULL REFERENCES enquiry (reference) ON DELETE CASCADE,
      language text NOT NULL,
      PRIMARY KEY (reference)
    ) ${options};`
}

function buildConfirmationTablesSql(dialect: TableDialect): string {
  const { key, options } = dialect
  return `
    ${buildMailTableSql('enquiry_confirmation', dialect)}
    CREATE TABLE IF NOT EXISTS confirmation_count (
      day ${key} NOT NULL,
      counted ${key} NOT NULL,
      number integer NOT NULL,
      PRIMARY KEY (day, counted)
    ) ${options};`
}

function buildMailTableSql(name: string, { key }: TableDialect): string {
  return `
    CREATE TABLE IF NOT EXISTS ${name} (
      reference ${key} PRIMARY KEY REFERENCES enquiry (reference),
      attempts integer NOT NULL,
      due_at ${key} NOT NULL,
      lent_until ${key},
      sent_at ${key}
    );
    CREATE INDEX IF NOT EXISTS ${name}_due ON ${name} (due_at) WHERE sent_at IS NULL;`
}
