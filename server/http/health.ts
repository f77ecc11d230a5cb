import { Router } from 'express'
import type { AppContext } from '../app-context.ts'
import { allowMethods } from './allow-methods.ts'
import { requestState } from './request-state.ts'

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
  try {
    await store.ping()
    return undefined
  } catch {
    return 'the database does not answer'
  }
}
