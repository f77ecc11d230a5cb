import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import { DATEPICKER_DEFAULT_TIME } from '../../../shared/constants.ts'
import {
  EMPTY_ENQUIRY,
  ENQUIRY_FIELDS,
  FILLED_IN_MS_INPUT,
  FILLING_IN_MIN_MS,
  HONEYPOT_INPUT,
  PREFERRED_CLOCK_INPUT,
  PREFERRED_DATE_INPUT,
  SUBMISSION_KEY_PATTERN,
  type EnquiryValues,
} from '../../../shared/enquiry-fields.ts'
import { HttpError } from '../../../shared/http-error.ts'
import { joinDateAndTime } from '../../../shared/local-date-time.ts'
import { httpError } from '../../http-errors.ts'
import { limitBody } from '../request-checks.ts'

/** Room for the longest texts of a form: up to three bytes per UTF-16 unit, and three characters per percent-encoded byte. */
const BODY_MAX_BYTES = 48_000

/** The form has ten inputs. */
const INPUTS_MAX = 30

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** A submitted form before validation. */
export interface SentEnquiry {
  /** The submitted fields. */
  readonly given: Readonly<Record<string, unknown>>
  /** The texts of its fields, to fill in the form again. */
  readonly values: EnquiryValues
  /** The browser sends the same key again when it retries a submission. */
  readonly key: string | undefined
  readonly isRobot: boolean
}

/** Parses JSON and form bodies; other media types get a 415, longer bodies a 413. */
export function parseEnquiryBody(): (RequestHandler | ErrorRequestHandler)[] {
  return [
    (req: Request, _res: Response, next: NextFunction) => {
      if ([JSON_TYPE, FORM_TYPE].includes(mediaTypeOf(req))) next()
      else next(httpError(415, { fatal: false }))
    },
    limitBody(BODY_MAX_BYTES),
    express.json({ limit: BODY_MAX_BYTES, type: JSON_TYPE }),
    express.urlencoded({ limit: BODY_MAX_BYTES, extended: false, parameterLimit: INPUTS_MAX }),
    hideBody,
  ]
}

export function isJsonRequest(req: Request): boolean {
  return mediaTypeOf(req) === JSON_TYPE || req.accepts(['html', 'json']) === 'json'
}

/** @throws HttpError 400 if the body is no object */
export function readSentEnquiry(req: Request): SentEnquiry {
  const body: unknown = req.body ?? (mediaTypeOf(req) === FORM_TYPE ? {} : undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw httpError(400, { fatal: false })
  const fields = body as Readonly<Record<string, unknown>>
  const given = { ...fields, preferredTime: readPreferredTime(fields) }
  const { key } = fields
  return {
    given,
    values: Object.fromEntries(
      ENQUIRY_FIELDS.map((name) => [name, readText(given, name) || EMPTY_ENQUIRY[name]]),
    ) as unknown as EnquiryValues,
    key: typeof key === 'string' && SUBMISSION_KEY_PATTERN.test(key) ? key : undefined,
    isRobot: isFromRobot(fields),
  }
}

/**
 * Recognises robots by the honeypot field and, if the browser runs scripts, by the time that filling in the form took. The
 * browser measures it, because pages are cached for all visitors: the server knows no start time and can send no token.
 */
function isFromRobot(fields: Readonly<Record<string, unknown>>): boolean {
  if (fields[HONEYPOT_INPUT] !== undefined && fields[HONEYPOT_INPUT] !== '') return true
  const filledInMs = fields[FILLED_IN_MS_INPUT]
  return filledInMs !== undefined && filledInMs !== '' && Number(filledInMs) < FILLING_IN_MIN_MS
}

/** Joins the date and the time that the form sends without scripts. A time without a date returns an invalid value, so that the visitor gets an error. */
function readPreferredTime(fields: Readonly<Record<string, unknown>>): unknown {
  if (fields['preferredTime']) return fields['preferredTime']
  const [date, time] = [readText(fields, PREFERRED_DATE_INPUT), readText(fields, PREFERRED_CLOCK_INPUT)]
  // The form is sent with a default time: without a date, it means that the visitor chose neither.
  const isTimeAlone = date === '' && time !== '' && time !== DATEPICKER_DEFAULT_TIME
  return isTimeAlone ? `T${time}` : joinDateAndTime(date, time)
}

function readText(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

function mediaTypeOf(req: Request): string {
  return (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
}

/** Replaces the errors of the parsers, because they quote the body, which must not appear in logs or pages. */
const hideBody: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  if (error instanceof HttpError) return next(error)
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 400
  next(httpError(status === 413 || status === 415 ? status : 400, { fatal: false }))
}
