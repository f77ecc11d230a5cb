import { domainToUnicode } from 'node:url'
import { toAsciiAddress } from '../../shared/email-address.ts'

/** Returns the address as its owner writes it: some browsers send 'info@xn--mller-kva.de' if 'info@müller.de' was typed. */
export function toUnicodeAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (!/(?:^|\.)xn--/i.test(domain)) return address
  const shown = address.slice(0, at) + domainToUnicode(domain)
  return toAsciiAddress(shown) === toAsciiAddress(address) ? shown : address
}
