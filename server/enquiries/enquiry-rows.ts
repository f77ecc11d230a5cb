import { domainToUnicode } from 'node:url'
import { toAsciiAddress } from '../../shared/email-address.ts'
import type { Row } from '../catalog/store/rows.ts'
import { type SqlConnection, type DatabaseKind, readInBatches } from '../catalog/store/sql-dialect.ts'
import type { ConfirmationLimits, MailKind, MailRecord, StoredEnquiry, StoredItem } from './stored-enquiry.ts'
import type { OrderTerms } from '../../shared/order-terms.ts'
import { type SchemaPart, writeTypes } from '../catalog/store/migrate.ts'

export const ENQUIRY_COLUMNS = 'reference, received_at, answered_at, is_suspected, document'

/** What is stored as JSON. */
type EnquiryDocument = Omit<StoredEnquiry, 'reference' | 'receivedAt' | 'answeredAt' | 'isSuspected'>

/** @param row a row with `ENQUIRY_COLUMNS` */
export function readEnquiry(row: Row): StoredEnquiry {
  const document = JSON.parse(String(row['document'])) as EnquiryDocument
  return {
    ...document,
    email: toUnicodeAddress(document.email),
    reference: String(row['reference']),
    receivedAt: String(row['received_at']),
    answeredAt: readText(row['answered_at']),
    ...(Number(row['is_suspected']) === 1 && { isSuspected: true }),
  }
}

export function readMailRecord(attempts: unknown, dueAt: unknown, sentAt: unknown): MailRecord | null {
  return typeof dueAt === 'string' ? { attempts: Number(attempts), dueAt, sentAt: readText(sentAt) } : null
}

export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** @returns false if the reference is in use */
export async function insertEnquiry(
  connection: SqlConnection,
  { reference, receivedAt, answeredAt, isSuspected, ...document }: StoredEnquiry,
  deduplicationKey: string,
): Promise<boolean> {
  const added = await connection.run(
    `INSERT INTO enquiry (reference, received_at, answered_at, is_suspected, deduplication_key, document)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (reference) DO NOTHING`,
    reference,
    receivedAt,
    answeredAt,
    isSuspected ? 1 : 0,
    deduplicationKey,
    JSON.stringify(document satisfies EnquiryDocument),
  )
  return added > 0
}

export async function insertMail(
  connection: SqlConnection,
  kind: MailKind,
  reference: string,
  { attempts, dueAt, sentAt }: MailRecord,
): Promise<void> {
  await connection.run(
    'INSERT INTO mail (reference, kind, attempts, due_at, sent_at) VALUES ($1, $2, $3, $4, $5)',
    reference,
    kind,
    attempts,
    dueAt,
    sentAt,
  )
}

/** @param condition on the table `enquiry` @returns the number of enquiries */
export async function deleteEnquiries(connection: SqlConnection, condition: string, value: unknown): Promise<number> {
  await connection.run(`DELETE FROM mail WHERE reference IN (SELECT reference FROM enquiry WHERE ${condition})`, value)
  return connection.run(`DELETE FROM enquiry WHERE ${condition}`, value)
}

/** @returns false if a counter has reached its maximum */
export async function countConfirmation(
  connection: SqlConnection,
  { day, counters }: ConfirmationLimits,
): Promise<boolean> {
  await connection.run('DELETE FROM confirmation_count WHERE day < $1', day)
  for (const { key, max } of counters) {
    const full = 'SELECT 1 FROM confirmation_count WHERE day = $1 AND counted = $2 AND number >= $3'
    if ((await connection.rows(full, day, key, max)).length > 0) return false
  }
  for (const { key } of counters)
    await connection.run(
      `INSERT INTO confirmation_count (day, counted, number) VALUES ($1, $2, 1)
       ON CONFLICT (day, counted) DO UPDATE SET number = confirmation_count.number + 1`,
      day,
      key,
    )
  return true
}

/** Returns the address as its owner writes it: some browsers send 'info@xn--mller-kva.de' if 'info@müller.de' was typed. */
export function toUnicodeAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (!/(?:^|\.)xn--/i.test(domain)) return address
  const shown = address.slice(0, at) + domainToUnicode(domain)
  return toAsciiAddress(shown) === toAsciiAddress(address) ? shown : address
}

/** Times are ISO 8601 in UTC. `sequence` is the order of arrival. */
const TABLES = `
  CREATE TABLE enquiry (
    sequence {sequence},
    reference {key} NOT NULL UNIQUE,
    received_at {key} NOT NULL,
    answered_at {key},
    is_suspected integer NOT NULL,
    deduplication_key {key} NOT NULL,
    document text NOT NULL
  );
  CREATE INDEX enquiry_received ON enquiry (received_at);
  CREATE INDEX enquiry_deduplication ON enquiry (deduplication_key);
  CREATE TABLE mail (
    reference {key} NOT NULL,
    kind {key} NOT NULL,
    attempts integer NOT NULL,
    due_at {key} NOT NULL,
    leased_until {key},
    sent_at {key},
    PRIMARY KEY (reference, kind)
  );
  CREATE INDEX mail_due ON mail (due_at) WHERE sent_at IS NULL;
  CREATE TABLE IF NOT EXISTS confirmation_count (
    day {key} NOT NULL,
    counted {key} NOT NULL,
    number integer NOT NULL,
    PRIMARY KEY (day, counted)
  );`

