import type { Connection } from '../../store/postgres/connection.ts'
import { storableText } from '../../store/postgres/storable-text.ts'
import { ENQUIRY_COLUMNS, ENQUIRY_TABLES, readEnquiry, readText } from '../enquiry-row.ts'
import type { AskedProduct, EnquiryRecord } from '../enquiry-store.ts'

const SCAN_SIZE = 500

/** All enquiries in the order in which they came, many at a time. */
export async function* scanRecords(connection: Connection): AsyncGenerator<readonly EnquiryRecord[]> {
  const read = (lastSeq: unknown) =>
    connection.rows(
      `SELECT seq, ${ENQUIRY_COLUMNS}, deduplication_key, attempts, due_at, sent_at
       FROM ${ENQUIRY_TABLES} LEFT JOIN enquiry_mail USING (reference) WHERE seq > $1 ORDER BY seq LIMIT ${SCAN_SIZE}`,
      lastSeq,
    )
  for (let rows = await read(0); rows.length > 0; rows = await read(rows.at(-1)!['seq'])) {
    yield rows.map((row) => ({
      enquiry: readEnquiry(row),
      deduplicationKey: String(row['deduplication_key']),
      mail:
        row['due_at'] === null
          ? null
          : { attempts: Number(row['attempts']), dueAt: String(row['due_at']), sentAt: readText(row['sent_at']) },
    }))
  }
}

/** Puts enquiries, over those of the same reference. */
export async function putRecords(connection: Connection, records: readonly EnquiryRecord[]): Promise<void> {
  const column = (read: (record: EnquiryRecord) => string | null) => readColumn(records, read)
  await connection.run(
    `INSERT INTO enquiry (reference, received_at, answered_at, deduplication_key, request, product, name, email, phone, preferred_time)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
     ON CONFLICT (reference) DO UPDATE SET received_at = excluded.received_at, answered_at = excluded.answered_at,
       deduplication_key = excluded.deduplication_key, request = excluded.request, product = excluded.product, name = excluded.name,
       email = excluded.email, phone = excluded.phone, preferred_time = excluded.preferred_time`,
    column(({ enquiry }) => enquiry.reference),
    column(({ enquiry }) => enquiry.receivedAt),
    column(({ enquiry }) => enquiry.answeredAt),
    column(({ deduplicationKey }) => deduplicationKey),
    column(({ enquiry }) => enquiry.request),
    column(({ enquiry }) => enquiry.product),
    column(({ enquiry }) => enquiry.name),
    column(({ enquiry }) => enquiry.email),
    column(({ enquiry }) => enquiry.phone),
    column(({ enquiry }) => enquiry.preferredTime),
  )
  await putProductSnapshots(
    connection,
    records.map(({ enquiry }) => enquiry),
  )
  const mails = records.flatMap(({ enquiry, mail }) => (mail ? [{ reference: enquiry.reference, ...mail }] : []))
  await connection.run(
    `INSERT INTO enquiry_mail (reference, attempts, due_at, sent_at) SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[])
     ON CONFLICT (reference) DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at, sent_at = excluded.sent_at`,
    mails.map(({ reference }) => reference),
    mails.map(({ attempts }) => attempts),
    mails.map(({ dueAt }) => dueAt),
    mails.map(({ sentAt }) => sentAt),
  )
}

/** Puts what enquiries are about, over what is stored of them. */
export async function putProductSnapshots(connection: Connection, enquiries: readonly AskedProduct[]): Promise<void> {
  const asked = enquiries.filter(({ product }) => product !== null)
  if (asked.length === 0) return
  await connection.run(
    `INSERT INTO enquiry_product (reference, product_name, variant, variant_name, sku)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT (reference) DO UPDATE SET product_name = excluded.product_name, variant = excluded.variant,
       variant_name = excluded.variant_name, sku = excluded.sku`,
    readColumn(asked, ({ reference }) => reference),
    readColumn(asked, ({ productName }) => productName),
    readColumn(asked, ({ variant }) => variant),
    readColumn(asked, ({ variantName }) => variantName),
    readColumn(asked, ({ sku }) => sku),
  )
}

function readColumn<Item>(items: readonly Item[], read: (item: Item) => string | null): (string | null)[] {
  return items.map(read).map((text) => text && storableText(text))
}
