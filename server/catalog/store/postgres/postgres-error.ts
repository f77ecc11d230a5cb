import { DatabaseError, unavailableError } from '../../../platform/database-error.ts'

export const LOCK_NOT_AVAILABLE = '55P03'

const UNTRUSTED =
  'the certificate of the server is not signed by a trusted authority; set sslrootcert to the authority’s certificate'

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no PostgreSQL server listens at this address; start it or correct the address',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the DNS lookup of the host failed',
  ETIMEDOUT: 'the server does not respond',
  ECONNRESET: 'the server closed the connection',
  EPIPE: 'the server closed the connection',
  EHOSTUNREACH: 'there is no network route to the server',
  ENETUNREACH: 'there is no network route to the server',
  '28P01': 'the password or the user is wrong',
  '28000': 'the user is not allowed to connect',
  '3D000': 'the database does not exist',
  '42501': 'the user lacks a permission; it has to own the database, or a schema in it',
  '53100': 'the disk of the server is full',
  '53300': 'the server has too many connections; a smaller DATABASE_POOL_SIZE may help',
  '57P01': 'the server is being shut down',
  '57P02': 'the server crashed',
  '57P03': 'the server is starting or stopping',
  '57014': 'a statement took too long',
  '25006': 'the server is read-only; set DATABASE_URL to the primary server',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host',
}

/** Reasons for errors of the driver that have no code. */
const REASONS_BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [
    /does not support SSL/,
    'the server does not support TLS; set sslmode=disable in the address to connect without TLS',
  ],
  [
    /timeout exceeded when trying to connect/,
    'all connections of the pool are in use, or the server accepts no connections',
  ],
  [/timeout/i, 'the server does not respond'],
  [/terminated|not queryable|after calling end|closed/i, 'the connection was closed'],
  [/password must be a string|no password supplied/i, 'the server requires a password'],
]

/** Codes of errors that the server or the connection causes, not the statement. */
const UNAVAILABLE = /^(?:08|28|3D|53|57P|E[A-Z]|.*(?:CERT|SIGNATURE))/

/**
 * Translates an error of the driver: HttpError 503 if the server is unavailable, DatabaseError otherwise. It omits the server's
 * details, which quote rows with personal data.
 * @param address the server's, without user and password
 */
export function translatePostgresError(thrown: unknown, address: string): Error {
  // If a host name has several IP addresses, one error contains those of all connection attempts.
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