export const ENQUIRY_SCHEMA: SchemaPart = {
  name: 'enquiries',
  subject: 'The enquiries have',
  oldestVersion: { sqlite: 1, postgres: 1 },
  tables: TABLES,
  migrations: ['ALTER TABLE enquiry ADD COLUMN is_suspected integer NOT NULL DEFAULT 0', convertFormerTables],
}

/** Tables that a database lacks if 1.1.0 never opened it since an earlier version. */
const MISSING_TABLES = `
  CREATE TABLE IF NOT EXISTS enquiry_product (reference {key}, product_name text, variant text, variant_name text, sku text);
  CREATE TABLE IF NOT EXISTS enquiry_item (
    reference {key}, position integer, product text, variant text, quantity integer, note text, product_name text,
    variant_name text, sku text
  );
  CREATE TABLE IF NOT EXISTS enquiry_line (reference {key}, position integer, pasted text);
  CREATE TABLE IF NOT EXISTS enquiry_language (reference {key}, language text);
  CREATE TABLE IF NOT EXISTS enquiry_confirmation (
    reference {key}, attempts integer, due_at {key}, lent_until {key}, sent_at {key}
  );`

/** Tables that refer to others come first. */
const FORMER_TABLES = [
  'enquiry_language',
  'enquiry_line',
  'enquiry_item',
  'enquiry_product',
  'enquiry_mail',
  'enquiry_confirmation',
  'former_enquiry',
]

/** 1.1.0 stored an enquiry in five tables, and the mails to owner and visitor in two. */
async function convertFormerTables(connection: SqlConnection, kind: DatabaseKind): Promise<void> {
  await connection.exec(
    writeTypes(
      `${MISSING_TABLES} DROP INDEX enquiry_received; DROP INDEX enquiry_deduplication;
       ALTER TABLE enquiry RENAME TO former_enquiry; ${TABLES}`,
      kind,
    ),
  )
  const sequence = kind === 'sqlite' ? 'former_enquiry.rowid' : 'former_enquiry.seq'
  const batches = readInBatches(
    connection,
    `SELECT ${sequence} AS place, former_enquiry.*, product_name, variant, variant_name, sku, language
     FROM former_enquiry LEFT JOIN enquiry_product USING (reference) LEFT JOIN enquiry_language USING (reference)
     WHERE ${sequence} > $1 ORDER BY ${sequence} LIMIT $2`,
    0,
  )
  for await (const rows of batches) {
    const itemRows = await connection.rows(
      `SELECT enquiry_item.*, pasted FROM former_enquiry JOIN enquiry_item USING (reference)
         LEFT JOIN enquiry_line USING (reference, position)
       WHERE ${sequence} BETWEEN $1 AND $2 ORDER BY reference, position`,
      rows[0]?.['place'],
      rows.at(-1)?.['place'],
    )
    const itemsByReference = Map.groupBy(itemRows, (row) => row['reference'])
    for (const row of rows) await convertEnquiry(connection, row, itemsByReference.get(row['reference']) ?? [])
  }
  await connection.exec(`
    INSERT INTO mail SELECT reference, 'owner', attempts, due_at, lent_until, sent_at FROM enquiry_mail;
    INSERT INTO mail SELECT reference, 'visitor', attempts, due_at, lent_until, sent_at FROM enquiry_confirmation;
    ${FORMER_TABLES.map((table) => `DROP TABLE ${table};`).join(' ')}
    ${kind === 'sqlite' ? 'DROP TABLE enquiry_schema' : "DELETE FROM schema_version WHERE part LIKE 'enquiry %'"}`)
}

async function convertEnquiry(connection: SqlConnection, row: Row, itemRows: readonly Row[]): Promise<void> {
  // Versions before 1.1.0 stored the only product with the enquiry.
  const ownRows = itemRows.length > 0 || row['product'] === null ? itemRows : [row]
  const language = readText(row['language'])
  const enquiry = {
    reference: String(row['reference']),
    receivedAt: String(row['received_at']),
    answeredAt: readText(row['answered_at']),
    request: String(row['request']),
    items: ownRows.map(readFormerItem),
    name: String(row['name']),
    email: String(row['email']),
    phone: readText(row['phone']),
    preferredTime: readText(row['preferred_time']),
    ...(language !== null && { language }),
    ...(Number(row['is_suspected']) === 1 && { isSuspected: true as const }),
  }
  await insertEnquiry(connection, enquiry, String(row['deduplication_key']))
}

function readFormerItem(row: Row): StoredItem {
  const [orderTerms, pasted] = [readText(row['order_terms']), readText(row['pasted'])]
  return {
    product: String(row['product']),
    variant: readText(row['variant']),
    quantity: Number(row['quantity'] ?? 1),
    note: readText(row['note']) ?? '',
    productName: readText(row['product_name']),
    variantName: readText(row['variant_name']),
    sku: readText(row['sku']),
    ...(orderTerms !== null && { orderTerms: JSON.parse(orderTerms) as OrderTerms }),
    ...(pasted !== null && { pasted }),
  }
}
