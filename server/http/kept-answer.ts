import type { IncomingMessage, OutgoingMessage } from 'node:http'
import type { Encoding } from '../render/encoded-body.ts'

/** Headers that each answer has of its own. */
const PER_ANSWER = ['x-request-id', 'connection']

/** Whether a client has an answer already (RFC 9110, 13.1.2: a weak comparison). */
export function hasCopy({ headers }: IncomingMessage, etag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined || given === etag) return given !== undefined
  const opaque = etag.replace(/^W\//, '')
  return given === '*' || given.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}

/** The headers that an answer has so far, names and values by turns, to be sent with each of its copies. */
export function copyHeaders(res: OutgoingMessage): readonly string[] {
  return res.getHeaderNames().flatMap((name) => (PER_ANSWER.includes(name) ? [] : [name, String(res.getHeader(name))]))
}

/** The headers that tell what the body is. */
export function describeBody(encoding: Encoding, body: Buffer): readonly string[] {
  const length = ['content-length', String(body.length)]
  return encoding === 'identity' ? length : [...length, 'content-encoding', encoding]
}
