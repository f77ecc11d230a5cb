import type { Request, Response } from 'express'
import { describeError, HttpError } from '../../../shared/http-error.ts'
import type { AppContext } from '../../app-context.ts'
import { logRenderFailure } from '../../log.ts'
import { EncodedBody } from '../../render/encoded-body.ts'
import { bodyHeaders } from '../cache/cached-pages.ts'
import { buildPlainErrorPage, buildErrorPage } from '../pages/error-page.ts'
import { negotiateEncoding } from '../cache/content-encoding.ts'
import { isBotRequest, requestState } from '../request-state.ts'
import { RETRY_AFTER_S } from './retry-after.ts'
import { streamPage } from '../pages/render-queued.ts'

/**
 * Sends 503 because too much is requested. It has to cost next to nothing: its page is rendered once for each state of the
 * catalogue and cached.
 */
export function createBusyResponder(context: AppContext): (req: Request, res: Response) => Promise<void> {
  const body = describeError(new HttpError(503, 'Service Unavailable'), false)
  let cached: { readonly revision: number; readonly page: Promise<EncodedBody> } | undefined
  const render = async (req: Request, res: Response) => {
    const page = await buildErrorPage(context, body, '/')
    const bytes = await streamPage(context, page, { req, res, onStart: () => {}, isSilent: true }).catch(
      (failure: unknown) => {
        logRenderFailure(context.logger, requestState(res).id, failure)
        return Buffer.from(buildPlainErrorPage(body))
      },
    )
    return new EncodedBody(bytes)
  }

  return async (req, res) => {
    const state = requestState(res)
    Object.assign(state, { outcome: 'busy', error: undefined })
    res.status(503)
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Retry-After', RETRY_AFTER_S)
    if (state.respondsInJson) {
      res.json(body)
      return
    }
    if (isBotRequest(res)) {
      res.type('text/plain').send(`${body.statusCode} ${body.statusMessage}\n`)
      return
    }
    const { revision } = context.store
    if (cached?.revision !== revision) cached = { revision, page: render(req, res) }
    const page = await cached.page
    const encoding = negotiateEncoding(req)
    const bytes = page.encode(encoding)
    res.writeHead(503, ['content-type', 'text/html; charset=utf-8', ...bodyHeaders(bytes, encoding)])
    res.end(req.method === 'HEAD' ? undefined : bytes)
  }
}
