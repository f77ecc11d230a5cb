import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import { DATEPICKER_DEFAULT_TIME } from '../../../shared/constants.ts'
import {
  EMPTY_ENQUIRY,
  ENQUIRY_ITEMS_MAX,
  ENQUIRY_FIELDS,
  HONEYPOT_INPUT,
  PREFERRED_CLOCK_INPUT,
  PREFERRED_DATE_INPUT,
  type EnquiryItem,
  type EnquiryValues,
} from '../../../shared/enquiry-fields.ts'
import {
  ITEM_PARAMETER,
  TOLD_PARAMETER,
  noteInput,
  pastedInput,
  quantityInput,
  readItem,
} from '../../../shared/enquiry-items.ts'
import { HttpError } from '../../../shared/http-error.ts'
import { joinDateAndTime } from '../../../shared/local-date-time.ts'
import { httpError } from '../../platform/http-errors.ts'
import { limitBody } from '../request-checks.ts'

const SUBMISSION_KEY_PATTERN = /^[\w-]{16,64}$/

/** Enquiries that are sent faster are suspected. Visitors who paste the text and use autofill take longer. */
const FILLING_IN_MIN_MS = 2_000

/** Scripts set this input to the milliseconds between loading and sending the form. */
const FILLED_IN_MS_INPUT = 'filledInMs'

/**
 * The longest texts and a long list fit, with three bytes per UTF-16 unit and three characters per percent-encoded
 * byte: 48 KB for the texts, and 11.8 KB for each of 50 items. Nobody writes a full list of the longest texts, four
 * times as long, and each connection may hold a body in memory.
 */
export const ENQUIRY_BODY_MAX_BYTES = 48_000 + 50 * 11_800

/** Ten inputs, at most five for each item, and a reserve. */
const INPUTS_MAX = 30 + ENQUIRY_ITEMS_MAX * 5

const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

export type SentEnquiry = ReturnType<typeof readSentEnquiry>

/** Other media types get a 415, longer bodies a 413. */
export function parseEnquiryBody(): (RequestHandler | ErrorRequestHandler)[] {
  return [
    acceptTypes(JSON_TYPE, FORM_TYPE),
    limitBody(ENQUIRY_BODY_MAX_BYTES),
    express.json({ limit: ENQUIRY_BODY_MAX_BYTES, type: JSON_TYPE }),
    express.urlencoded({ limit: ENQUIRY_BODY_MAX_BYTES, extended: false, parameterLimit: INPUTS_MAX }),
    hideBody,
  ]
}

export function acceptTypes(...types: readonly string[]): RequestHandler {
  return (req, _res, next) => next(types.includes(mediaTypeOf(req)) ? undefined : httpError(415, { fatal: false }))
}

export function isJsonRequest(req: Request): boolean {
  return mediaTypeOf(req) === JSON_TYPE || req.accepts(['html', 'json']) === 'json'
}

/** @throws HttpError 400 if the body is not an object */
export function readSentEnquiry(req: Request) {
  const body: unknown = req.body ?? (mediaTypeOf(req) === FORM_TYPE ? {} : undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw httpError(400, { fatal: false })
  const fields = body as Readonly<Record<string, unknown>>
  const items = readFormItems((name) => readTexts(fields, name))
  const given = { ...fields, items: fields['items'] ?? items, preferredTime: readPreferredTime(fields) }
  const { key } = fields
  return {
    given,
    values: Object.fromEntries(
      ENQUIRY_FIELDS.map((name) => [name, readText(given, name) || EMPTY_ENQUIRY[name]]),
    ) as unknown as EnquiryValues,
    /** These items are not validated yet. */
    items,
    /** Items, as `writeItem` writes them, whose quantities do not fit, as the form has told the visitor. */
    told: readTexts(fields, TOLD_PARAMETER),
    /** Browsers send the same key with each retry. */
    key: typeof key === 'string' && SUBMISSION_KEY_PATTERN.test(key) ? key : undefined,
    isSuspected: isProbablyFromBot(fields),
  }
}

/** Bots fill in the honeypot field or submit too quickly. The browser measures the time, because pages are cached. */
function isProbablyFromBot(fields: Readonly<Record<string, unknown>>): boolean {
  if (fields[HONEYPOT_INPUT] !== undefined && fields[HONEYPOT_INPUT] !== '') return true
  const filledInMs = fields[FILLED_IN_MS_INPUT]
  return filledInMs !== undefined && filledInMs !== '' && Number(filledInMs) < FILLING_IN_MIN_MS
}

/** Returns an invalid value for a time without a date, so that the visitor gets an error. */
function readPreferredTime(fields: Readonly<Record<string, unknown>>): unknown {
  if (fields['preferredTime']) return fields['preferredTime']
  const [date, time] = [readText(fields, PREFERRED_DATE_INPUT), readText(fields, PREFERRED_CLOCK_INPUT)]
  // Without a date, the default time means that neither was chosen.
  const isTimeAlone = date === '' && time !== '' && time !== DATEPICKER_DEFAULT_TIME
  return isTimeAlone ? `T${time}` : joinDateAndTime(date, time)
}

export function readTexts(fields: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = fields[name]
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string')
}

function readText(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

function mediaTypeOf(req: Request): string {
  const [type = ''] = (req.headers['content-type'] ?? '').split(';', 1)
  return type.trim().toLowerCase()
}

/** The parsers' errors quote the body, which must not appear in logs or pages. */
export const hideBody: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  if (error instanceof HttpError) return next(error)
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 400
  next(httpError(status === 413 || status === 415 ? status : 400, { fatal: false }))
}

/**
 * Reads the items of a form, without validation. An empty quantity or 0 removes an item; other texts that are not numbers become
 * NaN.
 * @param read returns all values of the inputs with a name
 */
export function readFormItems(read: (name: string) => readonly string[]): readonly EnquiryItem[] {
  return read(ITEM_PARAMETER).flatMap((text, index) => {
    const item = readItem(text)
    const [quantity = String(item?.quantity)] = read(quantityInput(index))
    const [note = ''] = read(noteInput(index))
    const [pasted = ''] = read(pastedInput(index))
    const count = Number(quantity.trim())
    return item && count !== 0 ? [{ ...item, quantity: count, note, ...(pasted && { pasted }) }] : []
  })
}
