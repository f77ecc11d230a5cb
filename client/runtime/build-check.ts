import { MANIFEST_DELAY_MS } from '../../shared/constants.ts'
import { buildManifestUrl, latestBuildUrl } from '../../shared/urls.ts'
import type { HttpClient } from '../base/http.ts'

interface BuildManifest {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly timestamp: number
}

/**
 * Checks at intervals for a newer build while the tab is visible.
 * @param intervalMs zero disables the checks
 * @returns a function that tells whether one was found
 */
export function startBuildCheck(http: HttpClient, buildId: string, intervalMs: number): () => boolean {
  const manifest = fetchManifest(http, buildId)
  let isOutdated = false

  async function check(): Promise<void> {
    try {
      const { body: latest } = await http(latestBuildUrl(Date.now()))
      // In a rolling deployment an older server may respond, so timestamps are compared.
      const ownTimestamp = (await manifest)?.timestamp ?? 0
      isOutdated = isManifest(latest) && latest.id !== buildId && latest.timestamp > ownTimestamp
    } catch (error) {
      console.warn('The check for a newer build failed.', error)
    }
    if (!isOutdated) scheduleCheck()
  }

  function scheduleCheck(): void {
    setTimeout(() => {
      if (document.visibilityState === 'visible') void check()
      else document.addEventListener('visibilitychange', () => void check(), { once: true })
    }, intervalMs)
  }

  if (intervalMs > 0) scheduleCheck()
  return () => isOutdated
}

async function fetchManifest(http: HttpClient, buildId: string): Promise<BuildManifest | undefined> {
  await new Promise((resolve) => setTimeout(resolve, MANIFEST_DELAY_MS))
  try {
    const { body } = await http(buildManifestUrl(buildId))
    return isManifest(body) ? body : undefined
  } catch (error) {
    console.warn('The manifest of the build could not be loaded.', error)
    return undefined
  }
}

/** A proxy may respond with an error page of its own. */
function isManifest(body: unknown): body is BuildManifest {
  const { id, timestamp } = (body ?? {}) as Partial<BuildManifest>
  return id !== undefined && typeof timestamp === 'number'
}

export function startDevelopmentReload(buildId: string): void {
  new EventSource('/_development/reload').addEventListener('message', ({ data }) => {
    if (data !== buildId) window.location.reload()
  })
}
