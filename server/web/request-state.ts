import type { RequestHandler, Response } from 'express'
import { isbot } from 'isbot'
import { memoizeBounded } from '../platform/memoize-bounded.ts'

export interface RequestState {
  readonly id: string
  readonly userAgent: string
  /** Time from `performance.now()`. */
  readonly startedAt: number
  route: string | null
  outcome: string
  respondsInJson: boolean
  /** The search text, if the response is a page of a search without matches. */
  unmatchedSearch: string | null
  /** The path, if it has no page and leads nowhere. */
  missingAddress: string | null
  error: unknown
  /** Age of a stale response in seconds; undefined if the response is fresh. */
  age: number | undefined
}

export function requestState(res: Response): RequestState {
  return res.locals['state'] as RequestState
}

export function recordAs(values: Partial<Pick<RequestState, 'route' | 'outcome' | 'respondsInJson'>>): RequestHandler {
  return (_req, res, next) => {
    Object.assign(requestState(res), values)
    next()
  }
}

/** Whether the client is a search engine or a link preview. */
export function isBotRequest(res: Response): boolean {
  return isBot(requestState(res).userAgent)
}

export const isBot = memoizeBounded((userAgent) => isbot(userAgent))
