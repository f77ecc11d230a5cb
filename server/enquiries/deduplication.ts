import { createHash } from 'node:crypto'
import type { Enquiry } from '../../shared/enquiry-fields.ts'
import type { Deduplication } from './enquiry-store.ts'

/** An identical form sent within this time is a duplicate, caused by a double click, a reload or a lost connection. */
const SAME_FORM_WINDOW_MS = 3_600_000

/**
 * Builds the key by which duplicates are recognised: a hash of the form's content and the key from the browser or, without
 * JavaScript, of the content alone, for an hour. The content is always included, so that a corrected form is not lost.
 */
export function buildDeduplication(enquiry: Enquiry, browserKey: string | undefined, now: Date): Deduplication {
  const { request, product, variant, name, email, phone, preferredTime } = enquiry
  // Without a variant, the key equals that of older versions, which may run at the same time.
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
    key: createHash('sha256').update(content).digest('base64url'),
    since: browserKey === undefined ? new Date(now.getTime() - SAME_FORM_WINDOW_MS).toISOString() : null,
  }
}
