import { logRenderFailure, type Logger } from '../../platform/log.ts'
import { disconnectSignal } from '../../platform/concurrency/abort-signals.ts'
import { BusyError } from '../../platform/concurrency/fair-queue.ts'
import { SingleFlight } from '../../platform/concurrency/single-flight.ts'
import type { AppContext } from '../app-context.ts'
import { PageNotFound, Redirect } from '../pages/loader.ts'
import { isNotModified } from './cached-pages.ts'
import { isBotRequest } from '../request-state.ts'
import type { CommonHeaders } from '../response-headers.ts'
import type { PageRequest } from './page-request.ts'
import { renderQueued, type Client, type Rendered } from './render-queued.ts'

/** Clients that wait for the same page or payload share a render. */
export class PageRenders {
  readonly #context: AppContext
  readonly #commonHeaders: CommonHeaders
  readonly #flights = new SingleFlight<Rendered>()
  #privateCount = 0

  constructor(context: AppContext, commonHeaders: CommonHeaders) {
    this.#context = context
    this.#commonHeaders = commonHeaders
  }

  /**
   * @returns the result, and whether this client started the render and got the page as a stream
   * @throws as `renderQueued`
   */
  render(
    pageRequest: PageRequest,
    { req, res }: Client,
  ): Promise<{ readonly result: Rendered; readonly isOwn: boolean }> {
    return this.#run(pageRequest, disconnectSignal(req, res), {
      client: { req, res },
      waitsForAll: pageRequest.kind === 'payload' || isBotRequest(res),
      hasCurrent: isNotModified(req, pageRequest.etag),
    })
  }

  /**
   * @param signal aborts the render, unless a client waits for it
   * @throws as `renderQueued`
   */
  async renderForCache(pageRequest: PageRequest, signal: AbortSignal = new AbortController().signal): Promise<void> {
    await this.#run(pageRequest, signal, { client: null, waitsForAll: true, hasCurrent: false })
  }

  #run(
    pageRequest: PageRequest,
    callerSignal: AbortSignal,
    options: { readonly client: Client | null; readonly waitsForAll: boolean; readonly hasCurrent: boolean },
  ) {
    const { key, revision } = pageRequest
    const flightKey =
      key === null
        ? `private ${this.#privateCount++}`
        : `${key} ${revision} ${options.waitsForAll} ${options.hasCurrent}`
    return this.#flights.run(flightKey, callerSignal, (controller) =>
      renderQueued({
        context: this.#context,
        commonHeaders: this.#commonHeaders,
        pageRequest,
        controller,
        ...options,
      }),
    )
  }
}

/** A busy server and a page that is gone are no failures. @param requestId in the log */
export function logUnlessExpected(logger: Logger, requestId: string, error: unknown): void {
  const isGone = error instanceof Redirect || error instanceof PageNotFound
  if (!isGone && !(error instanceof BusyError)) logRenderFailure(logger, requestId, error)
}
