import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../app-context.ts'
import type { Encoding } from '../render/encoded-body.ts'
import type { RequestState } from './request-state.ts'
import { describeTimings } from './server-timing.ts'

/** An answer's body, as one visitor takes it. */
interface Copy {
  readonly encoding: Encoding
  readonly bytes: Buffer
}

/**
 * Sends a finished answer. Its headers go out in one list, in small letters: Node would look through those of each that is set by
 * itself, and make the others small anew for each answer.
 * @param headers of the answer, names and values by turns; what differs from one answer to the next is added to them
 * @param copy null where the visitor has it already
 */
export function sendAnswer({ phase }: AppContext, req: IncomingMessage, res: ServerResponse, state: RequestState, headers: readonly string[], copy: Copy | null): void {
  const { id, age } = state
  const timing = describeTimings(state)
  res.writeHead(copy ? 200 : 304, [
    'x-request-id',
    id,
    ...headers,
    ...(timing === null ? NOTHING : ['server-timing', timing]),
    ...(age === undefined ? NOTHING : ['age', String(age)]),
    ...(phase === 'draining' ? CLOSING : NOTHING),
    ...(copy ? describeCopy(copy) : NOTHING),
  ])
  res.end(req.method === 'HEAD' ? undefined : copy?.bytes)
}

const NOTHING: readonly string[] = []
const CLOSING: readonly string[] = ['connection', 'close']

/** The headers that tell what the body is. */
export function describeCopy({ encoding, bytes }: Copy): readonly string[] {
  const length = ['content-length', String(bytes.length)]
  return encoding === 'identity' ? length : [...length, 'content-encoding', encoding]
}

/** Whether a client has an answer already (RFC 9110, 13.1.2: a weak comparison). */
export function hasCopy({ headers }: IncomingMessage, etag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined || given === etag) return given !== undefined
  const opaque = etag.replace(/^W\//, '')
  return given === '*' || given.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}
