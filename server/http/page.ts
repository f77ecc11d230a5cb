import type { Request, Response } from 'express'
import { routeInvalid } from '../../shared/http-error.ts'
import type { AnyLoadedPage } from '../../shared/page-data.ts'
import type { RouteRedirect } from '../../shared/route-middleware.ts'
import type { AppContext } from '../app-context.ts'
import { loadFrame } from '../loaders/load-page.ts'
import { logRenderFailure } from '../log.ts'
import { renderStreamed, renderWhole } from '../render/render-page.tsx'
import { awaitDeferred, settleDeferred } from '../render/settle-deferred.ts'
import type { AnswerHeaders } from './answer-headers.ts'
import { answerTarget } from './answer-target.ts'
import { PRIVATE } from './cache-control.ts'
import { compressed } from './compressed.ts'
import { makeInTurn } from './make-in-turn.ts'
import type { PageAddress } from './page-address.ts'
import { findTarget, loadTarget, type PageTarget } from './page-target.ts'
import { redirect } from './redirect.ts'
import { isBotRequest, requestState } from './request-state.ts'
import { allowInlineScripts } from './security-headers.ts'
import { timePhase } from './time-phase.ts'
import { untilAborted } from './until-ended.ts'

/** A page of which a part is late. */
interface LatePage {
  readonly page: AnyLoadedPage
  /** Names of the data that is still to come. */
  readonly missing: readonly string[]
}

const HTML: readonly string[] = ['content-type', 'text/html; charset=utf-8']

/** The seven routes as HTML: whole where their data is all there, streamed where a part of it is late. */
export function page(context: AppContext, headers: AnswerHeaders): (req: Request, res: Response, address: PageAddress) => Promise<void> {
  return async (req, res, { match, pathname, search }) => {
    const target = await findTarget(res, match, pathname, search)
    if ('redirectTo' in target) {
      await headers.set(res)
      return redirect(res, target)
    }
    const draw = (signal: AbortSignal) => drawPage(context, res, target, signal)
    const made = await answerTarget(context, req, res, target, { kind: 'page', headers: [...HTML, ...(await headers.list())], make: draw })
    if (made === 'answered') return
    const { other } = made
    if (!other) throw routeInvalid(pathname + search)
    await headers.set(res)
    if ('redirectTo' in other) redirect(res, other)
    else if (req.method === 'HEAD') res.type('html').set('Cache-Control', PRIVATE).end()
    else await streamPage(context, req, res, target, other)
  }
}

async function drawPage(
  context: AppContext,
  res: Response,
  target: PageTarget,
  signal: AbortSignal,
): Promise<{ readonly bytes: Buffer } | { readonly other: LatePage | RouteRedirect | undefined }> {
  const loaded = await timePhase(context, res, 'load', () => loadTarget(context, target, requestState(res).id, signal))
  if (!loaded || 'redirectTo' in loaded) return { other: loaded }
  const settled = isBotRequest(res) ? { page: await untilAborted(awaitDeferred(loaded), signal), missing: [] } : await settleDeferred(loaded)
  if (settled.missing.length > 0) return { other: settled }
  const render = await describeRender(context, target, settled.page, signal)
  return { bytes: await timePhase(context, res, 'render', () => renderWhole(render)) }
}

async function streamPage(context: AppContext, req: Request, res: Response, target: PageTarget, { page: loaded, missing }: LatePage): Promise<void> {
  const state = requestState(res)
  const streamed = await makeInTurn(context, req, res, async (signal) => {
    const render = await describeRender(context, target, loaded, signal)
    return timePhase(context, res, 'render', () => renderStreamed(render, missing, (error) => logRenderFailure(context.logger, state.id, error)))
  })
  state.outcome = 'streamed'
  // A proxy that gathers answers first, as nginx does, is asked to pass this one on as it comes.
  res.type('html').set({ 'Cache-Control': PRIVATE, 'X-Accel-Buffering': 'no' })
  allowInlineScripts(res, streamed.nonce)
  compressed(req, res, () => {})
  await streamed.pipe(res)
}

async function describeRender({ store, config, build }: AppContext, { pathname, search }: PageTarget, view: AnyLoadedPage, signal: AbortSignal) {
  const frame = await loadFrame(store, config.siteUrl)
  return { frame, view, head: view.head, build, settings: config.client, url: pathname + search, signal }
}
