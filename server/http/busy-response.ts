import type { Request, Response } from 'express'
import { describeError, HttpError } from '../../shared/http-error.ts'
import type { AppContext } from '../app-context.ts'
import { logRenderFailure } from '../log.ts'
import { EncodedBody } from '../render/encoded-body.ts'
import { describeCopy } from './send-answer.ts'
import { drawErrorPage } from './error-page.ts'
import { negotiateEncoding } from './negotiate-encoding.ts'
import { RETRY_AFTER_S } from './retry-after.ts'
import { isBotRequest, requestState } from './request-state.ts'

/**
 * Says that there is too much to do just now. It has to cost next to nothing: the page is drawn once for each state of the
 * catalogue, for everybody.
 */
export function busyResponse(context: AppContext): (req: Request, res: Response) => Promise<void> {
  const body = describeError(new HttpError(503, 'Service Unavailable'), false)
  let drawn: { readonly revision: number; readonly page: Promise<EncodedBody> } | undefined
  const draw = async (requestId: string) =>
    new EncodedBody(await drawErrorPage(context, body, '/', (failure) => logRenderFailure(context.logger, requestId, failure)))

  return async (req, res) => {
    const state = requestState(res)
    Object.assign(state, { outcome: 'busy', error: undefined })
    res.status(503)
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Retry-After', RETRY_AFTER_S)
    if (state.answersInJson) {
      res.json(body)
      return
    }
    if (isBotRequest(res)) {
      res.type('text/plain').send(`${body.statusCode} ${body.statusMessage}\n`)
      return
    }
    const { revision } = context.store
    if (drawn?.revision !== revision) drawn = { revision, page: draw(state.id) }
    const page = await drawn.page
    const encoding = negotiateEncoding(req)
    const bytes = page.encode(encoding)
    res.writeHead(503, ['content-type', 'text/html; charset=utf-8', ...describeCopy({ encoding, bytes })])
    res.end(req.method === 'HEAD' ? undefined : bytes)
  }
}
