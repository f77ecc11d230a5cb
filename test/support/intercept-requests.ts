import type { Page } from 'playwright-core'

interface Response {
  readonly status?: number
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Instead of `body`. */
  readonly json?: unknown
}

/** Waits until one of its methods is called. They do nothing if the browser has cancelled the request. */
export interface HeldRequest {
  readonly url: string
  readonly postData: string | undefined
  /** Whether it loads a document. */
  readonly isDocument: boolean
  continue(): Promise<unknown>
  abort(): Promise<unknown>
  fulfill(response: Response): Promise<unknown>
}

/**
 * Holds matching requests until `stop` or until the page is closed or returned. Playwright's `page.route` disables the
 * browser's caches, which doubles the processor time, so use it only to change or drop a response.
 * @param pattern `*` stands for any characters and `?` for one
 */
export async function interceptRequests(
  page: Page,
  pattern: string,
  handle: (request: HeldRequest) => unknown,
): Promise<{ stop(): Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, resourceType, request: { url, postData } }) => {
    handle({
      url,
      postData,
      isDocument: resourceType === 'Document',
      continue: () => session.send('Fetch.continueRequest', { requestId }).catch(ignoreCancelled),
      abort: () => session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(ignoreCancelled),
      fulfill: ({
        status = 200,
        json,
        contentType = json === undefined ? 'text/plain' : 'application/json',
        headers = {},
        body = JSON.stringify(json) ?? '',
      }) =>
        session
          .send('Fetch.fulfillRequest', {
            requestId,
            responseCode: status,
            responseHeaders: Object.entries({ ...headers, 'Content-Type': contentType }).map(([name, value]) => ({
              name,
              value,
            })),
            body: Buffer.from(body).toString('base64'),
          })
          .catch(ignoreCancelled),
    })
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: pattern }] })
  // Empties the memory cache of the page's process, from which files are used without a request. The HTTP cache stays.
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  return { stop: () => session.detach() }
}

function ignoreCancelled(error: Error): void {
  if (!/Invalid InterceptionId|Target page, context or browser has been closed/.test(error.message)) throw error
}
