import { isPlainOrigin } from '../../catalog/picture-origins.ts'

export function isHttpsAddress(text: string): boolean {
  return /^https:\/\//i.test(text) && URL.canParse(text)
}

/** Whether a page may lead there: a path of the site, or an address of https. */
export function isLinkTarget(text: string): boolean {
  return /^\/(?![/\\])/.test(text) || isHttpsAddress(text)
}

/** Whether pages can show a picture from there. */
export function isPictureAddress(text: string): boolean {
  return isHttpsAddress(text) && isPlainOrigin(new URL(text).origin)
}

/** An address without a scheme (`//cdn.example/a.jpg`), which takes that of its page, with https; any other text as it is. */
export function completeAddress(text: string): string {
  return /^\/\/[^/\\]/.test(text) ? `https:${text}` : text
}
