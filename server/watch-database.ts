import type { AppContext } from './web/app-context.ts'
import { findDatabaseError } from './platform/database-error.ts'

/** How soon changes are noticed if there are no requests. */
const CHECK_INTERVAL_MS = 500

/** @param onChange called after each change of the catalogue @returns a function that stops watching */
export function watchDatabase(
  { store, pageCache, logger }: Pick<AppContext, 'store' | 'pageCache' | 'logger'>,
  onChange: () => void,
): () => void {
  let isAvailable = true
  let { revision } = store
  const check = () => {
    pageCache.updateRevision(store.revision)
    if (store.revision !== revision) {
      ;({ revision } = store)
      onChange()
    }
    const { failure } = store
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
