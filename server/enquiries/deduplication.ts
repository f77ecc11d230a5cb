import { hash } from 'node:crypto'
import type { Enquiry } from '../../shared/enquiry-fields.ts'
import type { Deduplication } from './enquiry-store.ts'

/**
 * Without a browser key, equal forms sent within this time count as duplicates. Double clicks, reloads and retries cause them.
 */
const SAME_FORM_WINDOW_MS = 3_600_000

/**
 * Builds the key by which duplicates are recognised: a hash of the form's content and of the key that the browser sent. Without
 * JavaScript there is no browser key, so equal forms count as duplicates for an hour.
 */
export function buildDeduplication(enquiry: Enquiry, browserKey: string | undefined, now: Date): Deduplication {
  const { request, items, name, email, phone, preferredTime } = enquiry
  const [first] = items
  const isList = items.length > 1 || (first !== undefined && (first.quantity > 1 || first.note !== ''))
  // For an enquiry about one product, the key must stay as older versions compute it, because they may run alongside during an
  // update.
  const content = JSON.stringify([
    browserKey ?? null,
    request,
    first?.product ?? null,
    name,
    email,
    phone,
    preferredTime,
    ...(first?.variant ? [first.variant] : []),
    ...(isList ? [items.map(({ product, variant, quantity, note }) => [product, variant, quantity, note])] : []),
  ])
  return {
    key: hash('sha256', content, 'base64url'),
    since: browserKey === undefined ? new Date(now.getTime() - SAME_FORM_WINDOW_MS).toISOString() : null,
  }
}
