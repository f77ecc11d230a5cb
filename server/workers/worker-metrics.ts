import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { MetricFamily } from '../metrics/metric-family.ts'
import type { WorkerFamilies } from '../metrics/merge-families.ts'
import { WORKER_NUMBER } from './worker-number.ts'

/** A worker whose event loop is held for longer is left out; Prometheus itself waits ten seconds. */
const ANSWER_LIMIT_MS = 2_000

const question = z.object({ kind: z.literal('collect-metrics'), id: z.number() })
type Question = z.infer<typeof question>

interface Answer extends WorkerFamilies {
  readonly kind: 'metrics'
  /** Of the question. */
  readonly id: number
}

/** In a worker: answers whoever started it. @returns what ends that */
export function tellMetrics(collect: () => Promise<readonly MetricFamily[]>): () => void {
  const onMessage = async (message: unknown) => {
    const asked = question.safeParse(message)
    if (!asked.success) return
    const families = await collect().catch(() => [])
    if (process.connected)
      process.send!(
        { kind: 'metrics', id: asked.data.id, worker: WORKER_NUMBER!, families } satisfies Answer,
        undefined,
        undefined,
        () => {},
      )
  }
  process.on('message', onMessage)
  return () => process.off('message', onMessage)
}

let questionCount = 0

/** In the process that started the workers: asks all of them, and takes what comes in time. */
export async function askWorkers(): Promise<readonly WorkerFamilies[]> {
  const asked = { kind: 'collect-metrics', id: ++questionCount } satisfies Question
  const answers = await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => askWorker(worker!, asked)))
  return answers.filter((answer) => answer !== undefined).sort((a, b) => a.worker - b.worker)
}

async function askWorker(worker: Worker, asked: Question): Promise<WorkerFamilies | undefined> {
  const done = new AbortController()
  const answered = new Promise<WorkerFamilies>((resolve) => {
    const onMessage = (message: Partial<Answer>) => {
      if (message.kind === 'metrics' && message.id === asked.id) resolve(message as Answer)
    }
    worker.on('message', onMessage)
    done.signal.addEventListener('abort', () => worker.off('message', onMessage))
  })
  worker.send(asked, () => {})
  const answer = await Promise.race([
    answered,
    wait(ANSWER_LIMIT_MS, undefined, { ref: false, signal: done.signal }).catch(() => undefined),
  ])
  done.abort()
  return answer
}
