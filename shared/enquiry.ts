import * as z from 'zod/mini'
import {
  ENQUIRY_LENGTHS,
  PHONE_MIN_DIGITS,
  type Enquiry,
  type EnquiryErrors,
  type EnquiryField,
} from './enquiry-fields.ts'
import { checkLocalDateTime, type DateProblem } from './local-date-time.ts'
import type { Messages } from './messages/messages.ts'
import { isSlug } from './slug.ts'

const DATE_ERRORS = {
  invalid: 'preferredTime',
  past: 'preferredTimePast',
  'too-late': 'preferredTimeLate',
} as const satisfies Record<DateProblem, keyof Messages['enquiryErrors']>

/** Control characters and line breaks are replaced, because the text is used in mail headers and terminals. */
const cleanLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

const cleanLines = (text: string) => text.replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

const orNull = z.transform((text: string) => text || null)

function createEnquirySchema(timeZone: string, { enquiryErrors: errors }: Messages, now: number) {
  const text = (field: EnquiryField, clean = cleanLine, tooLong = errors.tooLong(ENQUIRY_LENGTHS[field])) =>
    z.pipe(
      z.pipe(
        z.optional(z.string(errors.text)),
        z.transform((given) => clean((given ?? '').toWellFormed()).trim()),
      ),
      z.string().check(z.maxLength(ENQUIRY_LENGTHS[field], tooLong)),
    )
  return z.object({
    product: z.pipe(text('product').check(z.refine((slug) => slug === '' || isSlug(slug), errors.product)), orNull),
    variant: z.pipe(text('variant'), orNull),
    request: text('request', cleanLines).check(z.minLength(1, errors.request)),
    name: text('name').check(z.minLength(1, errors.name)),
    email: text('email').check(z.refine((email) => z.email().safeParse(email).success, errors.email)),
    phone: z.pipe(
      text('phone').check(
        z.refine((phone) => phone === '' || phone.replace(/\D/g, '').length >= PHONE_MIN_DIGITS, errors.phone),
      ),
      orNull,
    ),
    preferredTime: z.pipe(
      text('preferredTime', cleanLine, errors.preferredTime).check(
        z.superRefine((time, context) => {
          const problem = time === '' ? null : checkLocalDateTime(time, timeZone, now)
          if (problem) context.addIssue(errors[DATE_ERRORS[problem]])
        }),
      ),
      orNull,
    ),
  }) satisfies z.ZodMiniType<Enquiry>
}

type CheckedEnquiry = { readonly enquiry: Enquiry } | { readonly errors: EnquiryErrors }

/**
 * Validates an enquiry, in the browser and on the server.
 * @param given values by field; missing fields count as empty
 * @param timeZone IANA name, for the preferred time
 * @returns the enquiry, or the first error of each invalid field
 */
export function checkEnquiry(
  given: unknown,
  timeZone: string,
  messages: Messages,
  now: number = Date.now(),
): CheckedEnquiry {
  const result = createEnquirySchema(timeZone, messages, now).safeParse(given)
  if (result.success) return { enquiry: result.data }
  const found: Partial<Record<EnquiryField, string>> = {}
  for (const { path, message } of result.error.issues) found[path[0] as EnquiryField] ??= message
  return { errors: found }
}
