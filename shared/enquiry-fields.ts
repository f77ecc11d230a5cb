// The browser imports the validation in `enquiry.ts`, and with it `zod`, only to validate a form.

export const CONTACT_PATH = '/contact'

/** In UTF-16 code units, as `maxlength` counts. */
export const ENQUIRY_LENGTHS = {
  request: 4_000,
  name: 100,
  email: 254,
  phone: 40,
  product: 200,
  variant: 200,
  preferredTime: 16,
} as const

export const PHONE_MIN_DIGITS = 5

export const ENQUIRY_FIELDS = ['product', 'variant', 'request', 'name', 'email', 'phone', 'preferredTime'] as const

export type EnquiryField = (typeof ENQUIRY_FIELDS)[number]

/** The values of the form as typed; '' for empty fields. */
export type EnquiryValues = Readonly<Record<EnquiryField, string>>

export const EMPTY_ENQUIRY: EnquiryValues = {
  product: '',
  variant: '',
  request: '',
  name: '',
  email: '',
  phone: '',
  preferredTime: '',
}

/** Messages for the visitor. */
export type EnquiryErrors = Readonly<Partial<Record<EnquiryField, string>>>

export interface Enquiry {
  readonly request: string
  readonly product: string | null
  readonly variant: string | null
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

/** Scripts fill in the time between loading and sending the form. */
export const FILLED_IN_MS_INPUT = 'filledInMs'

/** Forms sent faster come from bots; visitors who paste the text and use autofill take longer. */
export const FILLING_IN_MIN_MS = 2_000

export const SUBMISSION_KEY_PATTERN = /^[\w-]{16,64}$/

export interface EnquirySubmission extends Partial<EnquiryValues> {
  /** Idempotency key, the same for all retries. */
  readonly key?: string
  readonly filledInMs?: number
  readonly website?: string
}

export interface EnquiryReceipt {
  readonly reference: string
}

export type EnquiryState = 'received' | 'answered'

/** Shown to visitors who know the reference. */
export interface EnquiryStatus {
  readonly reference: string
  /** ISO 8601 in UTC. */
  readonly receivedAt: string
  /** Null while it is open. */
  readonly answeredAt: string | null
}

/** Without easily confused characters: 0 O, 1 I L, U V. */
export const REFERENCE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

export const REFERENCE_LENGTH = 8

const REFERENCE_PATTERN = new RegExp(`^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$`)

/**
 * Normalises a typed reference, which may have lower-case letters, spaces and dashes.
 * @returns undefined if it is not a valid reference
 */
export function readReference(typed: string): string | undefined {
  const reference = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  return REFERENCE_PATTERN.test(reference) ? reference : undefined
}

/** @returns the reference in two groups: 'ABCD-2345' */
export function formatReference(reference: string): string {
  return `${reference.slice(0, REFERENCE_LENGTH / 2)}-${reference.slice(REFERENCE_LENGTH / 2)}`
}
