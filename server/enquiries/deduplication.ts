import { hash } from 'node:crypto'
import type { Enquiry } from '../../shared/enquiry-fields.ts'
import type { Deduplication } from './enquiry-store.ts'

/** Duplicates come from double clicks, reloads and lost connections. */
const SAME_FORM_WINDOW_MS = 3_600_000

/**
 * Builds the key that recognises duplicates: a hash of the form's content and the key that the browser sent. Without
 * JavaScript there is no browser key, and equal forms are duplicates for an hour.
 */
export function buildDeduplication(enquiry: Enquiry, browserKey: string | undefined, now: Date): Deduplication {
  const { request, product, variant, name, email, phone, preferredTime } = enquiry
  // Without a variant, older versions, which may run during an update, build the same key.
  const content = JSON.stringify([
    browserKey ?? null,
    request,
    product,
    name,
    email,
    phone,
    preferredTime,
    ...(variant === null ? [] : [variant]),
  ])
  return {
    key: hash('sha256', content, 'base64url'),
    since: browserKey === undefined ? new Date(now.getTime() - SAME_FORM_WINDOW_MS).toISOString() : null,
  }
}
