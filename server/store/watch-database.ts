import type { AppContext } from '../app-context.ts'
import { logDatabaseAvailable, logDatabaseUnavailable } from '../log.ts'

/** How soon a change of the catalogue, or the loss of the database, is noticed if nobody requests a page. */
const CHECK_INTERVAL_MS = 500

/**
 * Tells the page cache each revision of the catalogue, and the log when the database becomes unavailable and when it is back.
 * @returns a function that ends that
 */
export function watchDatabase({
  store,
  pageCache,
  logger,
}: Pick<AppContext, 'store' | 'pageCache' | 'logger'>): () => void {
  let isAvailable = true
  const check = () => {
    pageCache.noteRevision(store.revision)
    const { failure } = store
    if (isAvailable === (failure === null)) return
    isAvailable = failure === null
    if (failure === null) logDatabaseAvailable(logger)
    else logDatabaseUnavailable(logger, failure)
  }
  check()
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
