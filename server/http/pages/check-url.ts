import type { RequestHandler } from 'express'
import { HttpError } from '../../../shared/http-error.ts'

/** Of path and query; common proxies take no more either. */
const URL_MAX_LENGTH = 8_000

/** Refuses URLs that nothing can be found under. @throws HttpError 414 if one is too long, 400 for broken percent codes and what is no path */
export const checkUrl: RequestHandler = (req, _res, next) => {
  const { originalUrl: url } = req
  if (url.length > URL_MAX_LENGTH) throw new HttpError(414, 'URI Too Long')
  if (!url.startsWith('/') || !isDecodable(url)) throw new HttpError(400, 'Bad Request')
  next()
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}
