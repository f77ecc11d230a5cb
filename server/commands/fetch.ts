import { formatFetchResult, KEPT_HINT } from '../import/format-report.ts'
import { fetchRemoteFiles } from '../import/pictures/fetch-remote-files.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { CatalogCall } from './catalog-call.ts'
import { writeProgress } from './progress.ts'

/**
 * Fetches the pictures and documents at remote addresses, and shows the progress.
 * @returns 1 if something could not be fetched
 */
export async function runFetch({ values, own, terminal }: CatalogCall, store: CatalogStore): Promise<0 | 1> {
  if ((await store.readSite()).keepRemotePictures) {
    terminal.log(`Pictures and documents stay at their remote addresses, as keepRemotePictures says. ${KEPT_HINT}`)
    return 0
  }
  const onProgress = writeProgress(own.stderr, 'pictures and documents')
  const result = await fetchRemoteFiles(store, { rules: own.downloadRules, onProgress })
  terminal.log(formatFetchResult(result, values))
  return result.failed.count > 0 ? 1 : 0
}
