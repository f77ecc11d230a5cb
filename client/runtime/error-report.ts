import { CLIENT_ERROR_LENGTHS, type ClientErrorReport } from '../../shared/client-error.ts'
import { ERROR_REPORTS_MAX } from '../../shared/constants.ts'
import { CLIENT_ERRORS_PATH } from '../../shared/urls.ts'

/**
 * Reports uncaught errors and unhandled rejections to the server.
 * @returns a function that logs an error in the console, and reports it once
 */
export function startErrorReports(buildId: string): (error: unknown) => void {
  const reported = new Set<unknown>()

  function send(error: unknown): void {
    if (reported.has(error) || reported.size >= ERROR_REPORTS_MAX || isAbort(error)) return
    reported.add(error)
    const report: ClientErrorReport = {
      message: truncate('message', error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
      stack: truncate('stack', error instanceof Error ? (error.stack ?? '') : ''),
      path: truncate('path', window.location.pathname + window.location.search),
      buildId,
    }
    navigator.sendBeacon(CLIENT_ERRORS_PATH, new Blob([JSON.stringify(report)], { type: 'application/json' }))
  }

  // The browser itself writes these to its console.
  window.addEventListener('error', ({ error, message }) => send(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => send(reason))

  return (error) => {
    console.error(error)
    send(error)
  }
}

function truncate(name: keyof ClientErrorReport, text: string): string {
  return text.slice(0, CLIENT_ERROR_LENGTHS[name])
}

/** A newer navigation aborts an older one. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
