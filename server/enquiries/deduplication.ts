import { createHash } from 'node:crypto'
import type { Enquiry } from '../../shared/enquiry-fields.ts'
import type { Deduplication } from './enquiry-store.ts'

/** A form that is sent again within this time, word for word, is the same enquiry: a double click, a reload, a line that broke. */
const SAME_FORM_WINDOW_MS = 3_600_000

/**
 * By what an enquiry that comes twice is known: by its words and the browser's key or, where no script made one, by its
 * words for an hour. The words always count, so that nothing that was changed in between is lost.
 */
export function buildDeduplication(enquiry: Enquiry, browserKey: string | undefined, now: Date): Deduplication {
  const { request, product, variant, name, email, phone, preferredTime } = enquiry
  // Without a variant the key is that of older versions, which may run beside this one.
  const words = JSON.stringify([
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
    key: createHash('sha256').update(words).digest('base64url'),
    since: browserKey === undefined ? new Date(now.getTime() - SAME_FORM_WINDOW_MS).toISOString() : null,
  }
}
