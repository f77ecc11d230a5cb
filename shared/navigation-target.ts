/** Addresses that run or hold what somebody else wrote. */
const SCRIPT_PROTOCOL = /^(?:javascript|data|vbscript|blob):/i

/**
 * What browsers leave out when they read an address: blanks and control characters in front, tabs and line breaks
 * anywhere. Without it `java\nscript:` would pass for a path.
 */
// oxlint-disable-next-line no-control-regex
const IGNORED_BY_BROWSERS = /^[\u0000-\u0020]+|[\t\n\r]+/g

interface NavigationTargetOptions {
  /** Whether another site may be the target. */
  readonly external?: boolean
}

/**
 * Settles where a navigation or a redirect may lead: to a path of this site, elsewhere only where that was asked for,
 * and never to a script (specification, section 8).
 * @returns the address as a browser reads it
 * @throws an error that says how to allow what may be allowed; it is the maker's to read, no visitor's
 */
export function checkNavigationTarget(to: string, { external = false }: NavigationTargetOptions = {}): string {
  const address = to.replace(IGNORED_BY_BROWSERS, '')
  if (SCRIPT_PROTOCOL.test(address)) {
    throw new Error(
      `Navigation to a "${address.slice(0, address.indexOf(':'))}:" address is refused: it could run a script.`,
    )
  }
  if (isExternal(address) && !external) {
    throw new Error(
      `Navigation to the external address "${address}" is refused. Allow it with the option { external: true }.`,
    )
  }
  return address
}

/** Browsers take a backslash for a slash, so that `/\elsewhere.example` leads away as well. */
function isExternal(address: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(address) || /^[/\\]{2}/.test(address)
}
