import type { RequestHandler } from 'express'
import type { AppContext } from '../app-context.ts'
import { requestState } from './request-state.ts'
import { readSecurityHeaders, type SecurityHeaders } from './security-headers.ts'
import { addServerTiming } from './server-timing.ts'

/** The headers of every response. */
export interface CommonHeaders {
  /** Those that all responses have alike, alternating lower-case names and values, for cache entries. */
  list(): Promise<readonly string[]>
  /** Sets all of them. */
  readonly middleware: RequestHandler
}

export function createCommonHeaders(context: AppContext): CommonHeaders {
  const readSecurity = readSecurityHeaders(context)
  let listed: { readonly of: SecurityHeaders; readonly list: readonly string[] } | undefined
  return {
    async list() {
      const security = await readSecurity()
      if (listed?.of !== security)
        listed = { of: security, list: [...security].flatMap(([name, value]) => [name.toLowerCase(), value]) }
      return listed.list
    },
    async middleware(_req, res, next) {
      const { id, timings } = requestState(res)
      res.setHeader('X-Request-Id', id)
      // While the server shuts down, each response closes its connection, so that the next request goes to another process.
      if (context.phase === 'draining') res.setHeader('Connection', 'close')
      if (timings) addServerTiming(res)
      res.setHeaders((await readSecurity()) as Map<string, string>)
      next()
    },
  }
}
