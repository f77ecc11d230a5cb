import compression from 'compression'
import type { RequestHandler } from 'express'

const compress = compression()

/** Compresses an answer while it is sent, once however often it is asked to. Kept pages and files have copies of their own. */
export const compressed: RequestHandler = (req, res, next) => {
  // A compressed answer can be flushed.
  if ('flush' in res) next()
  else compress(req, res, next)
}
