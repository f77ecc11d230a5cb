import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Finds a port for a server that restarts at the same address. Another process may take it meanwhile. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
