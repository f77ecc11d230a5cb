import type { Request, RequestHandler, Response } from 'express'
import { HttpError } from '../../shared/http-error.ts'

/** Lets the named methods pass. */
export function allowMethods(...methods: readonly string[]): RequestHandler {
  return (req, res, next) => {
    requireMethod(req, res, methods)
    next()
  }
}

/** @throws HttpError 405 for every other method; the answer says which are allowed */
export function requireMethod(req: Request, res: Response, methods: readonly string[]): void {
  if (methods.includes(req.method)) return
  res.setHeader('Allow', methods.join(', '))
  throw new HttpError(405, 'Method Not Allowed')
}
