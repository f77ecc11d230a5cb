import type { Server } from 'node:http'
import type { AppContext } from '../app-context.ts'
import { listenToQueries } from '../store/database-queries.ts'
import { collectMetrics } from './collect-metrics.ts'
import { Histogram } from './histogram.ts'
import type { MetricFamily } from './metric-family.ts'
import { ProcessMetrics } from './process-metrics.ts'

/** Watches what costs something to watch, statements to the database and the event loop, until its end. */
export class ServerWatch implements Disposable {
  readonly #context: AppContext
  readonly #server: Server
  readonly #queries = new Histogram('vitrine_database_query_duration_seconds', ['server', 'result'])
  readonly #process = new ProcessMetrics()
  readonly #stopListening = listenToQueries(({ server, isFailed, durationMs }) =>
    this.#queries.observe(server, isFailed ? 'failed' : 'ok', durationMs / 1_000),
  )

  /** @param server whose connections are counted */
  constructor(context: AppContext, server: Server) {
    this.#context = context
    this.#server = server
  }

  /** Everything that is told of the server at this moment. */
  async collect(): Promise<readonly MetricFamily[]> {
    return [...(await collectMetrics(this.#context, this.#server)), this.#queries.collect(), ...this.#process.collect()]
  }

  [Symbol.dispose](): void {
    this.#stopListening()
    this.#process[Symbol.dispose]()
  }
}
