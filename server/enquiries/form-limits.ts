import { hash } from 'node:crypto'
import { toAsciiAddress } from '../../shared/email-address.ts'
import type { ConfirmationLimits, Deduplication } from './stored-enquiry.ts'
import type { Enquiry } from '../../shared/enquiry-fields.ts'

/** Confirmations per day (UTC), so that nobody uses the form to send mails to strangers. */
export const CONFIRMATIONS_PER_DAY = { address: 3, client: 10, site: 500 } as const

/** The counters are stored under hashes. @param client as `clientKey` identifies it */
export function limitConfirmation(address: string, client: string, now: Date): ConfirmationLimits {
  const day = now.toISOString().slice(0, 10)
  const count = (name: keyof typeof CONFIRMATIONS_PER_DAY, value: string) => ({
    key: hash('sha256', JSON.stringify([day, name, value]), 'base64url'),
    max: CONFIRMATIONS_PER_DAY[name],
  })
  return { day, counters: [count('address', normaliseAddress(address)), count('client', client), count('site', '')] }
}

/** Mails to `Jo+shop@x.example` are delivered to `jo@x.example`. */
function normaliseAddress(address: string): string {
  return toAsciiAddress(address)
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '')
}

/** Double clicks, reloads and retries repeat a form soon. */
const SAME_FORM_WINDOW_MS = 3_600_000

/**
 * Builds the key by which duplicates are recognised. Without JavaScript there is no browser key, so equal forms count as
 * duplicates for an hour.
 */
export function buildDeduplication(
  enquiry: Enquiry,
  { key: browserKey, isSuspected }: { readonly key: string | undefined; readonly isSuspected: boolean },
  now: Date,
): Deduplication {
  const { request, items, name, email, phone, preferredTime } = enquiry
  const [first] = items
  const isList = items.length > 1 || (first !== undefined && (first.quantity > 1 || first.note !== ''))
  // The key of a single product must stay as older versions compute it, which may run during an update.
  const content = JSON.stringify([
    browserKey ?? null,
    request,
    first?.product ?? null,
    name,
    toAsciiAddress(email),
    phone,
    preferredTime,
    ...(first?.variant ? [first.variant] : []),
    ...(isList ? [items.map(({ product, variant, quantity, note }) => [product, variant, quantity, note])] : []),
    // A suspected enquiry does not hide a later one that is not.
    ...(isSuspected ? ['suspected'] : []),
  ])
  return {
    key: hash('sha256', content, 'base64url'),
    since: browserKey === undefined ? new Date(now.getTime() - SAME_FORM_WINDOW_MS).toISOString() : null,
  }
}
