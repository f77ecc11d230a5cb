import { storableText, type Connection } from '../../store/postgres/connection.ts'
import type { EnquiryProduct, EnquiryRecord } from '../enquiry-store.ts'

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
  await putProducts(
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

export async function putProducts(connection: Connection, enquiries: readonly EnquiryProduct[]): Promise<void> {
  const withProduct = enquiries.filter(({ product }) => product !== null)
  if (withProduct.length === 0) return
  await connection.run(
    `INSERT INTO enquiry_product (reference, product_name, variant, variant_name, sku)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT (reference) DO UPDATE SET product_name = excluded.product_name, variant = excluded.variant,
       variant_name = excluded.variant_name, sku = excluded.sku`,
    readColumn(withProduct, ({ reference }) => reference),
    readColumn(withProduct, ({ productName }) => productName),
    readColumn(withProduct, ({ variant }) => variant),
    readColumn(withProduct, ({ variantName }) => variantName),
    readColumn(withProduct, ({ sku }) => sku),
  )
}

function readColumn<Item>(items: readonly Item[], read: (item: Item) => string | null): (string | null)[] {
  return items.map(read).map((text) => text && storableText(text))
}
