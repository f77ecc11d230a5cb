import { ConfigError } from '../platform/settings/config.ts'
import { DatabaseBusyError, findDatabaseError } from '../platform/database-error.ts'

/** @param consequence sentence added to errors of the database and the disk */
export function describeDatabaseFailure(error: unknown, consequence: string): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof DatabaseBusyError)
    return `The database is busy: an import is running.${consequence} Try again when it is done.`
  const refused = findDatabaseError(error)
  if (refused) return endSentence(refused.message) + consequence
  if (!(error instanceof Error)) return String(error)
  // An error with a code comes from the disk or the database, and needs no stack trace.
  return 'code' in error && typeof error.code === 'string'
    ? endSentence(error.message) + consequence
    : (error.stack ?? error.message)
}

function endSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
