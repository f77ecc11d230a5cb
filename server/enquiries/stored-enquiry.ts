import { toAsciiAddress } from '../../shared/email-address.ts'
import type { Enquiry, EnquiryItem, EnquiryStatus } from '../../shared/enquiry-fields.ts'
import type { OrderTerms } from '../../shared/order-terms.ts'

/** An item with the catalogue's data about it when the enquiry was sent. */
export interface StoredItem extends EnquiryItem {
  readonly productName: string | null
  readonly variantName: string | null
  readonly sku: string | null
  /** Order terms; missing if the product has none. */
  readonly orderTerms?: OrderTerms
}

export type DescribedEnquiry = Omit<Enquiry, 'items'> & {
  readonly items: readonly StoredItem[]
  /** Key of the page's language; missing if it is the site's first one. */
  readonly language?: string
  /** A bot has probably sent it, so nobody gets a mail about it. */
  readonly isSuspected?: true
}

export type StoredEnquiry = DescribedEnquiry & EnquiryStatus

export interface Deduplication {
  readonly key: string
  /** Only enquiries since this time (ISO 8601) count as duplicates; null means no limit. */
  readonly since: string | null
}

export interface NewEnquiry {
  readonly enquiry: DescribedEnquiry
  readonly receivedAt: Date
  readonly deduplication: Deduplication
  readonly isMailed: boolean
  /** Null if the visitor gets no confirmation. */
  readonly confirmation: ConfirmationLimits | null
}

/** Limits of confirmations. None is sent if a counter has reached its maximum on that day. */
export interface ConfirmationLimits {
  /** Formatted as 'YYYY-MM-DD'. */
  readonly day: string
  readonly counters: readonly { readonly key: string; readonly max: number }[]
}

/** The owner is notified, the visitor gets a confirmation. */
export type MailKind = 'owner' | 'visitor'

export interface OutboxMail {
  readonly kind: MailKind
  readonly enquiry: StoredEnquiry
  /** Number of attempts, including the current one. */
  readonly attempts: number
}

export interface MailId {
  readonly kind: MailKind
  readonly reference: string
}

export interface UnsentMails {
  /** Mails that have not failed yet. */
  readonly waiting: number
  /** Mails that failed at least once and are retried. */
  readonly failed: number
  /** Arrival of the oldest enquiry with an unsent mail (ISO 8601). */
  readonly oldestReceivedAt: string | null
}

export interface EnquiryRecord {
  readonly enquiry: StoredEnquiry
  readonly deduplicationKey: string
  readonly mail: MailRecord | null
  readonly confirmation: MailRecord | null
}

/** A mail's state, with times in ISO 8601. */
export interface MailRecord {
  /** Number of completed attempts. An attempt that was killed is not counted. */
  readonly attempts: number
  readonly dueAt: string
  readonly sentAt: string | null
}

export function isSameAddress(one: string, other: string): boolean {
  return toAsciiAddress(one).toLowerCase() === toAsciiAddress(other).toLowerCase()
}
