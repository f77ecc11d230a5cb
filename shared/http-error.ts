/** Visitors and tests rely on these texts (requirement 2.4). */
const DEFAULT_STATUS_MESSAGES: Record<number, string> = { 404: 'Page Not Found', 500: 'Internal Server Error' }

export interface HttpErrorBody {
  statusCode: number
  statusMessage: string
  /** Fatal errors replace the whole page; others are shown inside the default layout. */
  fatal: boolean
  /** Messages about invalid form fields. */
  fields?: Readonly<Record<string, string>>
  /** Set in development only. */
  stack?: string
}

interface HttpErrorOptions {
  readonly fatal?: boolean
  readonly fields?: Readonly<Record<string, string>>
  readonly data?: unknown
  readonly cause?: unknown
}

/** The only class of errors whose messages visitors see. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly fatal: boolean
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly data: unknown

  constructor(status: number, message?: string, { fatal = true, fields, data, cause }: HttpErrorOptions = {}) {
    super(message ?? defaultStatusMessage(status), { cause })
    this.status = status
    this.fatal = fatal
    this.fields = fields
    this.data = data
  }
}

export function isHttpErrorBody(data: unknown): data is HttpErrorBody {
  return typeof data === 'object' && data !== null && 'statusCode' in data && 'statusMessage' in data && 'fatal' in data
}

/** Converts anything thrown to an error body, which contains the message of an HttpError only. */
export function describeError(thrown: unknown, hasStack: boolean): HttpErrorBody {
  const error = thrown instanceof HttpError ? thrown : new HttpError(readStatus(thrown), undefined, { cause: thrown })
  // The stack is read only if it is sent, because V8 formats it on the first read.
  const stack = hasStack && error.status !== 404 && thrown instanceof Error ? thrown.stack : undefined
  return {
    statusCode: error.status,
    statusMessage: error.message,
    fatal: error.fatal,
    ...(error.fields ? { fields: error.fields } : {}),
    ...(stack === undefined ? {} : { stack }),
  }
}

function readStatus(thrown: unknown): number {
  const status: unknown = thrown instanceof Error && 'status' in thrown ? thrown.status : undefined
  return typeof status === 'number' && status >= 400 && status <= 599 ? status : 500
}

export function defaultStatusMessage(status: number): string {
  return DEFAULT_STATUS_MESSAGES[status] ?? 'Internal Server Error'
}

/** Returns the default message for the status, or else the error's own. */
export function statusName({ statusCode, statusMessage }: HttpErrorBody): string {
  return DEFAULT_STATUS_MESSAGES[statusCode] ?? statusMessage
}

/** Creates the error if no route matches. Its lower-case 'not found' is required (requirement 2.1). */
export function routeNotFound(path: string): HttpError {
  return new HttpError(404, `Page not found: ${path}`, { fatal: false })
}

/** Creates the error if a route's validation fails. Its upper-case 'Not Found' is required (requirement 2.2). */
export function routeInvalid(path: string): HttpError {
  return new HttpError(404, `Page Not Found: ${path}`)
}
