import { escapeHtml } from '../../platform/escape-html.ts'

/** XML 1.0 forbids these characters, even as references. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Escapes the text and removes characters that XML forbids. */
export function writeElement(name: string, text: string): string {
  return `<${name}>${escapeHtml(text.toWellFormed().replace(NOT_XML, ''))}</${name}>`
}
