import { Agent, request, type RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { buildItems, ENQUIRY } from './enquiries.ts'

const ENQUIRY_EVERY = 10

interface LoadReport {
  readonly sent: number
  /** Path and status or error of each failed request. */
  readonly failures: readonly string[]
  /** References of acknowledged enquiries. */
  readonly references: readonly string[]
}

interface SteadyLoad {
  /** Stops sending. @returns when all requests have a response */
  stop(): Promise<LoadReport>
}

/**
 * Sends requests at a constant rate: cached pages, new pages, and as every tenth request an enquiry, each from another client address.
 * @param paths must respond with 200
 */
export function startLoad(url: string, perSecond: number, paths: readonly string[]): SteadyLoad {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const failures: string[] = []
  const references: string[] = []
  const underWay = new Set<Promise<void>>()
  let sent = 0

  const send = async (options: RequestOptions, status: number, body?: string) => {
    try {
      const response = await exchange({ hostname, port, ...options }, body)
      if (response.status !== status)
        failures.push(`${options.path}: ${response.status} ${response.text.slice(0, 200)}`)
      else if (body !== undefined)
        references.push((JSON.parse(response.text) as { readonly reference: string }).reference)
    } catch (error) {
      failures.push(`${options.path}: ${String(error)}`)
    }
  }
  const sendNext = () => {
    const number = sent++
    if (number % ENQUIRY_EVERY === 0) {
      const localAddress = `127.1.${(number >> 8) % 256}.${number % 256}`
      const headers = { 'Content-Type': 'application/json' }
      const body = {
        ...ENQUIRY,
        items: buildItems(number / ENQUIRY_EVERY),
        request: `Question ${number / ENQUIRY_EVERY}`,
        key: `key-${number}`,
        filledInMs: 60_000,
      }
      return send(
        { method: 'POST', path: CONTACT_PATH, headers, localAddress, agent: false },
        201,
        JSON.stringify(body),
      )
    }
    // Every other URL is new, so its page is not cached.
    const path = paths[number % paths.length]!
    return send({ path: number % 2 ? path : `${path}?q=${number}`, agent }, 200)
  }

  const startedAt = performance.now()
  const timer = setInterval(() => {
    while (sent < ((performance.now() - startedAt) / 1_000) * perSecond) {
      const sending = sendNext().finally(() => underWay.delete(sending))
      underWay.add(sending)
    }
  }, 5)
  return {
    async stop() {
      clearInterval(timer)
      while (underWay.size > 0) await Promise.race([Promise.all(underWay), wait(100)])
      agent.destroy()
      return { sent, failures, references }
    },
  }
}

/** @throws if the response is incomplete */
function exchange(options: RequestOptions, body?: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(options, (response) => {
      text(response).then((read) => resolve({ status: response.statusCode!, text: read }), reject)
    })
    sending.once('error', reject).setTimeout(60_000, () => sending.destroy(new Error('no response')))
    sending.end(body)
  })
}
