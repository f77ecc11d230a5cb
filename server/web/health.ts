import { setTimeout as wait } from 'node:timers/promises'
import { Router } from 'express'
import type { AppContext } from './app-context.ts'
import { allowMethods } from './request-checks.ts'
import { requestState } from './request-state.ts'

const PING_TIMEOUT_MS = 2_000

const NO_RESPONSE = 'the database does not respond'

/**
 * `/healthz`: the process responds. `/readyz`: it may get requests; 503 while it starts or drains, or without its
 * database.
 */
export function health(context: Pick<AppContext, 'catalog' | 'phase'>): Router {
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

async function findReason({ phase, catalog }: Pick<AppContext, 'catalog' | 'phase'>): Promise<string | undefined> {
  if (phase !== 'serving') return phase
  const ping = catalog.ping().then(
    () => undefined,
    () => NO_RESPONSE,
  )
  return Promise.race([ping, wait(PING_TIMEOUT_MS, NO_RESPONSE, { ref: false })])
}
