import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'

const DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d \+0000$/
const MESSAGE_ID = /^<[\w.-]+@[\w.-]+>$/

export interface ParsedMail extends Pick<Email, 'from' | 'to' | 'replyTo' | 'subject' | 'messageId'> {
  readonly text: string
  readonly html: string
  /** Values by header name in lower case. */
  readonly headers: ReadonlyMap<string, string>
}

/** Parses a mail and checks its format against RFC 5322, 2045 and 2046. */
export async function parseMail(source: string): Promise<ParsedMail> {
  const { headers, text, html, ...mail } = await PostalMime.parse(source)
  const values = new Map(headers.map(({ key, value }) => [key, value]))
  expect(values.size, 'a header is repeated').toBe(headers.length)
  expect(values.get('date')).toMatch(DATE)
  expect(values.get('message-id')).toMatch(MESSAGE_ID)
  expect(values.get('mime-version')).toBe('1.0')
  expect(values.get('content-type')).toMatch(/^multipart\/alternative; boundary="[^"]+"$/)
  // Bare CR or LF, 8-bit characters and long lines are forbidden.
  expect(source).not.toMatch(/[^\r]\n|\r(?!\n)|[^\t\r\n\x20-\x7E]/)
  expect(Math.max(...source.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998)
  const types = [...source.matchAll(/^Content-Type: (text\/\w+; charset=[\w-]+)\r\n/gm)].map(([, type]) => type)
  expect(types).toEqual(['text/plain; charset=utf-8', 'text/html; charset=utf-8'])
  expect(html).toMatch(/^<!doctype html>\n<html lang="[\w-]+" dir="(?:ltr|rtl)">/)
  return { ...mail, text: text!, html: html!, headers: values }
}
