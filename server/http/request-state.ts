import type { ServerResponse } from 'node:http'
import type { Response } from 'express'
import { isbot } from 'isbot'
import { memoizeBounded } from '../memoize-bounded.ts'

/** What the server records about a request for its log line. */
export interface RequestState {
  readonly id: string
  readonly userAgent: string | undefined
  /** The time of arrival, from `performance.now()`. */
  readonly startedAt: number
  /** The name of the page's route, or the kind of resource; null if no route matched. */
  route: string | null
  outcome: string
  /** Whether errors are sent as JSON, because a script requested the response. */
  respondsInJson: boolean
  error: unknown
  /** The `Age` header of a response that may be stale, in seconds. */
  age: number | undefined
  /** Entries of the `Server-Timing` header so far; null if the client gets none. */
  readonly timings: string[] | null
}

/** Stores the state in `res.locals`, where Express handlers read it with `requestState`. */
export function storeRequestState(
  res: ServerResponse & { locals?: { readonly state: RequestState } },
  state: RequestState,
): void {
  res.locals = { state }
}

export function requestState(res: Response): RequestState {
  return res.locals['state'] as RequestState
}

/** Whether the client is a search engine or a link preview. */
export function isBotRequest(res: Response): boolean {
  return isBot(requestState(res).userAgent)
}

export function isBot(userAgent = ''): boolean {
  return recogniseBot(userAgent)
}

const recogniseBot = memoizeBounded((userAgent) => isbot(userAgent))
