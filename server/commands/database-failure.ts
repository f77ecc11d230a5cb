import { ConfigError } from '../config.ts'
import { DatabaseBusyError, findDatabaseError } from '../store/database-error.ts'

/**
 * What a command says of an error that is none of its own arguments'.
 * @param consequence said behind it, where the database or the disk refused
 */
export function describeDatabaseFailure(error: unknown, consequence: string): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof DatabaseBusyError)
    return `The database is busy: an import is running.${consequence} Try again when it is done.`
  const refused = findDatabaseError(error)
  if (refused) return endSentence(refused.message) + consequence
  if (!(error instanceof Error)) return String(error)
  // The disk, the folder or the database refused: that is nobody's bug, and a stack would only hide what it says.
  return 'code' in error && typeof error.code === 'string'
    ? endSentence(error.message) + consequence
    : (error.stack ?? error.message)
}

function endSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
