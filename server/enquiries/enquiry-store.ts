import type { Enquiry, EnquiryStatus } from '../../shared/enquiry-fields.ts'

/** Product and variant as they were in the catalogue when the enquiry was sent; null if unknown. */
export interface ProductSnapshot {
  readonly productName: string | null
  readonly variantName: string | null
  readonly sku: string | null
}

export type StoredEnquiry = Enquiry & ProductSnapshot & EnquiryStatus

export type EnquiryProduct = Pick<StoredEnquiry, 'reference' | 'product' | 'variant' | keyof ProductSnapshot>

export interface Deduplication {
  readonly key: string
  /** Only enquiries received since then are duplicates (ISO 8601); null for no limit. */
  readonly since: string | null
}

export interface NewEnquiry {
  readonly enquiry: Enquiry
  readonly snapshot?: ProductSnapshot
  readonly receivedAt: Date
  readonly deduplication: Deduplication
  readonly isMailed: boolean
}

export interface AddedEnquiry {
  readonly reference: string
  /** False if the enquiry is a duplicate. */
  readonly isNew: boolean
}

export interface OutboxMail {
  readonly enquiry: StoredEnquiry
  /** Number of attempts to send it, including this one. */
  readonly attempts: number
}

export interface UnsentMails {
  /** Mails without a failed attempt. */
  readonly waiting: number
  /** Mails with a failed attempt, which are retried. */
  readonly failed: number
  /** When the oldest of their enquiries was received (ISO 8601); null if there is none. */
  readonly oldestReceivedAt: string | null
}

/** All stored data of an enquiry, for copying it to another store. */
export interface EnquiryRecord {
  readonly enquiry: StoredEnquiry
  readonly deduplicationKey: string
  /** Null if the owner is not notified. Times in ISO 8601; `sentAt` is null before the mail is sent. */
  readonly mail: { readonly attempts: number; readonly dueAt: string; readonly sentAt: string | null } | null
}

/**
 * Enquiries and the queue of mails to the owner, in SQLite or PostgreSQL. All methods throw HttpError 503 if the database is
 * unavailable, and DatabaseBusyError if another writer takes too long.
 */
export interface EnquiryStore {
  /** Stores an enquiry and queues its mail; both are on the disk when the promise resolves. */
  add(given: NewEnquiry): Promise<AddedEnquiry>
  find(reference: string): Promise<StoredEnquiry | undefined>
  /** Finds the data that anyone who knows the reference may see. */
  findStatus(reference: string): Promise<EnquiryStatus | undefined>
  /** Lists open enquiries before answered ones, each from the newest to the oldest. */
  list(which: 'open' | 'all'): Promise<readonly StoredEnquiry[]>
  /** Marks an enquiry as answered, unless it is. @returns false if there is no such enquiry */
  markAnswered(reference: string, answeredAt: Date): Promise<boolean>

  /**
   * Leases the mail that has been due longest. No other mail is leased until it is sent or rescheduled or the lease expires, so
   * that only one process sends at a time. Times that only a wrong clock can have written count as expired (`mail-times.ts`).
   */
  leaseMail(now: Date, leaseUntil: Date): Promise<OutboxMail | undefined>
  markMailSent(reference: string, sentAt: Date): Promise<void>
  rescheduleMail(reference: string, dueAt: Date): Promise<void>
  countUnsentMails(now: Date): Promise<UnsentMails>

  /** Reads all enquiries in the order in which they were stored, in batches. */
  scanRecords(): AsyncGenerator<readonly EnquiryRecord[]>
  /** Stores enquiries of another store; those with a stored reference replace the stored ones. */
  restoreRecords(records: readonly EnquiryRecord[]): Promise<void>
  close(): Promise<void>
}
