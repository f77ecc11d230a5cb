import { formatFetchResult, KEPT_HINT } from '../import/format-report.ts'
import { fetchRemoteFiles } from '../import/pictures/fetch-remote-files.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { CommandProcess, ExitCode } from './command-line.ts'
import { ProgressDisplay } from './progress.ts'

const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Fetches the pictures and documents at remote addresses, and shows the progress. The first Ctrl+C ends this in order, a
 * second one immediately.
 * @returns 0; 1 if something could not be fetched; the exit code of a signal
 */
export async function runFetch(
  store: CatalogStore,
  style: { readonly verbose?: boolean | undefined },
  own: CommandProcess,
  terminal: Console,
): Promise<ExitCode> {
  if ((await store.readSite()).keepRemotePictures) {
    terminal.log(`Pictures and documents stay at their remote addresses, as keepRemotePictures says. ${KEPT_HINT}`)
    return 0
  }
  const display = new ProgressDisplay(own.stderr, 'pictures and documents')
  const interrupted = new AbortController()
  let signalCode: ExitCode | undefined
  const interrupt = (signal: 'SIGINT' | 'SIGTERM') => {
    signalCode = SIGNAL_CODES[signal]
    interrupted.abort()
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const result = await fetchRemoteFiles(store, {
      rules: own.downloadRules,
      signal: interrupted.signal,
      onProgress: (done, total) => display.show(done, total),
    })
    display.stop()
    terminal.log(formatFetchResult(result, style))
    return signalCode ?? (result.failed.count > 0 ? 1 : 0)
  } finally {
    display.stop()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}
