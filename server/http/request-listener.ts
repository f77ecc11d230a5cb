import type { RequestListener } from 'node:http'
import type { AppContext } from '../app-context.ts'
import { createApp } from '../app.ts'
import { keptPages } from './kept-pages.ts'
import { requestLog } from './request-log.ts'

/** The whole way of a request: its record, what is kept for it, and the app for all else. */
export function createRequestListener(context: AppContext): RequestListener {
  const startRecord = requestLog(context)
  const answerKept = keptPages(context)
  const app = createApp(context)
  return (req, res) => {
    const state = startRecord(req, res)
    if (!answerKept(req, res, state)) app(req, res)
  }
}
