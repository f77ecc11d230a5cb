import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What is started for a whole run, and how it ends. */
interface Started<Made> {
  /** What the tests need to know of it. */
  readonly made: Made
  stop(): PromiseLike<unknown>
}

export interface Offer {
  /** Where it is asked for. */
  readonly port: number
  stop(): Promise<void>
}

/** Waits for the first test of any worker that asks, and starts for all of them then what many runs do without. */
export async function offer<Made>(start: () => Promise<Started<Made>>): Promise<Offer> {
  let started: Promise<Started<Made>> | undefined
  const waiting = createServer((socket) => {
    started ??= start()
    started.then(
      ({ made }) => socket.end(JSON.stringify({ made })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    )
  }).listen(0, '127.0.0.1')
  await once(waiting, 'listening')
  return {
    port: (waiting.address() as AddressInfo).port,
    async stop() {
      waiting.close()
      await (await started?.catch(() => undefined))?.stop()
    },
  }
}

/** @throws what the start threw */
export async function takeOffer<Made>(port: number): Promise<Made> {
  const answer = JSON.parse(await text(connect(port, '127.0.0.1'))) as
    { readonly made: Made } | { readonly error: string }
  if ('error' in answer) throw new Error(answer.error)
  return answer.made
}
