// The validation is in `enquiry.ts`, because the browser loads it with `zod` only to validate a form.

export const CONTACT_PATH = '/contact'

/** Lengths in UTF-16 code units, as `maxlength` counts. */
export const ENQUIRY_LENGTHS = { request: 4_000, name: 100, email: 254, phone: 40, preferredTime: 16 } as const

export const ITEM_LENGTHS = { variant: 200, note: 200, pasted: 300 } as const

export const ENQUIRY_ITEMS_MAX = 200

export const QUANTITY_MAX = 99_999

export const PHONE_MIN_DIGITS = 5

export const ENQUIRY_FIELDS = ['request', 'name', 'email', 'phone', 'preferredTime'] as const

export type EnquiryField = (typeof ENQUIRY_FIELDS)[number]

export type EnquiryValues = Readonly<Record<EnquiryField, string>>

export const EMPTY_ENQUIRY: EnquiryValues = { request: '', name: '', email: '', phone: '', preferredTime: '' }

type ItemInput = `quantity-${number}` | `note-${number}`

/** Names of the parts of a form that can have an error; 'items' stands for the whole list. */
export type EnquiryErrorField = EnquiryField | 'items' | ItemInput

export type EnquiryErrors = Readonly<Partial<Record<EnquiryField | 'items', string>> & Record<ItemInput, string>>

export interface EnquiryItem {
  readonly product: string
  /** The variant's key; null if the visitor chose none. */
  readonly variant: string | null
  readonly quantity: number
  /** One line of text; '' if there is none. */
  readonly note: string
  /** The line of a pasted list that became this item. Line breaks join several lines. */
  readonly pasted?: string
}

export interface Enquiry {
  /** May be empty if the items say what is asked for. */
  readonly request: string
  readonly items: readonly EnquiryItem[]
  readonly name: string
  readonly email: string
  readonly phone: string | null
  /** 'YYYY-MM-DDTHH:MM' in the site's time zone. */
  readonly preferredTime: string | null
}

export const PREFERRED_DATE_INPUT = 'preferredTime-date'
export const PREFERRED_CLOCK_INPUT = 'preferredTime-time'

/** Only bots fill in this hidden input. */
export const HONEYPOT_INPUT = 'website'

export interface EnquirySubmission extends Partial<EnquiryValues> {
  readonly items?: readonly EnquiryItem[]
  /** Idempotency key, the same for all retries of a submission. */
  readonly key?: string
  readonly filledInMs?: number
  readonly website?: string
}

export interface EnquiryReceipt {
  readonly reference: string
}

export type EnquiryState = 'received' | 'answered'

/** The status of an enquiry, which visitors who know its reference can see. */
export interface EnquiryStatus {
  readonly reference: string
  /** ISO 8601 in UTC. */
  readonly receivedAt: string
  /** Null if the enquiry is not answered yet. */
  readonly answeredAt: string | null
}
