import { ImportError } from '../import/import-error.ts'
import { DatabaseBusyError, findDatabaseError } from '../platform/database-error.ts'
import { ConfigError } from '../platform/settings/config.ts'

/** @param consequence sentence added to errors of files, the database and the disk */
export function describeFailure(error: unknown, consequence: string): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof DatabaseBusyError)
    return `The database is busy: an import is running.${consequence} Try again when it is done.`
  if (!(error instanceof Error)) return String(error)
  // An error with a code comes from the disk or the database, and needs no stack trace.
  const isExpected = error instanceof ImportError || ('code' in error && typeof error.code === 'string')
  const known = isExpected ? error : findDatabaseError(error)
  return known ? known.message.replace(/(?<![.!?])$/, '.') + consequence : (error.stack ?? error.message)
}
