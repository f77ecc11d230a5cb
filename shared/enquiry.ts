import * as z from 'zod/mini'
import { isEmailAddress } from './email-address.ts'
import {
  ENQUIRY_ITEMS_MAX,
  ENQUIRY_LENGTHS,
  ITEM_LENGTHS,
  PHONE_MIN_DIGITS,
  QUANTITY_MAX,
  type Enquiry,
  type EnquiryErrorField,
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryItem,
} from './enquiry-fields.ts'
import { mergeItems, needsRequest } from './enquiry-items.ts'
import { checkLocalDateTime, type DateProblem, type ShopTimes } from './local-date-time.ts'
import type { Messages } from './messages/messages.ts'
import { isSlug } from './slug.ts'

const DATE_ERRORS = {
  invalid: 'preferredTime',
  past: 'preferredTimePast',
  'too-late': 'preferredTimeLate',
  closed: 'preferredTimeClosed',
} as const satisfies Record<DateProblem, keyof Messages['enquiryErrors']>

/** Replaces control characters and line breaks, because the text is used in mail headers and terminals. */
const cleanLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

const cleanLines = (text: string) => text.replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

const orNull = z.transform((text: string) => text || null)

function createTextSchema({ enquiryErrors: errors }: Messages, maxLength: number, options: TextOptions = {}) {
  const { clean = cleanLine, tooLong = errors.tooLong(maxLength) } = options
  return z.pipe(
    z.pipe(
      z.nullish(z.string(errors.text)),
      z.transform((given) => clean((given ?? '').toWellFormed()).trim()),
    ),
    z.string().check(z.maxLength(maxLength, tooLong)),
  )
}

interface TextOptions {
  readonly clean?: typeof cleanLine
  readonly tooLong?: string
}

function createItemsSchema(messages: Messages) {
  const { enquiryErrors: errors } = messages
  const quantity = errors.quantity(QUANTITY_MAX)
  const item = z.object({
    product: z.string(errors.product).check(z.refine(isSlug, errors.product)),
    variant: z.pipe(createTextSchema(messages, ITEM_LENGTHS.variant), orNull),
    quantity: z.int(quantity).check(z.minimum(1, quantity), z.maximum(QUANTITY_MAX, quantity)),
    note: createTextSchema(messages, ITEM_LENGTHS.note),
    // The visitor cannot change this text, so a longer one is no error.
    pasted: z.pipe(
      z.nullish(z.string(errors.text)),
      z.transform((text) =>
        cleanLines((text ?? '').toWellFormed())
          .trim()
          .slice(0, ITEM_LENGTHS.pasted),
      ),
    ),
  })
  return z.pipe(
    z.optional(z.array(item, errors.text).check(z.maxLength(ENQUIRY_ITEMS_MAX, errors.items(ENQUIRY_ITEMS_MAX)))),
    z.transform((items): readonly EnquiryItem[] =>
      mergeItems((items ?? []).map(({ pasted, ...item }) => (pasted ? { ...item, pasted } : item))),
    ),
  )
}

function createFieldsSchema(
  { timeZone, openDays }: ShopTimes,
  messages: Messages,
  now: number,
  isRequestRequired: boolean,
) {
  const { enquiryErrors: errors } = messages
  const text = (field: EnquiryField, options?: TextOptions) =>
    createTextSchema(messages, ENQUIRY_LENGTHS[field], options)
  return z.object({
    request: text('request', { clean: cleanLines }).check(z.minLength(isRequestRequired ? 1 : 0, errors.request)),
    name: text('name').check(z.minLength(1, errors.name)),
    email: text('email').check(z.refine(isEmailAddress, errors.email)),
    phone: z.pipe(
      text('phone').check(
        z.refine((phone) => phone === '' || phone.replace(/\D/g, '').length >= PHONE_MIN_DIGITS, errors.phone),
      ),
      orNull,
    ),
    preferredTime: z.pipe(
      text('preferredTime', { tooLong: errors.preferredTime }).check(
        z.superRefine((time, context) => {
          const problem = time === '' ? null : checkLocalDateTime(time, timeZone, openDays, now)
          if (problem) context.addIssue(errors[DATE_ERRORS[problem]])
        }),
      ),
      orNull,
    ),
  }) satisfies z.ZodMiniType<Omit<Enquiry, 'items'>>
}

type CheckedEnquiry = { readonly enquiry: Enquiry } | { readonly errors: EnquiryErrors }

/**
 * Validates an enquiry, in the browser and on the server.
 * @param given values by field, and `items`; missing fields count as empty
 * @param times opening days and time zone, against which the preferred time is checked
 * @returns the enquiry, or the first error of each invalid field
 */
export function checkEnquiry(
  given: unknown,
  times: ShopTimes,
  messages: Messages,
  now: number = Date.now(),
): CheckedEnquiry {
  const items = createItemsSchema(messages).safeParse(readItemsOf(given))
  const isRequestRequired = items.success && needsRequest(items.data)
  const fields = createFieldsSchema(times, messages, now, isRequestRequired).safeParse(given)
  if (items.success && fields.success) return { enquiry: { ...fields.data, items: items.data } }
  const found: Record<string, string> = {}
  for (const { path, message } of items.error?.issues ?? []) found[nameItemField(path)] ??= message
  for (const { path, message } of fields.error?.issues ?? []) found[String(path[0])] ??= message
  return { errors: found }
}

function readItemsOf(given: unknown): unknown {
  return typeof given === 'object' && given !== null && 'items' in given ? given.items : undefined
}

/** Names the input of an error. Only an item's quantity and note have inputs; other errors belong to the whole list. */
function nameItemField([index, field]: readonly PropertyKey[]): EnquiryErrorField {
  return field === 'quantity' || field === 'note' ? `${field}-${Number(index)}` : 'items'
}
