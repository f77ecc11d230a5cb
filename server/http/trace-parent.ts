import type { IncomingMessage } from 'node:http'

/**
 * Version, trace id, parent id and flags (W3C Trace Context, 3.2). A later version may add something behind a dash; what it
 * begins with means the same.
 */
const TRACE_PARENT =
  /^(?:00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}|(?!00|ff)[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(?:-[\x21-\x7e]*)?)$/

/** Ids that are no ids. */
const NOTHING = /^..-0{32}-|-0{16}-..(?:-|$)/

/** Longer than any that tells something. */
const MAX_LENGTH = 200

/** The trace that a request is a part of, for the log; undefined where none is told, or none that makes sense. */
export function readTraceParent({ headers }: IncomingMessage): string | undefined {
  const given = headers['traceparent']
  if (given === undefined) return undefined
  return typeof given === 'string' && given.length <= MAX_LENGTH && TRACE_PARENT.test(given) && !NOTHING.test(given)
    ? given
    : undefined
}
