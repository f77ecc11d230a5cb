import { CLIENT_ERROR_LENGTHS, type ClientErrorReport } from '../../shared/client-error.ts'
import { ERROR_REPORTS_MAX } from '../../shared/constants.ts'
import { CLIENT_ERRORS_PATH } from '../../shared/urls.ts'

/** Logs an error in the console and in the server's log; each one once. */
type ReportError = (error: unknown) => void

/** Watches for errors that nobody catches. */
export function startErrorReports(buildId: string): ReportError {
  const reported = new Set<unknown>()

  function send(error: unknown): void {
    if (reported.has(error) || reported.size >= ERROR_REPORTS_MAX || isAbort(error)) return
    reported.add(error)
    const report: ClientErrorReport = {
      message: cut('message', error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
      stack: cut('stack', error instanceof Error ? (error.stack ?? '') : ''),
      path: cut('path', window.location.pathname + window.location.search),
      buildId,
    }
    navigator.sendBeacon(CLIENT_ERRORS_PATH, new Blob([JSON.stringify(report)], { type: 'application/json' }))
  }

  // The browser writes these two into the console itself.
  window.addEventListener('error', ({ error, message }) => send(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => send(reason))

  return (error) => {
    console.error(error)
    send(error)
  }
}

function cut(name: keyof ClientErrorReport, text: string): string {
  return text.slice(0, CLIENT_ERROR_LENGTHS[name])
}

/** Somebody moved on: not an error. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
