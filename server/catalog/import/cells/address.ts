export function isHttpsAddress(text: string): boolean {
  return /^https:\/\//i.test(text) && URL.canParse(text)
}

/** Whether a page may lead there: a path of the site, or an address of https. */
export function isLinkTarget(text: string): boolean {
  return /^\/(?![/\\])/.test(text) || isHttpsAddress(text)
}
