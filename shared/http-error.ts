/** Messages of the error pages where an error brings none of its own (specification, section 2). */
const DEFAULT_STATUS_MESSAGES: Record<number, string> = { 404: 'Page Not Found', 500: 'Internal Server Error' }

/** What an error looks like in JSON: payloads and the document's data carry it to the browser. */
export interface HttpErrorBody {
  statusCode: number
  statusMessage: string
  /** Fatal errors replace the whole page; others are shown inside the default layout. */
  fatal: boolean
  /** What is wrong with what was sent, in words for the visitor, by field. */
  fields?: Readonly<Record<string, string>>
  /** Only in development. */
  stack?: string
}

interface HttpErrorOptions {
  readonly fatal?: boolean
  readonly fields?: Readonly<Record<string, string>>
  readonly data?: unknown
  readonly cause?: unknown
}

/** The only error whose message a visitor may read. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly fatal: boolean
  /** What is wrong with what was sent, by field. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** What another server said, parsed, where the error is its answer. */
  readonly data: unknown

  constructor(status: number, message?: string, { fatal = true, fields, data, cause }: HttpErrorOptions = {}) {
    super(message ?? defaultStatusMessage(status), { cause })
    this.status = status
    this.fatal = fatal
    this.fields = fields
    this.data = data
  }
}

/** Whether somebody's answer is one of ours, as payloads give it. */
export function isHttpErrorBody(data: unknown): data is HttpErrorBody {
  return typeof data === 'object' && data !== null && 'statusCode' in data && 'statusMessage' in data && 'fatal' in data
}

/** What is known of anything thrown: the words of an HttpError, and of every other one only that it happened. */
export function describeError(thrown: unknown, hasStack: boolean): HttpErrorBody {
  const error = thrown instanceof HttpError ? thrown : new HttpError(readStatus(thrown), undefined, { cause: thrown })
  const stack = thrown instanceof Error ? thrown.stack : undefined
  return {
    statusCode: error.status,
    statusMessage: error.message,
    fatal: error.fatal,
    ...(error.fields ? { fields: error.fields } : {}),
    ...(hasStack && stack !== undefined && error.status !== 404 ? { stack } : {}),
  }
}

/** Express and its parts put a status on what they throw. */
function readStatus(thrown: unknown): number {
  const status: unknown = thrown instanceof Error && 'status' in thrown ? thrown.status : undefined
  return typeof status === 'number' && status >= 400 && status <= 599 ? status : 500
}

/** @returns 'Page Not Found' for 404, 'Internal Server Error' for every other status. */
export function defaultStatusMessage(status: number): string {
  return DEFAULT_STATUS_MESSAGES[status] ?? 'Internal Server Error'
}

/** What an error's status is called: the specification's words where it has some, else what the error says itself. */
export function statusName({ statusCode, statusMessage }: HttpErrorBody): string {
  return DEFAULT_STATUS_MESSAGES[statusCode] ?? statusMessage
}

/** No route matches (specification, section 8): small 'n', not fatal. */
export function routeNotFound(path: string): HttpError {
  return new HttpError(404, `Page not found: ${path}`, { fatal: false })
}

/** A route's validation failed (specification, section 8): capital 'N', fatal. */
export function routeInvalid(path: string): HttpError {
  return new HttpError(404, `Page Not Found: ${path}`)
}
