import type { EnquiryStatus } from '../../shared/enquiry-fields.ts'
import type { StoredEnquiry, UnsentMails } from './enquiry-store.ts'

type Row = Readonly<Record<string, unknown>>

/** Where enquiries are read from. What a version adds is in a table of its own, see `enquiry_product` in the schemas. */
export const ENQUIRY_TABLES = 'enquiry LEFT JOIN enquiry_product USING (reference)'

/** Named one by one: a prepared statement of PostgreSQL that selects `*` fails once a table gets a column. */
export const ENQUIRY_COLUMNS =
  'reference, received_at, answered_at, request, product, product_name, variant, variant_name, sku, name, email, phone, preferred_time'

/** A row with `ENQUIRY_COLUMNS`. */
export function readEnquiry(row: Row): StoredEnquiry {
  return {
    ...readStatus(row),
    request: String(row['request']),
    product: readText(row['product']),
    productName: readText(row['product_name']),
    variant: readText(row['variant']),
    variantName: readText(row['variant_name']),
    sku: readText(row['sku']),
    name: String(row['name']),
    email: String(row['email']),
    phone: readText(row['phone']),
    preferredTime: readText(row['preferred_time']),
  }
}

export function readStatus(row: Row): EnquiryStatus {
  return {
    reference: String(row['reference']),
    receivedAt: String(row['received_at']),
    answeredAt: readText(row['answered_at']),
  }
}

/** A row with `unsent` and `failed` mails and when the `oldest` came. */
export function readUnsentMails(row: Row): UnsentMails {
  const failed = Number(row['failed'])
  return { waiting: Number(row['unsent']) - failed, failed, oldestReceivedAt: readText(row['oldest']) }
}

export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
