import { setTimeout as wait } from 'node:timers/promises'
import { Router } from 'express'
import type { AppContext } from '../app-context.ts'
import { allowMethods } from './request-checks.ts'
import { requestState } from './request-state.ts'

/** Whoever asks about readiness does not wait long. */
const PING_LIMIT_MS = 2_000

const NO_ANSWER = 'the database does not answer'

/** `/healthz`: the process answers. `/readyz`: it may be sent visitors; 503 while starting, draining or without its database. */
export function health(context: AppContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(['/healthz', '/readyz'], allowMethods('GET', 'HEAD'), (_req, res, next) => {
    Object.assign(requestState(res), { route: 'health', outcome: 'health' })
    res.set('Cache-Control', 'no-store').type('text/plain')
    next()
  })
  router.get('/healthz', (_req, res) => {
    res.send('ok\n')
  })
  router.get('/readyz', async (_req, res) => {
    const reason = await findReason(context)
    if (reason) res.status(503).send(`${reason}\n`)
    else res.send('ok\n')
  })
  return router
}

/** Why the server should not be sent visitors, if so. */
async function findReason({ phase, store }: AppContext): Promise<string | undefined> {
  if (phase !== 'serving') return phase
  const answer = store.ping().then(
    () => undefined,
    () => NO_ANSWER,
  )
  return Promise.race([answer, wait(PING_LIMIT_MS, NO_ANSWER, { ref: false })])
}
