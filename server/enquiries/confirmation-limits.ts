import { hash } from 'node:crypto'
import type { ConfirmationLimits } from './enquiry-store.ts'

/** Limits of the confirmations sent in a day (UTC), so that nobody can use the form to send mails to strangers. */
export const CONFIRMATIONS_PER_DAY = { address: 3, client: 10, site: 500 } as const

/**
 * Builds the limits of a confirmation. The counters are stored as hashes, and deleted on the next day.
 * @param client as `clientKey` identifies it
 */
export function limitConfirmation(address: string, client: string, now: Date): ConfirmationLimits {
  const day = now.toISOString().slice(0, 10)
  const count = (name: keyof typeof CONFIRMATIONS_PER_DAY, value: string) => ({
    key: hash('sha256', JSON.stringify([day, name, value]), 'base64url'),
    max: CONFIRMATIONS_PER_DAY[name],
  })
  return { day, counters: [count('address', normaliseAddress(address)), count('client', client), count('site', '')] }
}

/** Removes what mail servers ignore: they deliver mails to `Jo+shop@x.example` to `jo@x.example`. */
function normaliseAddress(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '')
}
