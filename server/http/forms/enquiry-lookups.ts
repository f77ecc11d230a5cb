import type { RequestHandler } from 'express'
import { rateLimited } from '../limits/rate-limited.ts'
import { requestState } from '../request-state.ts'
import { splitUrl } from '../pages/split-url.ts'

/** Somebody who mistypes needs a few; at this rate a machine finds one of a thousand enquiries in sixty years. */
const LOOKUPS_PER_MINUTE = 20
const MINUTE_MS = 60_000

/** Keeps references from being guessed, on the contact page and in its payload alike. */
export function limitLookups(): RequestHandler {
  const limit = rateLimited(MINUTE_MS, LOOKUPS_PER_MINUTE)
  return (req, res, next) => {
    if (!new URLSearchParams(splitUrl(req.originalUrl).search).has('reference')) return next()
    requestState(res).route = 'contact'
    return limit(req, res, next)
  }
}
