import type { Response } from 'express'
import { requestState } from '../request-state.ts'

/** Sends a short 404 instead of an error page, for URLs of files. */
export function sendNotFound(res: Response, message: string, cacheControl: string): void {
  requestState(res).outcome = 'missing'
  res.status(404).set('Cache-Control', cacheControl).type('text/plain').send(`${message}\n`)
}
