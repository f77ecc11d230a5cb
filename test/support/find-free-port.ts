import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports from which the system opens outgoing connections: on Linux, from 32,768 on. */
const PORTS = { first: 20_000, count: 12_000 }

/** For a server that restarts at the same address; no outgoing connection takes the port meanwhile. */
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
