import type { RequestListener } from 'node:http'
import type { AppContext } from '../app-context.ts'
import { createApp } from '../app.ts'
import { logPipelinesCutOff } from '../log.ts'
import { createCachedPageSender } from './cache/cached-pages.ts'
import { countPerMinute } from './limits/count-per-minute.ts'
import { ignoreLongAccepts } from './limits/ignore-long-accepts.ts'
import { createRequestRecorder } from './request-log.ts'
import { admitRequest } from './limits/pending-responses.ts'

/** Handles every request: counts it for its connection, starts its log record, sends a cached page if there is one, and hands all else to Express. */
export function createRequestListener(context: AppContext): RequestListener {
  const startRecord = createRequestRecorder(context)
  const sendCachedPage = createCachedPageSender(context)
  const app = createApp(context)
  const noteCutOff = countPerMinute((connections) => logPipelinesCutOff(context.logger, connections))
  return (req, res) => {
    if (!admitRequest(req, res, noteCutOff)) return
    const state = startRecord(req, res)
    ignoreLongAccepts(req)
    let isSent = false
    try {
      isSent = sendCachedPage(req, res, state)
    } catch {
      // Thrown here it would end the process. Express tries once more, and turns an error into a response and a log line.
    }
    if (!isSent) app(req, res)
  }
}
