import type { Connection } from '../../store/postgres/connection.ts'
import type { EnquiryRecord, MailKind, MailRecord, StoredEnquiry } from '../enquiry-store.ts'
import { MAIL_TABLES } from '../sql-enquiry-store.ts'

export async function putRecords(connection: Connection, records: readonly EnquiryRecord[]): Promise<void> {
  const column = (read: (record: EnquiryRecord) => string | null) => records.map(read)
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
    column(({ enquiry }) => enquiry.items[0]?.product ?? null),
    column(({ enquiry }) => enquiry.name),
    column(({ enquiry }) => enquiry.email),
    column(({ enquiry }) => enquiry.phone),
    column(({ enquiry }) => enquiry.preferredTime),
  )
  await putItems(
    connection,
    records.map(({ enquiry }) => enquiry),
  )
  await putMails(connection, 'owner', records, ({ mail }) => mail)
  await putMails(connection, 'visitor', records, ({ confirmation }) => confirmation)
}

async function putMails(
  connection: Connection,
  kind: MailKind,
  records: readonly EnquiryRecord[],
  read: (record: EnquiryRecord) => MailRecord | null,
): Promise<void> {
  const mails = records.flatMap((record) => {
    const mail = read(record)
    return mail ? [{ reference: record.enquiry.reference, ...mail }] : []
  })
  await connection.run(
    `INSERT INTO ${MAIL_TABLES[kind]} (reference, attempts, due_at, sent_at) SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[])
     ON CONFLICT (reference) DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at, sent_at = excluded.sent_at`,
    mails.map(({ reference }) => reference),
    mails.map(({ attempts }) => attempts),
    mails.map(({ dueAt }) => dueAt),
    mails.map(({ sentAt }) => sentAt),
  )
}

/** Replaces the items of enquiries. */
export async function putItems(
  connection: Connection,
  enquiries: readonly Pick<StoredEnquiry, 'reference' | 'items'>[],
): Promise<void> {
  const items = enquiries.flatMap(({ reference, items: own }) =>
    own.map((item, position) => ({ ...item, reference, position })),
  )
  const firsts = items.filter(({ position }) => position === 0)
  await connection.run(
    `INSERT INTO enquiry_product (reference, product_name, variant, variant_name, sku)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT (reference) DO UPDATE SET product_name = excluded.product_name, variant = excluded.variant,
       variant_name = excluded.variant_name, sku = excluded.sku`,
    firsts.map(({ reference }) => reference),
    firsts.map(({ productName }) => productName),
    firsts.map(({ variant }) => variant),
    firsts.map(({ variantName }) => variantName),
    firsts.map(({ sku }) => sku),
  )
  await connection.run(
    'DELETE FROM enquiry_item WHERE reference = ANY ($1)',
    enquiries.map(({ reference }) => reference),
  )
  await connection.run(
    `INSERT INTO enquiry_item (reference, position, product, variant, quantity, note, product_name, variant_name, sku)
     SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::text[])`,
    items.map(({ reference }) => reference),
    items.map(({ position }) => position),
    items.map(({ product }) => product),
    items.map(({ variant }) => variant),
    items.map(({ quantity }) => quantity),
    items.map(({ note }) => note),
    items.map(({ productName }) => productName),
    items.map(({ variantName }) => variantName),
    items.map(({ sku }) => sku),
  )
}
