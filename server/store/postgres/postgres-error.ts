import { DatabaseError, unavailable } from '../database-error.ts'

/** SQLSTATE of a lock that was not to be had in time. */
export const LOCK_NOT_AVAILABLE = '55P03'

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host’s name cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it broke the connection off',
  EPIPE: 'it broke the connection off',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  '28P01': 'the password or the user is wrong',
  '28000': 'the user may not connect',
  '3D000': 'there is no such database',
  '42501': 'the user may not do that',
  '53100': 'its disk is full',
  '53300': 'it has too many connections; a smaller DATABASE_POOL_SIZE may help',
  '57P01': 'it is being shut down',
  '57P02': 'it crashed',
  '57P03': 'it is starting or stopping',
  '57014': 'an answer took too long',
  '25006': 'it only lets read; DATABASE_URL has to name the primary server',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not signed by anybody trusted; sslrootcert names the authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not signed by anybody trusted; sslrootcert names the authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not signed by anybody trusted; sslrootcert names the authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is not signed by anybody trusted; sslrootcert names the authority',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
}

/** What the driver says without a code. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, 'it does not speak TLS; sslmode=disable in the address does without'],
  [/timeout exceeded when trying to connect/, 'all connections of the pool are in use, or none can be made'],
  [/timeout/i, 'it does not answer'],
  [/terminated|not queryable|after calling end|closed/i, 'the connection broke off'],
  [/password must be a string|no password supplied/i, 'it wants a password'],
]

/** Codes that say that the server cannot answer now, whatever is asked: classes of SQLSTATE, and Node's own. */
const UNAVAILABLE = /^(?:08|28|3D|53|57P|E[A-Z]|.*(?:CERT|SIGNATURE))/

/**
 * What is thrown where the driver failed: a 503 where the server cannot answer at all, else what it said. What servers tell
 * of rows besides stays out, for visitors wrote them.
 * @param address of the server, without user and password
 */
export function describePostgresError(thrown: unknown, address: string): Error {
  // Several addresses of one name fail together; the first one stands for them.
  const error: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const reason = code === undefined ? WORDS.find(([pattern]) => pattern.test(message))?.[1] : REASONS[code]
  const described = new DatabaseError(
    reason === undefined ? message : `The database at ${address} cannot be used: ${reason}`,
    code,
  )
  return reason !== undefined || (code !== undefined && UNAVAILABLE.test(code)) ? unavailable(described) : described
}
