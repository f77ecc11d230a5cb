import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import type { Config } from '../config.ts'
import { requestState, type RequestState } from './request-state.ts'

const KEY_HEADER = 'x-server-timing'

/** Parts of the making of an answer; only their durations are told. */
export type Phase = 'wait' | 'load' | 'render' | 'compress'

/**
 * Whether a response has a `Server-Timing` header: durations tell strangers what is cached and how busy the server is. They are
 * never cached with a response.
 */
export function wantsTiming(
  { headers }: IncomingMessage,
  { isDevelopment, serverTimingKey }: Pick<Config, 'isDevelopment' | 'serverTimingKey'>,
): boolean {
  if (isDevelopment) return true
  const given = headers[KEY_HEADER]
  return (
    serverTimingKey !== null && typeof given === 'string' && timingSafeEqual(digest(given), digest(serverTimingKey))
  )
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Puts `Server-Timing` (W3C) on an answer in the moment in which its headers go out. */
export function addServerTiming(res: Response): void {
  const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => Response
  res.writeHead = (...given: unknown[]) => {
    const timing = formatServerTiming(requestState(res))
    if (timing !== null) res.setHeader('Server-Timing', timing)
    return writeHead(...given)
  }
}

/** What the parts took and the whole up to now; null if the client gets none. */
export function formatServerTiming({ timings, startedAt }: RequestState): string | null {
  return timings && [...timings, formatPhase('total', performance.now() - startedAt)].join(', ')
}

export function formatPhase(name: Phase | 'total', durationMs: number): string {
  return `${name};dur=${durationMs.toFixed(2)}`
}
