import { HTTP_IDEMPOTENT_METHODS, HTTP_RETRIES, HTTP_RETRY_STATUSES } from '../../shared/constants.ts'
import { HttpError, isHttpErrorBody } from '../../shared/http-error.ts'

interface HttpRequest {
  readonly method?: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal
}

interface HttpAnswer {
  /** Parsed, where it is JSON. */
  readonly body: unknown
  readonly headers: Headers
  /** Another one than was asked for after a redirect. */
  readonly url: string
}

/**
 * Asks for something over HTTP. Where the method may be repeated, one more try follows certain statuses and a lost
 * connection (specification, section 7).
 * @throws HttpError with status, message and data where the status is one of 400 to 599; what `fetch` throws where
 * there is no answer
 */
export type HttpClient = (path: string, request?: HttpRequest) => Promise<HttpAnswer>

/** @param baseUrl in front of every path that is not a whole address */
export function createHttpClient(baseUrl: string): HttpClient {
  return async (path, { method = 'GET', body, signal } = {}) => {
    // Nothing that is drawn first needs it, so it is no part of the first load.
    const { FetchError, ofetch } = await import('ofetch')
    try {
      const response = await ofetch.raw(path, {
        baseURL: baseUrl,
        method,
        ...(body && { body }),
        ...(signal && { signal }),
        retry: HTTP_IDEMPOTENT_METHODS.includes(method) ? HTTP_RETRIES : false,
        retryStatusCodes: [...HTTP_RETRY_STATUSES],
        headers: { accept: 'application/json' },
      })
      return { body: response._data as unknown, headers: response.headers, url: response.url }
    } catch (error) {
      if (!(error instanceof FetchError) || error.status === undefined) throw error
      throw toHttpError(error.status, error.statusText, error.data, error)
    }
  }
}

/** Asks the site's own server: what visitors send and choose goes there, wherever the pages' data is fetched from. */
export const askOwnServer = createHttpClient('/')

function toHttpError(status: number, statusText: string | undefined, data: unknown, cause: unknown): HttpError {
  if (isHttpErrorBody(data)) return new HttpError(status, data.statusMessage, { fatal: data.fatal, data, cause })
  return new HttpError(status, statusText || undefined, { data, cause })
}
