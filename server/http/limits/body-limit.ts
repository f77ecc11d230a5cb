import type { RequestHandler } from 'express'
import { HttpError } from '../../../shared/http-error.ts'

/** Refuses at once what says of itself that it is too big, and reads nothing of it. What does not say it is counted by who reads it. */
export function limitBody(maxBytes: number): RequestHandler {
  return (req, res, next) => {
    if (!(Number(req.headers['content-length'] ?? 0) > maxBytes)) return next()
    res.set('Connection', 'close')
    next(new HttpError(413, 'Content Too Large', { fatal: false }))
  }
}
