/**
 * What an enquiry consists of, without its rules: pages draw the form from this, and load the rules (`enquiry.ts`, which
 * brings `zod`) only where they check something.
 */

/** Where enquiries are sent to, and looked up. */
export const CONTACT_PATH = '/contact'

/** Most UTF-16 units of each text, which is how `maxlength` counts. */
export const ENQUIRY_LENGTHS = {
  request: 4_000,
  name: 100,
  email: 254,
  phone: 40,
  product: 200,
  variant: 200,
  preferredTime: 16,
} as const

/** A telephone number with fewer digits reaches nobody. */
export const PHONE_MIN_DIGITS = 5

/** Fields in the order in which the form asks for them. */
export const ENQUIRY_FIELDS = ['product', 'variant', 'request', 'name', 'email', 'phone', 'preferredTime'] as const

export type EnquiryField = (typeof ENQUIRY_FIELDS)[number]

/** What was typed, as it was typed; '' where a field was left empty. */
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

/** What is wrong, in words for the visitor, by field. */
export type EnquiryErrors = Readonly<Partial<Record<EnquiryField, string>>>

/** An enquiry that passed every check. */
export interface Enquiry {
  readonly request: string
  /** Slug of the product that is asked about. */
  readonly product: string | null
  /** Key of the variant that is asked about. */
  readonly variant: string | null
  readonly name: string
  readonly email: string
  readonly phone: string | null
  /** 'YYYY-MM-DDTHH:MM' in the site's time zone. */
  readonly preferredTime: string | null
}

/** The plain form asks for the preferred time in two inputs, named as the datepicker names them. */
export const PREFERRED_DATE_INPUT = 'preferredTime-date'
export const PREFERRED_CLOCK_INPUT = 'preferredTime-time'

/** An input that people do not see: what is in it was put there by a robot. */
export const HONEYPOT_INPUT = 'website'

/** Milliseconds from the drawing of the form to its sending; only a browser that runs scripts can tell. */
export const FILLED_IN_MS_INPUT = 'filledInMs'

/** Nobody writes a request, a name and an address in less; so low that no one who pastes and autofills is taken for a robot. */
export const FILLING_IN_MIN_MS = 2_000

/** Of the key by which the browser marks an enquiry that it sends a second time. */
export const SUBMISSION_KEY_PATTERN = /^[\w-]{16,64}$/

/** The body of `POST /contact` in JSON. */
export interface EnquirySubmission extends Partial<EnquiryValues> {
  /** Made anew for each enquiry (`crypto.randomUUID()`), kept when the same one is sent again. */
  readonly key?: string
  readonly filledInMs?: number
  readonly website?: string
}

/** The answer to it, 201. */
export interface EnquiryReceipt {
  readonly reference: string
}

export type EnquiryState = 'received' | 'answered'

/** All that is told of an enquiry to whoever knows its reference. */
export interface EnquiryStatus {
  readonly reference: string
  /** ISO 8601 in UTC. */
  readonly receivedAt: string
  /** Null while it is open. */
  readonly answeredAt: string | null
}

/** Letters and digits of a reference: none that is taken for another one (0 O, 1 I L, U V). */
export const REFERENCE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

export const REFERENCE_LENGTH = 8

const REFERENCE_PATTERN = new RegExp(`^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$`)

/**
 * A reference as it is stored, from one as it was typed: in small letters, with spaces or dashes.
 * @returns undefined where it cannot be one
 */
export function readReference(typed: string): string | undefined {
  const reference = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  return REFERENCE_PATTERN.test(reference) ? reference : undefined
}

/** A reference as people read it aloud: 'ABCD-2345'. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, REFERENCE_LENGTH / 2)}-${reference.slice(REFERENCE_LENGTH / 2)}`
}
