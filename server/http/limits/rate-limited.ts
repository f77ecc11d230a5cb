import type { RequestHandler } from 'express'
import { rateLimit } from 'express-rate-limit'
import { HttpError } from '../../../shared/http-error.ts'
import { clientKey } from './client-limits.ts'

/** Lets each client send so many requests in a window; then it is a 429 with `Retry-After`. */
export function rateLimited(windowMs: number, limit: number): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: ({ ip }) => clientKey(ip),
    // Behind proxies that are not counted (`TRUST_PROXY`) all visitors are one.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: () => {
      throw new HttpError(429, 'Too Many Requests', { fatal: false })
    },
  })
}
