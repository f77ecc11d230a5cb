import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DownloadRules } from '../../server/import/files/request-address.ts'

/** `attempt` counts the requests of the path. */
export type Respond = (res: ServerResponse, req: IncomingMessage, attempt: number) => unknown

/** Other loopback addresses do not count as public. */
export const LOOPBACK_RULES: DownloadRules = { protocols: ['http:'], isAllowed: (address) => address === '127.0.0.1' }

/** @param responses by path; tests may replace them at any time @param respondElse responds at all other paths */
export async function startSupplier(responses: Readonly<Record<string, Respond>>, respondElse?: Respond) {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(req.url!)
    const respond = responses[req.url!] ?? respondElse!
    respond(res, req, asked.filter((path) => path === req.url).length)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    asked: asked as readonly string[],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
