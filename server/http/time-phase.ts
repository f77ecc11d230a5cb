import type { Response } from 'express'
import type { AppContext } from '../app-context.ts'
import { requestState } from './request-state.ts'
import { describeTiming, type Phase } from './server-timing.ts'

/** Does a part of the making of an answer, for the metrics and for who asks how long it took. */
export async function timePhase<Result>(context: AppContext, res: Response, phase: Phase, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    notePhase(context, res, phase, startedAt)
  }
}

/** A part that ends now. */
export function notePhase({ metrics }: AppContext, res: Response, phase: Phase, startedAt: number): void {
  const durationMs = performance.now() - startedAt
  const { route, timings } = requestState(res)
  metrics.phases.observe(route ?? 'none', phase, durationMs / 1_000)
  timings?.push(describeTiming(phase, durationMs))
}
