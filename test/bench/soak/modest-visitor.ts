import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds of the responses with 200, and the number of failures. */
interface Experience {
  readonly milliseconds: number[]
  failed: number
}

const ADDRESS = '198.20.0.1'
const PAUSE_MS = 200

/** Requests pages one after another with pauses, as a person does. */
export function startModestVisitor(url: string, nextPath: () => string): { take(): Experience; stop(): Promise<void> } {
  const agent = new Agent({ keepAlive: true })
  let experience = noExperience()
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now()
      const status = await ask(url + nextPath(), agent).catch(() => 0)
      if (status === 200) experience.milliseconds.push(performance.now() - startedAt)
      else experience.failed += 1
      await wait(PAUSE_MS)
    }
    agent.destroy()
  })()
  return {
    take() {
      const taken = experience
      experience = noExperience()
      return taken
    },
    stop() {
      over.abort()
      return asking
    },
  }
}

function noExperience(): Experience {
  return { milliseconds: [], failed: 0 }
}

/** @returns the status after the whole response */
async function ask(url: string, agent: Agent): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent, headers: { 'x-forwarded-for': ADDRESS, 'accept-encoding': 'br' } }, resolve).on('error', reject)
  })
  for await (const _piece of response) continue
  return response.statusCode ?? 0
}
