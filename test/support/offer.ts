import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Started<Made> {
  readonly made: Made
  stop?(): PromiseLike<unknown>
}

export interface Offer {
  readonly port: number
  stop(): Promise<void>
}

/** Offers what all workers share, and starts it when the first test requests it. */
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
      await (await started?.catch(() => undefined))?.stop?.()
    },
  }
}

/** @throws if its start failed */
export async function takeOffer<Made>(port: number): Promise<Made> {
  const response = JSON.parse(await text(connect(port, '127.0.0.1'))) as
    { readonly made: Made } | { readonly error: string }
  if ('error' in response) throw new Error(response.error)
  return response.made
}
