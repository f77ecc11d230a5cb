import { setTimeout as wait } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import type { AppContext } from './app-context.ts'
import { requestState } from './request-state.ts'

const PING_TIMEOUT_MS = 2_000

const NO_RESPONSE = 'the database does not respond'

/**
 * `/healthz`: the process responds. `/readyz`: it may get requests; 503 while it starts or drains, or without its
 * database.
 */
export function health(context: Pick<AppContext, 'catalog' | 'phase'>): RequestHandler {
  return async (req, res) => {
    requestState(res).outcome = 'health'
    const reason = req.path === '/readyz' ? await findReason(context) : undefined
    res.status(reason ? 503 : 200).set('Cache-Control', 'no-store')
    res.type('text/plain').send(`${reason ?? 'ok'}\n`)
  }
}

async function findReason({ phase, catalog }: Pick<AppContext, 'catalog' | 'phase'>): Promise<string | undefined> {
  if (phase !== 'serving') return phase
  const ping = catalog.ping().then(
    () => undefined,
    () => NO_RESPONSE,
  )
  return Promise.race([ping, wait(PING_TIMEOUT_MS, NO_RESPONSE, { ref: false })])
}
