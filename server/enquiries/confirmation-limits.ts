import { hash } from 'node:crypto'
import type { ConfirmationLimits } from './enquiry-store.ts'

/** Confirmations that are sent in a day (UTC), so that nobody can make the site write to strangers. */
export const CONFIRMATIONS_PER_DAY = { address: 3, client: 10, site: 500 } as const

/**
 * Builds the limits of a confirmation. The counters are hashes, which the next day deletes.
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

/** Mail servers deliver `Jo+shop@x.example` to `jo@x.example`. */
function normaliseAddress(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '')
}
