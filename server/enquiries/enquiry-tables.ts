/** The parts of the tables' SQL that differ between SQLite and PostgreSQL. */
interface TableDialect {
  /** Type of keys and times, which are compared byte by byte. */
  readonly key: string
  /**
   * Definition (with a trailing comma) of the column that numbers enquiries in the order in which they were stored; '' if the
   * database numbers all rows itself.
   */
  readonly sequence: string
  /** Options after the column list of a table whose primary key has several columns. */
  readonly options: string
}

/**
 * Builds the SQL that creates the tables. `enquiries` is the first schema version, and the others were added later. Times are ISO
 * 8601 in UTC.
 */
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

/**
 * Builds the table `enquiry_product`. Like `enquiry.product`, it holds the first item of an enquiry, because older versions
 * that run during an update read it there.
 */
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

/**
 * Builds the table of the pasted lines that became items. Older versions, which do not know it, delete its rows together with
 * their enquiry.
 */
function buildLineTableSql({ key, options }: TableDialect): string {
  return `
    CREATE TABLE IF NOT EXISTS enquiry_line (
      reference ${key} NOT NULL REFERENCES enquiry (reference) ON DELETE CASCADE,
      position integer NOT NULL,
      pasted text NOT NULL,
      PRIMARY KEY (reference, position)
    ) ${options};`
}

/** Builds the table of the languages in which enquiries were sent, except the site's first one; see `enquiry_line`. */
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
