import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { logMetricsFailed, logMetricsStarted, type Logger } from '../log.ts'
import type { MetricFamily } from './metric-family.ts'
import { EXPOSITION_TYPE, writeExposition } from './write-exposition.ts'

type Collect = () => Promise<readonly MetricFamily[]>

interface MetricsServer extends AsyncDisposable {
  readonly url: string
}

/**
 * Serves `/metrics` on the operator's port.
 * @throws where the port is taken
 */
export async function startMetricsServer(
  address: { readonly host: string; readonly port: number },
  logger: Logger,
  collect: Collect,
): Promise<MetricsServer> {
  const server = createServer(answer(logger, collect))
  server.listen(address.port, address.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${port}/metrics`
  logMetricsStarted(logger, url)
  return {
    url,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(logger: Logger, collect: Collect): RequestListener {
  return async (req, res) => {
    if (req.url?.split('?')[0] !== '/metrics') return void res.writeHead(404).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
    try {
      const text = writeExposition(await collect())
      res
        .writeHead(200, { 'Content-Type': EXPOSITION_TYPE, 'Cache-Control': 'no-store' })
        .end(req.method === 'HEAD' ? undefined : text)
    } catch (error) {
      logMetricsFailed(logger, error)
      res.writeHead(500).end()
    }
  }
}
