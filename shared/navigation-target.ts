const SCRIPT_PROTOCOL = /^(?:javascript|data|vbscript|blob):/i

/** Browsers remove these characters from URLs, so `java\nscript:` would otherwise pass as a path. */
// oxlint-disable-next-line no-control-regex
const IGNORED_BY_BROWSERS = /^[\u0000-\u0020]+|[\t\n\r]+/g

/**
 * Checks the target of a navigation or redirect. It may be a path of this site, another site only if `external` is set, and never
 * a script (requirement 2.11).
 * @returns the URL without the characters that browsers remove
 * @throws an error for developers if the target is not allowed
 */
export function checkNavigationTarget(to: string, { external = false }: { readonly external?: boolean } = {}): string {
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

/** Browsers treat backslashes as slashes, so `/\elsewhere.example` is external as well. */
function isExternal(address: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(address) || /^[/\\]{2}/.test(address)
}
