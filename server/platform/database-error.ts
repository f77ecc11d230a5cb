import { HttpError } from '../../shared/http-error.ts'
import { httpError } from './http-errors.ts'

/** Versions update the databases of the version before them only. */
export const WRITTEN_BEFORE_1_1 =
  'A version of Vitrine before 1.1.0 wrote the database. Start it once with Vitrine 1.1.0, then with this version.'

/** An error of the database for the log, without passwords and stored data. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** SQLSTATE, SQLite's result code, or a network error's code. */
  readonly code: string | undefined

  constructor(message: string, code?: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Another writer holds the lock for too long; the client may retry. */
export class DatabaseBusyError extends HttpError {
  constructor(cause: unknown) {
    super(503, 'Service Unavailable', {
      cause: new DatabaseError('The database is locked by another writer; try again later', undefined, { cause }),
    })
  }
}

/** Wraps an error for the response, which only has the status. The cause is logged. */
export function unavailableError(cause: DatabaseError): HttpError {
  return httpError(503, { cause })
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof HttpError && error.status === 503
}

export function findDatabaseError(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error
  return error instanceof HttpError && error.cause instanceof DatabaseError ? error.cause : undefined
}
