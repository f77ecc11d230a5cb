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
import { limitBody } from '../limits/body-limit.ts'

/** The longest texts in a form, each UTF-16 unit three bytes of UTF-8 and each byte three characters. */
const BODY_MAX_BYTES = 48_000

/** The form has ten inputs. */
const INPUTS_MAX = 30

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const STATUS_MESSAGES: Readonly<Record<number, string>> = { 413: 'Content Too Large', 415: 'Unsupported Media Type' }

/** What somebody sends, before it is checked. */
export interface SentEnquiry {
  /** As it came, for the check to find fault with. */
  readonly given: Readonly<Record<string, unknown>>
  /** Its texts, to be shown again. */
  readonly values: EnquiryValues
  /** By which the browser marks what it sends twice. */
  readonly key: string | undefined
  readonly isRobot: boolean
}

/** Reads the two kinds of bodies; anything else is a 415, and what is too big a 413. */
export function parseEnquiryBody(): (RequestHandler | ErrorRequestHandler)[] {
  return [
    (req: Request, _res: Response, next: NextFunction) => {
      if ([JSON_TYPE, FORM_TYPE].includes(mediaTypeOf(req))) next()
      else next(new HttpError(415, STATUS_MESSAGES[415], { fatal: false }))
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

/** @throws HttpError 400 where the body is no set of fields */
export function readSentEnquiry(req: Request): SentEnquiry {
  const body: unknown = req.body ?? (mediaTypeOf(req) === FORM_TYPE ? {} : undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new HttpError(400, 'Bad Request', { fatal: false })
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
 * The honeypot is always asked. How long the filling in took is what the visitor's own browser has measured, where it runs
 * scripts: pages are kept by caches and shared by everybody, so the server does not know when one was drawn, and no token
 * in it would be any one visitor's.
 */
function isFromRobot(fields: Readonly<Record<string, unknown>>): boolean {
  if (fields[HONEYPOT_INPUT] !== undefined && fields[HONEYPOT_INPUT] !== '') return true
  const filledInMs = fields[FILLED_IN_MS_INPUT]
  return filledInMs !== undefined && filledInMs !== '' && Number(filledInMs) < FILLING_IN_MIN_MS
}

/** The form without scripts sends a day and a time; a time alone is a mistake that the visitor has to hear of. */
function readPreferredTime(fields: Readonly<Record<string, unknown>>): unknown {
  if (fields['preferredTime']) return fields['preferredTime']
  const [date, time] = [readText(fields, PREFERRED_DATE_INPUT), readText(fields, PREFERRED_CLOCK_INPUT)]
  // The form comes with a time: whoever left that as it was has left both open.
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

/** What parsers throw quotes the body, which is to reach neither a log nor a page. */
const hideBody: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  if (error instanceof HttpError) return next(error)
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 400
  next(
    status in STATUS_MESSAGES
      ? new HttpError(status, STATUS_MESSAGES[status], { fatal: false })
      : new HttpError(400, 'Bad Request', { fatal: false }),
  )
}
