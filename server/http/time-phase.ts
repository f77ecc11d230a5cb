import type { AppContext } from '../app-context.ts'
import type { RequestState } from './request-state.ts'
import { formatPhase, type Phase } from './server-timing.ts'

/** Records a part of a response that ends now, for the metrics and the `Server-Timing` header. @param startedAt `performance.now()` */
export function recordPhase(
  { metrics }: AppContext,
  { route, timings }: RequestState,
  phase: Phase,
  startedAt: number,
): void {
  const durationMs = performance.now() - startedAt
  metrics.countPhase(route, phase, durationMs)
  timings?.push(formatPhase(phase, durationMs))
}
