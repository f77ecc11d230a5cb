import { hash } from 'node:crypto'
import { toAsciiAddress } from '../../shared/email-address.ts'
import type { ConfirmationLimits } from './stored-enquiry.ts'

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
