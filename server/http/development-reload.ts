import { Router } from 'express'
import type { AppContext } from '../app-context.ts'
import { requestState } from './request-state.ts'

/** Tells open tabs which build runs: after a restart they connect again, see another id and reload. Development only. */
export function developmentReload({ build }: AppContext): Router {
  const router = Router()
  router.get('/_development/reload', (_req, res) => {
    Object.assign(requestState(res), { route: 'health', outcome: 'development' })
    res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders()
    res.write(`retry: 300\ndata: ${build.id}\n\n`)
  })
  return router
}
