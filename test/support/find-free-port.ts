import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems take the ports of outgoing connections from a range above these. */
const PORTS = { first: 20_000, count: 12_000 }

/** Finds a port for a server that stops and starts again at the same address. No outgoing connection takes it meanwhile. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
