import { chromium, type Browser } from 'playwright-core'
import type { BrowserFiles } from './browser-files.ts'

/** Most prevent requests to the vendor, which log errors without network. */
const QUIET_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // By default a headless browser counts as a bot.
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
]

/** @param hasScrollbars whether scrollbars take room; headless browsers hide them by default */
export function launchChromium(
  { executablePath, environment }: BrowserFiles,
  { hasScrollbars = false } = {},
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: QUIET_ARGUMENTS,
    ...(hasScrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
    env: { ...process.env, ...environment },
  })
}
