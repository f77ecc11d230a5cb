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
  return async (path, request = {}) => {
    const { method = 'GET', body, signal } = request
    // `ofetch` is loaded on demand, because the first render needs no requests.
    const loaded = await import('ofetch').catch(() => undefined)
    if (!loaded) return fetchPlainly(/^https?:/.test(path) ? path : baseUrl.replace(/\/$/, '') + path, request)
    const { FetchError, ofetch } = loaded
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

/**
 * Sends a request without `ofetch`: Chromium does not load a script again once that failed, so a form whose first
 * attempt was made offline could never be sent.
 */
async function fetchPlainly(url: string, { method = 'GET', body, signal }: HttpRequest): Promise<HttpResponse> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      // The browser itself writes the type of a form, which has its boundary.
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    body: body && !(body instanceof FormData) ? JSON.stringify(body) : (body ?? null),
    signal: signal ?? null,
  })
  const data: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw toHttpError(response.status, response.statusText, data, undefined)
  return { body: data, headers: response.headers, url: response.url }
}

/**
 * Client for forms, filters and suggestions, which always use the site's own origin and the document's language, even
 * if payloads come from elsewhere.
 */
export const ownServer: HttpClient = (path, request) => createHttpClient(documentBase() || '/')(path, request)

function toHttpError(status: number, statusText: string | undefined, data: unknown, cause: unknown): HttpError {
  if (isHttpErrorBody(data)) return new HttpError(status, data.statusMessage, { fatal: data.fatal, data, cause })
  return new HttpError(status, statusText || undefined, { data, cause })
}
