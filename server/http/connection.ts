import type { RequestHandler } from 'express'
import type { AppContext } from '../app-context.ts'

/** While the server ends, each answer closes its connection, so that the next request goes to another process. */
export function connection(context: AppContext): RequestHandler {
  return (_req, res, next) => {
    if (context.phase === 'draining') res.set('Connection', 'close')
    next()
  }
}
