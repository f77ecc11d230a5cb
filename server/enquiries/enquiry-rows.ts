import { domainToUnicode } from 'node:url'
import { toAsciiAddress } from '../../shared/email-address.ts'
import type { Row } from '../catalog/store/rows.ts'
import { type SqlConnection, type DatabaseKind, readInBatches } from '../catalog/store/sql-dialect.ts'
import type { StoredEnquiry, StoredItem } from './stored-enquiry.ts'
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
  migrations: [convertFormerTables],
}

/** The tables of 1.1.0. Those that refer to others come first. */
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
      `DROP INDEX enquiry_received; DROP INDEX enquiry_deduplication; ALTER TABLE enquiry RENAME TO former_enquiry; ${TABLES}`,
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
  for await (const rows of batches)
    for (const row of rows) {
      const itemRows = await connection.rows(
        `SELECT enquiry_item.*, pasted FROM enquiry_item LEFT JOIN enquiry_line USING (reference, position)
         WHERE reference = $1 ORDER BY position`,
        row['reference'],
      )
      // Versions before 1.1.0 stored the only product with the enquiry.
      const ownRows = itemRows.length > 0 || row['product'] === null ? itemRows : [row]
      await insertEnquiry(connection, readFormerEnquiry(row, ownRows), String(row['deduplication_key']))
    }
  await connection.exec(`
    INSERT INTO mail SELECT reference, 'owner', attempts, due_at, sent_at FROM enquiry_mail;
    INSERT INTO mail SELECT reference, 'visitor', attempts, due_at, sent_at FROM enquiry_confirmation;
    ${FORMER_TABLES.map((table) => `DROP TABLE ${table};`).join(' ')}
    ${kind === 'sqlite' ? 'DROP TABLE enquiry_schema' : "DELETE FROM schema_version WHERE part LIKE 'enquiry %'"}`)
}

function readFormerEnquiry(row: Row, itemRows: readonly Row[]): StoredEnquiry {
  const language = readText(row['language'])
  return {
    reference: String(row['reference']),
    receivedAt: String(row['received_at']),
    answeredAt: readText(row['answered_at']),
    request: String(row['request']),
    items: itemRows.map(readFormerItem),
    name: String(row['name']),
    email: String(row['email']),
    phone: readText(row['phone']),
    preferredTime: readText(row['preferred_time']),
    ...(language !== null && { language }),
  }
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
