import { hash } from 'node:crypto'
import type { Request, Response } from 'express'
import { FOR_AN_HOUR } from '../cache-control.ts'
import { requestState } from '../request-state.ts'

/** Sends a small generated file, or a 304 if the client has it. */
export function sendFile(req: Request, res: Response, type: string, body: Buffer, cacheControl = FOR_AN_HOUR): void {
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 16)}"`
  res.set({ ETag: etag, 'Cache-Control': cacheControl }).type(type)
  if (sendIfNotModified(req, res)) return
  requestState(res).outcome = 'asset'
  res.send(body)
}

/** Sends a 304 if the client has the version in the response's `ETag`. @returns whether it was sent */
export function sendIfNotModified(req: Request, res: Response): boolean {
  if (!req.fresh) return false
  requestState(res).outcome = 'not-modified'
  res.status(304).end()
  return true
}

/** Sends a short 404 instead of an error page. */
export function sendNotFound(res: Response, message: string, cacheControl: string): void {
  requestState(res).outcome = 'missing'
  res.status(404).set('Cache-Control', cacheControl).type('text/plain').send(`${message}\n`)
}
