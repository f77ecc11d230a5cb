import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a Chromium is, and where the libraries are that it brought along. */
export interface BrowserFiles {
  readonly executablePath: string
  readonly libraryPath: string | undefined
}

/**
 * Finds a Chromium: the one that `CHROMIUM_PATH` names, or else the one among the dependencies. It has no window to draw,
 * which halves the work of the tests, and is unpacked with the libraries that a bare machine lacks.
 */
export async function findBrowserFiles(): Promise<BrowserFiles> {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, where nothing is.`)
    return { executablePath: named, libraryPath: undefined }
  }
  // The package lays its libraries out only where it believes to be on the platform it was made for.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return { executablePath: await chromium.executablePath(), libraryPath: join(tmpdir(), 'al2023', 'lib') }
}
