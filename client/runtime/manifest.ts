import { MANIFEST_DELAY_MS } from '../../shared/constants.ts'
import { buildManifestUrl } from '../../shared/urls.ts'
import type { HttpClient } from './http.ts'

export interface ClientBuildManifest {
  readonly id: string
  /** When it was built, in milliseconds since 1970. */
  readonly timestamp: number
}

/** Fetches the build's own manifest a little after the start. @returns it, or undefined where it cannot be had */
export async function startManifest(http: HttpClient, buildId: string): Promise<ClientBuildManifest | undefined> {
  await new Promise((resolve) => setTimeout(resolve, MANIFEST_DELAY_MS))
  try {
    const { body } = await http(buildManifestUrl(buildId))
    return isManifest(body) ? body : undefined
  } catch (error) {
    console.warn('The manifest of the build could not be loaded.', error)
    return undefined
  }
}

/** Whether an answer tells of a build; a proxy may answer with anything. */
export function isManifest(body: unknown): body is ClientBuildManifest {
  return (
    typeof body === 'object' &&
    body !== null &&
    'id' in body &&
    'timestamp' in body &&
    typeof body.timestamp === 'number'
  )
}
