import { inject } from 'vitest'
import { takeOffer } from './offer.ts'
import { startProcess, type ServerProcess } from './start-process.ts'

/**
 * The demo as it is first seen. All of a run's demo servers share a folder: it is filled once, and each rendition is drawn once.
 * For tests that leave the catalogue as it is.
 */
export async function startDemo({ environment, ...options }: Parameters<typeof startProcess>[0] = {}): Promise<ServerProcess> {
  const dataDir = await takeOffer<string>(inject('demoDataPort'))
  return startProcess({ ...options, environment: { DATA_DIR: dataDir, ...environment } })
}
