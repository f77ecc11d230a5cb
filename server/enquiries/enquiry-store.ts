import type { Enquiry, EnquiryStatus } from '../../shared/enquiry-fields.ts'

/** The product and the variant as the catalogue described them when the enquiry was sent; null for what is not known. */
export interface ProductSnapshot {
  readonly productName: string | null
  readonly variantName: string | null
  readonly sku: string | null
}

/** An enquiry with all that is known of it. */
export type StoredEnquiry = Enquiry & ProductSnapshot & EnquiryStatus

/** What an enquiry is about, as it is stored. */
export type EnquiryProduct = Pick<StoredEnquiry, 'reference' | 'product' | 'variant' | keyof ProductSnapshot>

/** When two enquiries are one that was sent twice. */
export interface Deduplication {
  /** Equal for what was sent twice. */
  readonly key: string
  /** ISO 8601; what was received before it is another one all the same. Null where a key never comes again by chance. */
  readonly since: string | null
}

export interface NewEnquiry {
  readonly enquiry: Enquiry
  /** Absent if the catalogue was not asked. */
  readonly snapshot?: ProductSnapshot
  readonly receivedAt: Date
  readonly deduplication: Deduplication
  /** Whether the owner is to be sent a mail of it. */
  readonly isMailed: boolean
}

export interface AddedEnquiry {
  readonly reference: string
  /** False where it had been stored before. */
  readonly isNew: boolean
}

/** A mail on its way, lent to one sender for a while. */
export interface OutboxMail {
  readonly enquiry: StoredEnquiry
  /** Of sending it, this one included. */
  readonly attempts: number
}

/** Mails that the owner has not been sent. */
export interface UnsentMails {
  /** Not tried to its end so far. */
  readonly waiting: number
  /** Put off at least once, and tried again. */
  readonly failed: number
  /** When the oldest of their enquiries came, in ISO 8601; null where there is none. */
  readonly oldestReceivedAt: string | null
}

/** All that is stored of an enquiry, as it moves to another store. */
export interface EnquiryRecord {
  readonly enquiry: StoredEnquiry
  readonly deduplicationKey: string
  /** Null where the owner was not to be sent one. Times in ISO 8601; null while it was not sent. */
  readonly mail: { readonly attempts: number; readonly dueAt: string; readonly sentAt: string | null } | null
}

/** Enquiries and the mails that tell the owner of them, behind one interface for every database. */
export interface EnquiryStore {
  /**
   * Keeps an enquiry; what resolves is on the disk, its mail included.
   * @throws DatabaseBusyError where somebody else has been writing for too long
   */
  add(given: NewEnquiry): Promise<AddedEnquiry>
  find(reference: string): Promise<StoredEnquiry | undefined>
  /** What may be told to anybody who knows the reference. */
  findStatus(reference: string): Promise<EnquiryStatus | undefined>
  /** Open ones first, each group from the newest to the oldest. */
  list(which: 'open' | 'all'): Promise<readonly StoredEnquiry[]>
  /** @returns whether there is such an enquiry; one that was answered before keeps its date */
  markAnswered(reference: string, answeredAt: Date): Promise<boolean>

  /**
   * Leases the mail that is due longest, and no other one until it is sent, put off or the lease has expired: one sender at a
   * time, however many processes there are. Times that only a wrong clock can have written count as expired (`mail-times.ts`).
   */
  leaseMail(now: Date, leaseUntil: Date): Promise<OutboxMail | undefined>
  markMailSent(reference: string, sentAt: Date): Promise<void>
  rescheduleMail(reference: string, until: Date): Promise<void>
  countUnsentMails(now: Date): Promise<UnsentMails>

  /** All enquiries in the order in which they came, many at a time. */
  scanRecords(): AsyncGenerator<readonly EnquiryRecord[]>
  /** Puts enquiries as another store has them, over those of the same reference. */
  restoreRecords(records: readonly EnquiryRecord[]): Promise<void>
  close(): Promise<void>
}
