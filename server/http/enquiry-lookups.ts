import type { RequestHandler } from 'express'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { readPayloadPath } from '../../shared/urls.ts'
import { rateLimited } from './rate-limited.ts'
import { requestState } from './request-state.ts'
import { splitUrl } from './split-url.ts'

/** Somebody who mistypes needs a few; at this pace a machine finds one of a thousand enquiries in sixty years. */
const LOOKUPS_PER_MINUTE = 20
const MINUTE_MS = 60_000

/** Keeps references from being guessed, on the page and in its payload alike. */
export function enquiryLookups(): RequestHandler {
  const limited = rateLimited(MINUTE_MS, LOOKUPS_PER_MINUTE)
  return (req, res, next) => {
    const { pathname, search } = splitUrl(req.originalUrl)
    const payloadOf = readPayloadPath(pathname)
    if ((payloadOf ?? pathname) !== CONTACT_PATH || !new URLSearchParams(search).has('reference')) return next()
    Object.assign(requestState(res), { route: 'contact', answersInJson: payloadOf !== undefined })
    return limited(req, res, next)
  }
}
