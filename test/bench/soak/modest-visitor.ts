import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds of responses with status 200, and the number of all others. */
interface Latencies {
  readonly milliseconds: number[]
  failed: number
}

const ADDRESS = '198.20.0.1'
const PAUSE_MS = 200

/** Pauses between requests, as a person does. */
export function startModestVisitor(url: string, nextPath: () => string): { take(): Latencies; stop(): Promise<void> } {
  const agent = new Agent({ keepAlive: true })
  let latencies = noLatencies()
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const status = await requestPage(url + nextPath(), agent).catch(() => 0)
      if (status === 200) latencies.milliseconds.push(performance.now() - startedAt)
      else latencies.failed += 1
      await wait(PAUSE_MS)
    }
    agent.destroy()
  })()
  return {
    take() {
      const taken = latencies
      latencies = noLatencies()
      return taken
    },
    stop() {
      stopping.abort()
      return running
    },
  }
}

function noLatencies(): Latencies {
  return { milliseconds: [], failed: 0 }
}

/** @returns the status, after the whole response */
async function requestPage(url: string, agent: Agent): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent, headers: { 'x-forwarded-for': ADDRESS, 'accept-encoding': 'br' } }, resolve).on('error', reject)
  })
  for await (const _chunk of response) continue
  return response.statusCode ?? 0
}
