import type { IncomingMessage, RequestListener } from 'node:http'
import type { AppContext } from './app-context.ts'
import { createApp } from './app.ts'
import { createPipelineLogger } from '../base/log.ts'
import { createCachedPageSender } from './cache/cached-pages.ts'
import { admitRequest } from './limits/pending-responses.ts'
import type { PageRenders } from './pages/page-renders.ts'
import { createRequestRecorder } from './request-log.ts'
import type { CommonHeaders } from './response-headers.ts'

/** Handles every request: starts its log record, and sends a cached page or passes the request to Express. */
export function createRequestListener(
  context: AppContext,
  commonHeaders: CommonHeaders,
  renders: PageRenders,
): RequestListener {
  const startRecord = createRequestRecorder(context)
  const sendCachedPage = createCachedPageSender(context)
  const app = createApp(context, commonHeaders, renders)
  const logPipelineClosed = createPipelineLogger(context.logger)
  return (req, res) => {
    if (!admitRequest(req, res, logPipelineClosed)) return
    const state = startRecord(req, res)
    ignoreLongAccepts(req)
    let isSent = false
    try {
      isSent = sendCachedPage(req, res, state)
    } catch {
      // An uncaught error would end the process. Express handles the request again, and logs the error if it recurs.
    }
    if (!isSent) app(req, res)
  }
}

/** Longer `Accept` headers are ignored: browsers send up to 150 characters, and parsing 15 KB would take 14 ms. */
const ACCEPT_MAX_LENGTH = 500

function ignoreLongAccepts({ headers }: IncomingMessage): void {
  if ((headers['accept-encoding']?.length ?? 0) > ACCEPT_MAX_LENGTH) delete headers['accept-encoding']
  if ((headers.accept?.length ?? 0) > ACCEPT_MAX_LENGTH) delete headers.accept
}
