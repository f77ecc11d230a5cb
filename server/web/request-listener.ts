import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AppContext } from './app-context.ts'
import { createCachedPageSender } from './page/cached-pages.ts'
import { LanguageSites } from './language-sites.ts'
import { createRequestRecorder } from './request-log.ts'

/** Sends a cached page, or passes the request to Express. */
export function createRequestListener(context: AppContext, languages: LanguageSites): RequestListener {
  const startRecord = createRequestRecorder(context)
  const sendCachedPage = createCachedPageSender(context)
  const { app } = languages.main
  return (req, res) => {
    const state = startRecord(req, res)
    ignoreLongAccepts(req)
    let isSent = false
    try {
      isSent = sendCachedPage(req, res, state)
    } catch {
      // An uncaught error would end the process. Express handles the request again, and logs a recurring error.
    }
    if (isSent) return
    if (LanguageSites.isCandidate(req.url ?? '')) void passToLanguage(languages, req, res)
    else app(req, res)
  }
}

/** Express matches the path without the language; `originalUrl` keeps it. */
async function passToLanguage(
  languages: LanguageSites,
  req: IncomingMessage & { originalUrl?: string },
  res: ServerResponse,
): Promise<void> {
  const { url = '' } = req
  const { app, context } = await languages.find(url)
  req.originalUrl = url
  // The home page is '/de', without a slash at its end; '//' matches only the redirect.
  req.url = url
    .slice(context.base.length)
    .replace(/^\/(?=$|\?)/, '//')
    .replace(/^(?!\/)/, '/')
  app(req, res)
}

/** Longer `Accept` headers are ignored: browsers send up to 150 characters, and parsing 15 KB would take 14 ms. */
const ACCEPT_MAX_LENGTH = 500

function ignoreLongAccepts({ headers }: IncomingMessage): void {
  if ((headers['accept-encoding']?.length ?? 0) > ACCEPT_MAX_LENGTH) delete headers['accept-encoding']
  if ((headers.accept?.length ?? 0) > ACCEPT_MAX_LENGTH) delete headers.accept
}
