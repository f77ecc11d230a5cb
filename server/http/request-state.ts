import type { ServerResponse } from 'node:http'
import type { Response } from 'express'
import { isbot } from 'isbot'
import { memoizeBounded } from '../memoize-bounded.ts'

/** What is known of a request besides what Node and Express know; the log line is made of it. */
export interface RequestState {
  readonly id: string
  readonly userAgent: string | undefined
  /** When it came, as `performance.now()` tells it. */
  readonly startedAt: number
  /** Route name, or the kind of what was asked for; null where nothing matched. */
  route: string | null
  outcome: string
  /** Errors too are told to a script, not to a person. */
  respondsInJson: boolean
  error: unknown
  /** Of an answer that may be out of date, in seconds, as in its header `Age`. */
  age: number | undefined
  /** What the parts of the answer took so far, as `Server-Timing` tells it; null if the client gets none. */
  readonly timings: string[] | null
}

/** Lays it where Express looks for what belongs to an answer. */
export function storeRequestState(
  res: ServerResponse & { locals?: { readonly state: RequestState } },
  state: RequestState,
): void {
  res.locals = { state }
}

export function requestState(res: Response): RequestState {
  return res.locals['state'] as RequestState
}

/** Whether a search engine or a link preview asks. */
export function isBotRequest(res: Response): boolean {
  return isBot(requestState(res).userAgent)
}

export function isBot(userAgent = ''): boolean {
  return recogniseBot(userAgent)
}

const recogniseBot = memoizeBounded((userAgent) => isbot(userAgent))
