import type { Request, Response } from 'express'
import { routeInvalid, routeNotFound } from '../../shared/http-error.ts'
import { checkNavigationTarget } from '../../shared/navigation-target.ts'
import type { RouteRedirect } from '../../shared/route-middleware.ts'
import { BUILD_ID_HEADER, payloadUrl } from '../../shared/urls.ts'
import type { AppContext } from '../app-context.ts'
import { awaitDeferred } from '../render/settle-deferred.ts'
import type { AnswerHeaders } from './answer-headers.ts'
import { answerTarget } from './answer-target.ts'
import type { PayloadAddress } from './page-address.ts'
import { findTarget, loadTarget } from './page-target.ts'
import { redirect } from './redirect.ts'
import { requestState } from './request-state.ts'
import { splitUrl } from './split-url.ts'
import { timePhase } from './time-phase.ts'
import { untilAborted } from './until-ended.ts'

/** `{route}/_payload.json?{build id}`: the page's data, from the loader that draws it as well. */
export function payload(context: AppContext, headers: AnswerHeaders): (req: Request, res: Response, address: PayloadAddress) => Promise<void> {
  // Search engines are to show pages, not their data.
  const ownHeaders = ['content-type', 'application/json; charset=utf-8', BUILD_ID_HEADER.toLowerCase(), context.build.id, 'x-robots-tag', 'noindex']
  return async (req, res, { match, pathname, search, buildId }) => {
    const state = requestState(res)
    state.answersInJson = true
    const sendElsewhere = async (found: RouteRedirect) => {
      const there = splitUrl(checkNavigationTarget(found.redirectTo))
      await headers.set(res)
      redirect(res, { ...found, redirectTo: payloadUrl(there.pathname, there.search, buildId) })
    }
    if (!match) throw routeNotFound(pathname + search)
    const target = await findTarget(res, match, pathname, search)
    if ('redirectTo' in target) return sendElsewhere(target)
    const make = async (signal: AbortSignal) => {
      const loaded = await timePhase(context, res, 'load', () => loadTarget(context, target, state.id, signal))
      if (!loaded || 'redirectTo' in loaded) return { other: loaded }
      return { bytes: Buffer.from(JSON.stringify(await untilAborted(awaitDeferred(loaded), signal))) }
    }
    const made = await answerTarget(context, req, res, target, { kind: 'payload', headers: [...ownHeaders, ...(await headers.list())], make })
    if (made === 'answered') return
    if (!made.other) throw routeInvalid(pathname + search)
    await sendElsewhere(made.other)
  }
}
