import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import type { AppContext } from './app-context.ts'
import type { Config } from '../config/config.ts'
import { requestState, type RequestState } from './request-state.ts'

const KEY_HEADER = 'x-server-timing'

type Phase = 'wait' | 'load' | 'render' | 'compress'

/**
 * Whether the client gets a `Server-Timing` header. Strangers do not, because durations reveal what is cached and how
 * busy the server is.
 */
export function wantsTiming(
  { headers }: IncomingMessage,
  { isDevelopment, serverTimingKey }: Pick<Config, 'isDevelopment' | 'serverTimingKey'>,
): boolean {
  if (isDevelopment) return true
  const given = headers[KEY_HEADER]
  return (
    serverTimingKey !== null &&
    typeof given === 'string' &&
    timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', serverTimingKey, 'buffer'))
  )
}

/** Records a phase that ends now. @param startedAt `performance.now()` */
export function recordPhase(
  { metrics }: AppContext,
  { route, timings }: Pick<RequestState, 'route' | 'timings'>,
  phase: Phase,
  startedAt: number,
): void {
  const durationMs = performance.now() - startedAt
  metrics.countPhase(route, phase, durationMs)
  timings?.push(formatPhase(phase, durationMs))
}

/** Sets the `Server-Timing` header (W3C) when the headers are sent. */
export function addServerTiming(res: Response): void {
  const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => Response
  res.writeHead = (...given: unknown[]) => {
    const timing = formatServerTiming(requestState(res))
    if (timing !== null) res.setHeader('Server-Timing', timing)
    return writeHead(...given)
  }
}

/** Includes the total until now; null if the client gets no such header. */
export function formatServerTiming({ timings, startedAt }: RequestState): string | null {
  return timings && [...timings, formatPhase('total', performance.now() - startedAt)].join(', ')
}

function formatPhase(name: Phase | 'total', durationMs: number): string {
  return `${name};dur=${durationMs.toFixed(2)}`
}
