import { findDatabaseError } from './database-error.ts'

interface ListenError extends Error {
  readonly code: string
  readonly syscall: 'listen'
  readonly port?: number
}

const LISTEN_REASONS: Readonly<Record<string, (error: ListenError) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is already in use; set PORT or METRICS_PORT to another port`,
  EACCES: ({ port }) =>
    `port ${port} needs more permissions than this user has; set PORT or METRICS_PORT to another port`,
}

export function describeStartFailure(error: unknown): string {
  if (isListenError(error)) return LISTEN_REASONS[error.code]?.(error) ?? error.message
  return findDatabaseError(error)?.message ?? (error instanceof Error ? error.message : String(error))
}

function isListenError(error: unknown): error is ListenError {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}
