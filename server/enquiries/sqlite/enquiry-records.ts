import type { Queries, Row } from '../../store/sqlite/queries.ts'
import { ENQUIRY_COLUMNS, ENQUIRY_TABLES, readEnquiry, readText } from '../enquiry-row.ts'
import type { AskedProduct, EnquiryRecord } from '../enquiry-store.ts'

const SCAN_SIZE = 500

/** All enquiries in the order in which they came, many at a time. */
export function* scanRecords(queries: Queries): Generator<readonly EnquiryRecord[]> {
  const read = (lastRowId: number) =>
    queries.all(
      `SELECT enquiry.rowid AS row_id, ${ENQUIRY_COLUMNS}, deduplication_key, attempts, due_at, sent_at
       FROM ${ENQUIRY_TABLES} LEFT JOIN enquiry_mail USING (reference) WHERE enquiry.rowid > ? ORDER BY enquiry.rowid LIMIT ?`,
      lastRowId,
      SCAN_SIZE,
    )
  for (let rows = read(0); rows.length > 0; rows = read(Number(rows.at(-1)!['row_id']))) yield rows.map(readRecord)
}

/** Puts an enquiry, over one of the same reference. */
export function putRecord(queries: Queries, { enquiry, deduplicationKey, mail }: EnquiryRecord): void {
  const { reference, receivedAt, answeredAt, request, product, name, email, phone, preferredTime } = enquiry
  queries.run(
    `INSERT INTO enquiry (reference, received_at, answered_at, deduplication_key, request, product, name, email, phone, preferred_time)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (reference) DO UPDATE SET received_at = excluded.received_at, answered_at = excluded.answered_at,
       deduplication_key = excluded.deduplication_key, request = excluded.request, product = excluded.product, name = excluded.name,
       email = excluded.email, phone = excluded.phone, preferred_time = excluded.preferred_time`,
    reference,
    receivedAt,
    answeredAt,
    deduplicationKey,
    request,
    product,
    name,
    email,
    phone,
    preferredTime,
  )
  putProductSnapshot(queries, enquiry)
  if (!mail) return
  queries.run(
    `INSERT INTO enquiry_mail (reference, attempts, due_at, sent_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (reference) DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at, sent_at = excluded.sent_at`,
    reference,
    mail.attempts,
    mail.dueAt,
    mail.sentAt,
  )
}

/** Puts what an enquiry is about, over what is stored of it. */
export function putProductSnapshot(
  queries: Queries,
  { reference, product, productName, variant, variantName, sku }: AskedProduct,
): void {
  if (product === null) return
  queries.run(
    'INSERT OR REPLACE INTO enquiry_product (reference, product_name, variant, variant_name, sku) VALUES (?, ?, ?, ?, ?)',
    reference,
    productName,
    variant,
    variantName,
    sku,
  )
}

function readRecord(row: Row): EnquiryRecord {
  return {
    enquiry: readEnquiry(row),
    deduplicationKey: String(row['deduplication_key']),
    mail:
      row['due_at'] === null
        ? null
        : { attempts: Number(row['attempts']), dueAt: String(row['due_at']), sentAt: readText(row['sent_at']) },
  }
}
