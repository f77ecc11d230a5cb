import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy that breaks the connections between a client and a server. */
interface TcpProxy extends AsyncDisposable {
  /** The given address with the proxy's host and port. */
  readonly url: string
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>
  /** Accepts connections again. */
  mend(): Promise<void>
  readonly connectionCount: number
}

/** @param address such as postgres://user:password@host:5432/name */
export async function startProxy(address: string): Promise<TcpProxy> {
  const target = new URL(address)
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
    }
    client.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', (bytes) => client.write(bytes))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const port = await listen(0)
  target.port = String(port)
  const url = target.href
  target.port = new URL(address).port
  return {
    url,
    cut,
    async mend() {
      await listen(port)
    },
    get connectionCount() {
      return sockets.size / 2
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) await cut()
    },
  }
}
