import type { RequestHandler, Response } from 'express'
import type { AppContext } from '../app-context.ts'
import { requestState } from './request-state.ts'
import { readSecurityHeaders, type SecurityHeaders } from './security-headers.ts'
import { addServerTiming } from './server-timing.ts'

/** The headers of every answer, whatever it answers. */
export interface AnswerHeaders {
  /** Those that are the same for all, names and values by turns: for an answer that is sent with all its headers at once. */
  list(): Promise<readonly string[]>
  /** Sets them all on an answer that has not begun. */
  set(res: Response): Promise<void>
}

export function createAnswerHeaders(context: AppContext): AnswerHeaders {
  const readSecurity = readSecurityHeaders(context)
  let listed: { readonly of: SecurityHeaders; readonly list: readonly string[] } | undefined
  return {
    async list() {
      const security = await readSecurity()
      if (listed?.of !== security) listed = { of: security, list: [...security].flatMap(([name, value]) => [name.toLowerCase(), value]) }
      return listed.list
    },
    async set(res) {
      const { id, timings } = requestState(res)
      res.setHeader('X-Request-Id', id)
      // While the server ends, each answer closes its connection, so that the next request goes to another process.
      if (context.phase === 'draining') res.setHeader('Connection', 'close')
      if (timings) addServerTiming(res)
      res.setHeaders(await readSecurity() as Map<string, string>)
    },
  }
}

/** Sets them on what is not sent at once. */
export function answerHeaders(headers: AnswerHeaders): RequestHandler {
  return async (_req, res, next) => {
    await headers.set(res)
    next()
  }
}
