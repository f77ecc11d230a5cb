import type { Enquiry, EnquiryItem, EnquiryStatus } from '../../shared/enquiry-fields.ts'

/** What the catalogue said of an item when the enquiry was sent; null for what it did not have. */
export interface ProductSnapshot {
  readonly productName: string | null
  readonly variantName: string | null
  readonly sku: string | null
}

export type StoredItem = EnquiryItem & ProductSnapshot

/** An enquiry with what the catalogue said of its items when it was sent. */
export type DescribedEnquiry = Omit<Enquiry, 'items'> & { readonly items: readonly StoredItem[] }

export type StoredEnquiry = DescribedEnquiry & EnquiryStatus

export interface Deduplication {
  readonly key: string
  /** Only enquiries received since this time (ISO 8601) are duplicates; null means no limit. */
  readonly since: string | null
}

export interface NewEnquiry {
  readonly enquiry: DescribedEnquiry
  readonly receivedAt: Date
  readonly deduplication: Deduplication
  readonly isMailed: boolean
  /** Limits of the mail that confirms the enquiry to the visitor; null if none is sent. */
  readonly confirmation: ConfirmationLimits | null
}

/** A confirmation is sent unless one of the counters has reached its maximum on that day. */
export interface ConfirmationLimits {
  /** 'YYYY-MM-DD'. */
  readonly day: string
  readonly counters: readonly { readonly key: string; readonly max: number }[]
}

export interface AddedEnquiry {
  readonly reference: string
  readonly isNew: boolean
}

/** Whom a mail is for: the owner is notified, the visitor gets a confirmation. */
export type MailKind = 'owner' | 'visitor'

export interface OutboxMail {
  readonly kind: MailKind
  readonly enquiry: StoredEnquiry
  /** The count includes the present attempt. */
  readonly attempts: number
}

export interface MailId {
  readonly kind: MailKind
  readonly reference: string
}

export interface UnsentMails {
  /** Mails without a failed attempt. */
  readonly waiting: number
  /** Mails with a failed attempt, which are retried. */
  readonly failed: number
  /** When the oldest enquiry with an unsent mail was received (ISO 8601); null if there is none. */
  readonly oldestReceivedAt: string | null
}

export interface EnquiryRecord {
  readonly enquiry: StoredEnquiry
  readonly deduplicationKey: string
  /** Null if the owner is not notified. */
  readonly mail: MailRecord | null
  /** Null if the visitor gets no confirmation. */
  readonly confirmation: MailRecord | null
}

/** Times are in ISO 8601. */
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
  /** Stores an enquiry and queues its mails; all are on the disk when the promise resolves. */
  add(given: NewEnquiry): Promise<AddedEnquiry>
  find(reference: string): Promise<StoredEnquiry | undefined>
  /** Finds the part of an enquiry that is shown to anyone who knows its reference. */
  findStatus(reference: string): Promise<EnquiryStatus | undefined>
  /** Lists open enquiries before answered ones, each from the newest to the oldest. */
  list(which: 'open' | 'all'): Promise<readonly StoredEnquiry[]>
  /** Marks an enquiry as answered, unless it already is. @returns false if the enquiry does not exist */
  markAnswered(reference: string, answeredAt: Date): Promise<boolean>

  /** Deletes an enquiry with its items and mails. @returns false if it does not exist */
  delete(reference: string): Promise<boolean>
  /** Deletes all enquiries that were answered before a time. @returns their number */
  deleteAnswered(before: Date): Promise<number>

  /** Leases the mail that has been due longest, unless another mail is leased, so that only one process sends at a time. */
  leaseMail(now: Date, leaseUntil: Date): Promise<OutboxMail | undefined>
  markMailSent(mail: MailId, sentAt: Date): Promise<void>
  rescheduleMail(mail: MailId, dueAt: Date): Promise<void>
  /** Removes a confirmation from the queue. */
  dropConfirmation(reference: string): Promise<void>
  countUnsentMails(now: Date): Promise<UnsentMails>

  /** Reads all enquiries in the order in which they were stored, in batches. */
  scanRecords(): AsyncGenerator<readonly EnquiryRecord[]>
  /** Stores enquiries of another store. An enquiry with the same reference is replaced. */
  restoreRecords(records: readonly EnquiryRecord[]): Promise<void>
  close(): Promise<void>
}
