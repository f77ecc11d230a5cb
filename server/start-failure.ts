import { ConfigError } from './config.ts'
import { findDatabaseError } from './store/database-error.ts'

/** What Node says of an address that cannot be listened to. */
interface ListenError extends Error {
  readonly code: string
  readonly syscall: 'listen'
  readonly address?: string
  readonly port?: number
}

const LISTEN_REASONS: Readonly<Record<string, (error: ListenError) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is in use already; PORT names another one`,
  EACCES: ({ port }) => `port ${port} is not for this user; PORT names another one`,
  EADDRNOTAVAIL: ({ address }) => `${address} is no address of this machine; HOST names another one`,
}

/** Why the server cannot start, in words for whoever started it. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (isListenError(error)) return LISTEN_REASONS[error.code]?.(error) ?? error.message
  return findDatabaseError(error)?.message ?? (error instanceof Error ? error.message : String(error))
}

function isListenError(error: unknown): error is ListenError {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}
