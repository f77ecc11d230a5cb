import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import { requestState, type RequestState } from './request-state.ts'

/** Whoever sends it, with any value, is told how long the parts of the answer took. */
const ASKING_HEADER = 'x-server-timing'

/** Parts of the making of an answer; only their durations are told. */
export type Phase = 'wait' | 'load' | 'render' | 'compress'

/** Whether an answer is to tell its durations. They are never kept with it, so that nobody gets those of another one. */
export function wantsTiming({ headers }: IncomingMessage): boolean {
  return headers[ASKING_HEADER] !== undefined
}

/** Puts `Server-Timing` (W3C) on an answer in the moment in which its headers go out. */
export function addServerTiming(res: Response): void {
  const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => Response
  res.writeHead = (...given: unknown[]) => {
    const timing = describeTimings(requestState(res))
    if (timing !== null) res.setHeader('Server-Timing', timing)
    return writeHead(...given)
  }
}

/** What the parts took and the whole up to now; null where nobody asks. */
export function describeTimings({ timings, startedAt }: RequestState): string | null {
  return timings && [...timings, describeTiming('total', performance.now() - startedAt)].join(', ')
}

export function describeTiming(name: Phase | 'total', durationMs: number): string {
  return `${name};dur=${durationMs.toFixed(2)}`
}
