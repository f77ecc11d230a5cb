import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy that impairs the connection between a client and a server. */
interface TcpProxy extends AsyncDisposable {
  /** The given address with the proxy's host and port. */
  readonly url: string
  /** Delays responses on connections whose client sent this word, until `release`. */
  delayResponsesTo(word: string): void
  /** Delays what client and server send from now on. */
  delayBoth(milliseconds: number): void
  release(): void
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
  let heldWord: string | undefined
  let held: (() => void)[] = []
  let delayMs = 0
  const send = (socket: Socket, bytes: Buffer) => {
    if (delayMs === 0) socket.write(bytes)
    else setTimeout(() => socket.write(bytes), delayMs)
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isHeld = false
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
    client.on('data', (bytes) => {
      if (heldWord !== undefined && bytes.includes(heldWord)) isHeld = true
      send(upstream, bytes)
    })
    upstream.on('data', (bytes) => {
      if (!isHeld || heldWord === undefined) send(client, bytes)
      else held.push(() => client.write(bytes))
    })
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
    delayResponsesTo(word) {
      heldWord = word
    },
    delayBoth(milliseconds) {
      delayMs = milliseconds
    },
    release() {
      heldWord = undefined
      for (const write of held) write()
      held = []
    },
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
