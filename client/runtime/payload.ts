import { HttpError, type HttpErrorBody } from '../../shared/http-error.ts'
import type { AnyLoadedPage } from '../../shared/page-data.ts'
import { payloadUrl, readPayloadPath } from '../../shared/urls.ts'

export interface Payload {
  readonly page: AnyLoadedPage
  /** Where the page is; another one than was asked for where it has moved. */
  readonly pathname: string
}

/**
 * Loads a page's data.
 * @param search the page's query, with its question mark
 * @throws HttpError with the server's words where there is no such page; what `fetch` throws where there is no answer
 */
export async function loadPayload(pathname: string, search: string, buildId: string, signal: AbortSignal): Promise<Payload> {
  const response = await fetch(payloadUrl(pathname, search, buildId), { signal, headers: { accept: 'application/json' } })
  const body: unknown = await response.json()
  if (!response.ok) {
    const { statusCode, statusMessage, fatal } = body as HttpErrorBody
    throw new HttpError(statusCode, statusMessage, { fatal })
  }
  const answeredPath = readPayloadPath(new URL(response.url).pathname)
  return { page: body as AnyLoadedPage, pathname: response.redirected && answeredPath ? answeredPath : pathname }
}
