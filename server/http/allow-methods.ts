import type { RequestHandler } from 'express'
import { HttpError } from '../../shared/http-error.ts'

/** Lets the named methods pass; every other one is a 405 that says which are allowed. */
export function allowMethods(...methods: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (methods.includes(req.method)) return next()
    res.setHeader('Allow', methods.join(', '))
    next(new HttpError(405, 'Method Not Allowed'))
  }
}
