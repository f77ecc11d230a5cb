import type { Request, Response } from 'express'
import type { AppContext } from '../app-context.ts'
import { clientOf } from './client-of.ts'
import { notePhase } from './time-phase.ts'
import { timeLimit } from './until-ended.ts'

/**
 * Makes something for a visitor once it is the visitor's turn.
 * @param make gets the end of the time that it has
 * @throws BusyError where the turn does not come; else what making throws
 */
export function makeInTurn<Result>(
  context: AppContext,
  req: Request,
  res: Response,
  make: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { renderQueue, config } = context
  const askedAt = performance.now()
  return renderQueue.run(clientOf(req.ip), () => {
    notePhase(context, res, 'wait', askedAt)
    return make(timeLimit(config.renderTimeoutMs))
  })
}
