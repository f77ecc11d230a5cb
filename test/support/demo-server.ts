import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inject } from 'vitest'
import { takeOffer } from './offer.ts'
import { startProcess, type ProcessOptions } from './start-process.ts'

export interface DemoServer extends AsyncDisposable {
  readonly url: string
}

/**
 * Finds the demo server of the run, or starts another one for other options. They share the catalogue, whose pictures
 * are small, so tests must not change it.
 */
export async function startDemo(options?: ProcessOptions): Promise<DemoServer> {
  if (options) return startDemoOn(await findDemoData(), options)
  return { url: await takeOffer<string>(inject('offers').demo), [Symbol.asyncDispose]: async () => {} }
}

export function findDemoData(): Promise<string> {
  return takeOffer(inject('offers').demoData)
}

export function startDemoOn(dataDir: string, { environment, ...options }: ProcessOptions): Promise<DemoServer> {
  return startProcess({ ...options, environment: { DATA_DIR: dataDir, ...environment } })
}

/** Copies the demo's catalogue for a test that changes it. */
export async function copyDemoDatabase(path: string): Promise<void> {
  const database = new DatabaseSync(join(await findDemoData(), 'vitrine.db'), { readOnly: true })
  database.prepare('VACUUM INTO ?').run(path)
  database.close()
}
