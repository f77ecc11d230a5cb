import type { AppContext } from './web/app-context.ts'
import { findDatabaseError } from './platform/database-error.ts'

/** How soon changes are noticed if there are no requests. */
const CHECK_INTERVAL_MS = 500

/** @returns a function that stops watching */
export function watchDatabase({ catalog, logger }: Pick<AppContext, 'catalog' | 'logger'>): () => void {
  let isAvailable = true
  const check = () => {
    // The file of a SQLite database is checked when its revision is read.
    void catalog.revision
    const { failure } = catalog.availability
    if (isAvailable === (failure === null)) return
    isAvailable = failure === null
    if (failure === null) return logger.info('the database is available again')
    const error = findDatabaseError(failure) ?? failure
    logger.error({ err: error }, `the database is unavailable: ${error.message}`)
  }
  check()
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
