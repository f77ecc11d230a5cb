import { HttpError } from '../../shared/http-error.ts'

/** What a database or the way to it said, in words that hold no password and no row. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** SQLSTATE, the name of SQLite's code, or Node's code of what went wrong on the way. */
  readonly code: string | undefined

  constructor(message: string, code?: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Nothing was changed, for somebody else has been writing for too long; trying again helps. */
export class DatabaseBusyError extends HttpError {
  constructor(cause: unknown) {
    super(503, 'Service Unavailable', {
      cause: new DatabaseError('The database is being written by somebody else', undefined, { cause }),
    })
  }
}

/** What is thrown where a database cannot answer at all: visitors learn no more than that it is worth asking again. */
export function unavailable(cause: DatabaseError): HttpError {
  return new HttpError(503, 'Service Unavailable', { cause })
}

/** Whether an error passes: the database is unreachable or busy. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof HttpError && error.status === 503
}

/** The database's part of an error, where it has one. */
export function findDatabaseError(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error
  return error instanceof HttpError && error.cause instanceof DatabaseError ? error.cause : undefined
}
