import type { Response } from 'express'
import { isbot } from 'isbot'
import { rememberFew } from '../remember-few.ts'

/** What is known of a request besides what Express knows; the log line is made of it. */
export interface RequestState {
  readonly id: string
  readonly userAgent: string | undefined
  /** Route name, or the kind of what was asked for; null where nothing matched. */
  route: string | null
  outcome: string
  /** Errors too are told to a script, not to a person. */
  answersInJson: boolean
  error: unknown
  /** Of an answer that may be out of date, in seconds, as in its header `Age`. */
  age: number | undefined
  /** What the parts of the answer took so far, as `Server-Timing` tells it. */
  readonly timings: string[]
}

export function startRequestState(res: Response, id: string, userAgent: string | undefined): RequestState {
  const state: RequestState = { id, userAgent, route: null, outcome: 'error', answersInJson: false, error: undefined, age: undefined, timings: [] }
  res.locals['state'] = state
  return state
}

export function requestState(res: Response): RequestState {
  return res.locals['state'] as RequestState
}

/** Whether a search engine or a link preview asks. */
export function isBotRequest(res: Response): boolean {
  return isBot(requestState(res).userAgent ?? '')
}

/** @param userAgent '' where none was given */
export const isBot = rememberFew((userAgent) => isbot(userAgent))
