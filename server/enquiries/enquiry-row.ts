import type { EnquiryStatus } from '../../shared/enquiry-fields.ts'
import type { StoredEnquiry, UnsentMails } from './enquiry-store.ts'

type Row = Readonly<Record<string, unknown>>

/** A row of `enquiry`, as every database names its columns. */
export function readEnquiry(row: Row): StoredEnquiry {
  return {
    ...readStatus(row),
    request: String(row['request']),
    product: readText(row['product']),
    name: String(row['name']),
    email: String(row['email']),
    phone: readText(row['phone']),
    preferredTime: readText(row['preferred_time']),
  }
}

export function readStatus(row: Row): EnquiryStatus {
  return { reference: String(row['reference']), receivedAt: String(row['received_at']), answeredAt: readText(row['answered_at']) }
}

/** A row with `unsent` and `failed` mails and when the `oldest` came. */
export function readUnsentMails(row: Row): UnsentMails {
  const failed = Number(row['failed'])
  return { waiting: Number(row['unsent']) - failed, failed, oldestReceivedAt: readText(row['oldest']) }
}

export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
