import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import type { Logger } from '../platform/log.ts'

export interface MetricsServer extends AsyncDisposable {
  readonly url: string
}

/** @throws if the port is in use */
export async function startMetricsServer(
  address: { readonly host: string; readonly port: number },
  logger: Logger,
  collect: () => Promise<Registry>,
): Promise<MetricsServer> {
  const server = createServer((req, res) => void serveMetrics(req, res, logger, collect))
  server.listen(address.port, address.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${port}/metrics`
  logger.info({ metricsAddress: url }, 'metrics are served')
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

async function serveMetrics(
  { method, url }: IncomingMessage,
  res: ServerResponse,
  logger: Logger,
  collect: () => Promise<Registry>,
): Promise<void> {
  if (url?.split('?')[0] !== '/metrics') return void res.writeHead(404).end()
  if (method !== 'GET' && method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
  try {
    const text = await (await collect()).metrics()
    res
      .writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' })
      .end(method === 'HEAD' ? undefined : text)
  } catch (error) {
    logger.error({ err: error }, 'the metrics could not be collected')
    res.writeHead(500).end()
  }
}
