import { latestBuildUrl } from '../../shared/urls.ts'
import type { HttpClient } from './http.ts'
import { isManifest, type ClientBuildManifest } from './manifest.ts'

interface BuildCheckOptions {
  readonly http: HttpClient
  readonly buildId: string
  /** 0 never looks. */
  readonly intervalMs: number
  /** The build's own manifest; undefined where it is gone. */
  readonly manifest: Promise<ClientBuildManifest | undefined>
}

/**
 * Looks for a newer build from time to time, while the tab is visible, until it finds one.
 * @returns whether it found one
 */
export function startBuildCheck({ http, buildId, intervalMs, manifest }: BuildCheckOptions): () => boolean {
  let isOutdated = false

  async function check(): Promise<void> {
    try {
      const { body: latest } = await http(latestBuildUrl(Date.now()))
      // While a new version is rolled out, a server that still has an older one may answer.
      const ownTimestamp = (await manifest)?.timestamp ?? 0
      isOutdated = isManifest(latest) && latest.id !== buildId && latest.timestamp > ownTimestamp
    } catch (error) {
      console.warn('The newest build could not be asked for.', error)
    }
    if (!isOutdated) wait()
  }

  function wait(): void {
    setTimeout(() => {
      if (document.visibilityState === 'visible') void check()
      else document.addEventListener('visibilitychange', () => void check(), { once: true })
    }, intervalMs)
  }

  if (intervalMs > 0) wait()
  return () => isOutdated
}
