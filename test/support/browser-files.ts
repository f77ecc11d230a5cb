import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where a Chromium is, and where the libraries are that it brought along. */
export interface BrowserFiles {
  readonly executablePath: string
  readonly libraryPath: string | undefined
}

/**
 * Finds a Chromium: the one that `CHROMIUM_PATH` names, the system's, or the one among the dependencies, which is
 * unpacked with the libraries that a bare machine lacks.
 */
export async function findBrowserFiles(): Promise<BrowserFiles> {
  const installed = [process.env['CHROMIUM_PATH'] ?? '', ...SYSTEM_PATHS].find((path) => path && existsSync(path))
  if (installed) return { executablePath: installed, libraryPath: undefined }
  // The package lays its libraries out only where it believes to be on the platform it was made for.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return { executablePath: await chromium.executablePath(), libraryPath: join(tmpdir(), 'al2023', 'lib') }
}
