import type { RequestHandler } from 'express'
import { routeNotFound } from '../../shared/http-error.ts'

/** What nothing else answers. */
export const notFound: RequestHandler = (req) => {
  throw routeNotFound(req.originalUrl)
}
