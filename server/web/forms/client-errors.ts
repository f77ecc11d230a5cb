import express, { type RequestHandler } from 'express'
import * as z from 'zod'
import { CLIENT_ERROR_LENGTHS, type ClientErrorReport } from '../../../shared/client-error.ts'
import type { AppContext } from '../app-context.ts'
import { httpError } from '../../platform/http-errors.ts'
import { redactUrl } from '../../platform/redact-url.ts'
import { rateLimited } from '../limits/client-limits.ts'
import { allowMethods, limitBody } from '../request-checks.ts'
import { isBotRequest, recordAs, requestState } from '../request-state.ts'

/** The longest allowed texts fit, with four bytes per character. */
const BODY_MAX_BYTES = 24_000

const REPORTS_PER_MINUTE = 20
const MINUTE_MS = 60_000

const text = (name: keyof ClientErrorReport) => z.string().max(CLIENT_ERROR_LENGTHS[name])
const reportSchema = z.object({
  message: text('message'),
  stack: text('stack'),
  path: text('path'),
  buildId: text('buildId'),
}) satisfies z.ZodType<ClientErrorReport>

export function clientErrors({ logger }: Pick<AppContext, 'logger'>): readonly RequestHandler[] {
  return [
    recordAs({ route: 'client-errors', outcome: 'report', respondsInJson: true }),
    allowMethods('POST'),
    rateLimited(MINUTE_MS, REPORTS_PER_MINUTE),
    limitBody(BODY_MAX_BYTES),
    express.json({ limit: BODY_MAX_BYTES }),
    (req, res) => {
      const report = reportSchema.safeParse(req.body)
      if (!report.success) throw httpError(400)
      const { path, ...rest } = report.data
      const line = { requestId: requestState(res).id, bot: isBotRequest(res), ...rest, path: redactUrl(path) }
      // Only a warning, because any client can report errors.
      logger.warn(line, 'a browser reported an error')
      res.status(204).end()
    },
  ]
}
