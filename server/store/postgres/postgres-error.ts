import { DatabaseError, unavailableError } from '../database-error.ts'

/** SQLSTATE of a timeout while waiting for a lock. */
export const LOCK_NOT_AVAILABLE = '55P03'

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the DNS lookup of the host failed',
  ETIMEDOUT: 'it does not respond',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  EHOSTUNREACH: 'there is no network route to it',
  ENETUNREACH: 'there is no network route to it',
  '28P01': 'the password or the user is wrong',
  '28000': 'the user may not connect',
  '3D000': 'there is no such database',
  '42501': 'the user lacks a permission',
  '53100': 'its disk is full',
  '53300': 'it has too many connections; a smaller DATABASE_POOL_SIZE may help',
  '57P01': 'it is being shut down',
  '57P02': 'it crashed',
  '57P03': 'it is starting or stopping',
  '57014': 'a statement took too long',
  '25006': 'it is read-only; set DATABASE_URL to the primary server',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is not signed by a trusted authority; set sslrootcert to the authority’s certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is not signed by a trusted authority; set sslrootcert to the authority’s certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is not signed by a trusted authority; set sslrootcert to the authority’s certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is not signed by a trusted authority; set sslrootcert to the authority’s certificate',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
}

/** Reasons for the driver's errors that have no code, by their message. */
const REASONS_BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, 'it does not support TLS; set sslmode=disable in the address to connect without'],
  [/timeout exceeded when trying to connect/, 'all connections of the pool are in use, or the server accepts none'],
  [/timeout/i, 'it does not respond'],
  [/terminated|not queryable|after calling end|closed/i, 'the connection was closed'],
  [/password must be a string|no password supplied/i, 'it requires a password'],
]

/** Codes of failures that do not depend on the statement: classes of SQLSTATE, and codes of Node.js. */
const UNAVAILABLE = /^(?:08|28|3D|53|57P|E[A-Z]|.*(?:CERT|SIGNATURE))/

/**
 * Translates an error of the driver: HttpError 503 if the server is unavailable, DatabaseError otherwise. The server's details
 * are left out, because they quote rows with personal data.
 * @param address of the server, without user and password
 */
export function translatePostgresError(thrown: unknown, address: string): Error {
  // If a host name has several IP addresses, their failures arrive together.
  const error: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const reason = code === undefined ? REASONS_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] : REASONS[code]
  const described = new DatabaseError(
    reason === undefined ? message : `The database at ${address} cannot be used: ${reason}`,
    code,
  )
  return reason !== undefined || (code !== undefined && UNAVAILABLE.test(code))
    ? unavailableError(described)
    : described
}
