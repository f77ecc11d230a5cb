/** Messages of the error pages where an error brings none of its own (specification, section 2). */
const DEFAULT_STATUS_MESSAGES: Record<number, string> = { 404: 'Page Not Found', 500: 'Internal Server Error' }

/** What an error looks like in JSON: payloads and the document's data carry it to the browser. */
export interface HttpErrorBody {
  statusCode: number
  statusMessage: string
  /** Fatal errors replace the whole page; others are shown inside the default layout. */
  fatal: boolean
  /** Only in development. */
  stack?: string
}

/** The only error whose message a visitor may read. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly fatal: boolean

  constructor(status: number, message?: string, { fatal = true, cause }: { fatal?: boolean; cause?: unknown } = {}) {
    super(message ?? defaultStatusMessage(status), { cause })
    this.status = status
    this.fatal = fatal
  }
}

/** @returns 'Page Not Found' for 404, 'Internal Server Error' for every other status. */
export function defaultStatusMessage(status: number): string {
  return DEFAULT_STATUS_MESSAGES[status] ?? 'Internal Server Error'
}

/** No route matches (specification, section 8): small 'n', not fatal. */
export function routeNotFound(path: string): HttpError {
  return new HttpError(404, `Page not found: ${path}`, { fatal: false })
}

/** A route's validation failed (specification, section 8): capital 'N', fatal. */
export function routeInvalid(path: string): HttpError {
  return new HttpError(404, `Page Not Found: ${path}`)
}
