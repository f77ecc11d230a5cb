import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Paths of Chromium and its libraries. */
export interface BrowserFiles {
  readonly executablePath: string
  readonly libraryPath: string | undefined
}

/**
 * Finds the Chromium of `CHROMIUM_PATH`, or else the headless one of the dependencies. That one needs half the CPU time, and
 * comes with libraries that a minimal system lacks.
 */
export async function findBrowserFiles(): Promise<BrowserFiles> {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, which does not exist.`)
    return { executablePath: named, libraryPath: undefined }
  }
  // The package unpacks its libraries only on AWS Lambda, so this variable pretends that the process runs there.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return { executablePath: await chromium.executablePath(), libraryPath: join(tmpdir(), 'al2023', 'lib') }
}
