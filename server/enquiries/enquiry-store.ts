import type { Enquiry, EnquiryItem, EnquiryStatus } from '../../shared/enquiry-fields.ts'
import type { OrderTerms } from '../../shared/order-terms.ts'

/** The catalogue's data about an item at the time the enquiry was sent; null for data that it did not have. */
export interface ProductSnapshot {
  readonly productName: string | null
  readonly variantName: string | null
  readonly sku: string | null
  /** Missing if it has none. */
  readonly orderTerms?: OrderTerms
}

export type StoredItem = EnquiryItem & ProductSnapshot

/** An enquiry with the catalogue's data about its items at the time it was sent. */
export type DescribedEnquiry = Omit<Enquiry, 'items'> & {
  readonly items: readonly StoredItem[]
  /** Key of the language of the visitor's page; missing if it is the site's first one. */
  readonly language?: string
}

export type StoredEnquiry = DescribedEnquiry & EnquiryStatus

export interface Deduplication {
  readonly key: string
  /** Only enquiries received since this time (ISO 8601) count as duplicates; null means no limit. */
  readonly since: string | null
}

export interface NewEnquiry {
  readonly enquiry: DescribedEnquiry
  readonly receivedAt: Date
  readonly deduplication: Deduplication
  readonly isMailed: boolean
  /** Limits for the mail that confirms the enquiry to the visitor; null if no such mail is sent. */
  readonly confirmation: ConfirmationLimits | null
}

/** Limits for sending a confirmation: none is sent if one of the counters has already reached its maximum on that day. */
export interface ConfirmationLimits {
  /** Formatted as 'YYYY-MM-DD'. */
  readonly day: string
  readonly counters: readonly { readonly key: string; readonly max: number }[]
}

export interface AddedEnquiry {
  readonly reference: string
  readonly isNew: boolean
}

/** The recipient of a mail: the owner is notified, the visitor gets a confirmation. */
export type MailKind = 'owner' | 'visitor'

export interface OutboxMail {
  readonly kind: MailKind
  readonly enquiry: StoredEnquiry
  /** Number of attempts to send the mail, including the current one. */
  readonly attempts: number
}

export interface MailId {
  readonly kind: MailKind
  readonly reference: string
}

export interface UnsentMails {
  /** Number of mails that have not failed yet. */
  readonly waiting: number
  /** Number of mails that failed at least once and are retried. */
  readonly failed: number
  /** Time at which the oldest enquiry with an unsent mail was received (ISO 8601); null if all mails were sent. */
  readonly oldestReceivedAt: string | null
}

export interface EnquiryRecord {
  readonly enquiry: StoredEnquiry
  readonly deduplicationKey: string
  /** The mail to the owner; null if the owner is not notified. */
  readonly mail: MailRecord | null
  /** The mail to the visitor; null if the visitor gets no confirmation. */
  readonly confirmation: MailRecord | null
}

/** The state of a queued mail. Times are in ISO 8601. */
export interface MailRecord {
  readonly attempts: number
  readonly dueAt: string
  readonly sentAt: string | null
}

/**
 * Stores enquiries and the queue of mails. All methods throw HttpError 503 if the database is unavailable, and
 * DatabaseBusyError if another writer takes too long.
 */
export interface EnquiryStore {
  /** Stores an enquiry and queues its mails. When the promise resolves, they have been written to the disk. */
  add(given: NewEnquiry): Promise<AddedEnquiry>
  find(reference: string): Promise<StoredEnquiry | undefined>
  /** Lists enquiries: open ones before answered ones, each group from newest to oldest. */
  list(which: 'open' | 'all'): Promise<readonly StoredEnquiry[]>
  /** Marks an enquiry as answered, unless it is already. @returns false if the enquiry does not exist */
  markAnswered(reference: string, answeredAt: Date): Promise<boolean>

  /** Deletes an enquiry together with its items and mails. @returns false if it does not exist */
  delete(reference: string): Promise<boolean>
  /** Deletes all enquiries that were answered before a time. @returns the number of deleted enquiries */
  deleteAnswered(before: Date): Promise<number>

  /**
   * Leases the mail that has been due longest. Returns none while another mail is leased, so that only one process sends at a
   * time.
   */
  leaseMail(now: Date, leaseUntil: Date): Promise<OutboxMail | undefined>
  markMailSent(mail: MailId, sentAt: Date): Promise<void>
  rescheduleMail(mail: MailId, dueAt: Date): Promise<void>
  /** Removes a confirmation from the queue. */
  dropConfirmation(reference: string): Promise<void>
  countUnsentMails(now: Date): Promise<UnsentMails>

  /** Reads all enquiries in the order in which they were stored, in batches. */
  scanRecords(): AsyncGenerator<readonly EnquiryRecord[]>
  /** Stores enquiries that were read from another store. An existing enquiry with the same reference is replaced. */
  restoreRecords(records: readonly EnquiryRecord[]): Promise<void>
  close(): Promise<void>
}
