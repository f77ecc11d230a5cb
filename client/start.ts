// The script that every page loads first; the rest is loaded on first use.
import { ignoreErrorOnLeave, reloadAfter } from './base/chunk-failure.ts'
import { readDocumentData, readSettings } from './base/document-data.ts'
import { createHttpClient } from './base/http.ts'
import { yieldToBrowser } from './base/scheduling.ts'
import { startBuildCheck, startDevelopmentReload } from './runtime/build-check.ts'
import { startErrorReports } from './runtime/error-report.ts'
import { BUILDS_PATH } from '../shared/urls.ts'
import { keepEarlyEvents } from './startup/early-events.ts'
import { waitForFirstUse } from './startup/first-use.ts'

const data = readDocumentData()
const { buildId, scripts } = data
const { buildCheckIntervalMs, httpBaseUrl } = readSettings(data)
const reportError = startErrorReports(buildId)
const isOutdated = startBuildCheck(createHttpClient(httpBaseUrl), buildId, buildCheckIntervalMs)
if (DEVELOPMENT) startDevelopmentReload(buildId)
const earlyEvents = keepEarlyEvents()
await waitForFirstUse()
try {
  // A rejection is an uncaught error, which `startErrorReports` reports.
  const hydrate = await load()
  await yieldToBrowser()
  await hydrate()
  await yieldToBrowser()
} finally {
  earlyEvents.repeat()
}

async function load(): Promise<() => Promise<void>> {
  for (const script of scripts) preloadModule(BUILDS_PATH + script)
  try {
    return await ignoreErrorOnLeave(async () => {
      const { loadFirstPage, hydratePage } = await import('./main.tsx')
      // Evaluating the scripts has taken long, so the browser may paint and handle input.
      await yieldToBrowser()
      const page = await loadFirstPage(data)
      return () => hydratePage(page, { reportError, isOutdated })
    })
  } catch (error) {
    // Without scripts, an event may open another page, which a reload would cancel.
    if (earlyEvents.repeat()) throw error
    return reloadAfter(error)
  }
}

function preloadModule(href: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}
