import { escapeHtml } from '../../shared/escape.ts'

/** Characters that XML 1.0 does not allow, not even as references. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Escapes text for XML content and quoted attributes, and removes characters that XML does not allow. */
export function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed().replace(NOT_XML, ''))
}

export function writeElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}
