import { HTTP_IDEMPOTENT_METHODS, HTTP_RETRIES, HTTP_RETRY_STATUSES } from '../../shared/constants.ts'
import { HttpError, isHttpErrorBody } from '../../shared/http-error.ts'
import { documentBase } from './document-data.ts'

interface HttpRequest {
  readonly method?: string
  readonly body?: Readonly<Record<string, unknown>> | FormData
  readonly signal?: AbortSignal
}

interface HttpResponse {
  readonly body: unknown
  readonly headers: Headers
  readonly url: string
}

/**
 * Retries idempotent methods once after certain statuses and a lost connection (requirement 4.8).
 * @throws HttpError with status, message and data if the status is 400 to 599; the error of `fetch` if there is no
 * response
 */
export type HttpClient = (path: string, request?: HttpRequest) => Promise<HttpResponse>

/** @param baseUrl prefix of paths that are not absolute */
export function createHttpClient(baseUrl: string): HttpClient {
  return async (path, { method = 'GET', body, signal } = {}) => {
    // `ofetch` is loaded on demand, because the first render needs no requests.
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
      const data: unknown = error.data
      const { statusMessage, fatal = true } = isHttpErrorBody(data) ? data : { statusMessage: error.statusText }
      throw new HttpError(error.status, statusMessage || undefined, { fatal, data, cause: error })
    }
  }
}

/**
 * Client for forms, filters and suggestions, which always use the site's own origin and the document's language, even
 * if payloads come from elsewhere.
 */
export const ownServer: HttpClient = (path, request) => createHttpClient(documentBase() || '/')(path, request)
