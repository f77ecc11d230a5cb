/** The address of which the domain is in ASCII. The last label may be in Punycode. */
const ASCII_ADDRESS = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i

/** Any other character could end the host of a URL, or be ignored in it. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u

/**
 * Returns the address as mail servers know it, with its domain in ASCII ('info@xn--mller-kva.de' for 'info@müller.de').
 * Text that is no address is returned unchanged.
 */
export function toAsciiAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (at === 0 || !DOMAIN.test(domain)) return address
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname
  } catch {
    return address
  }
}

/** Letters outside ASCII are valid only in the domain, because many mail servers refuse them before the "@". */
export function isEmailAddress(address: string): boolean {
  return ASCII_ADDRESS.test(toAsciiAddress(address))
}
