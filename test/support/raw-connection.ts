import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A client that sends exactly the given bytes, valid or not. */
export interface RawConnection extends Disposable {
  readonly socket: Socket
  send(text: string): void
  /** Repeats until the connection is disposed. */
  sendEvery(intervalMs: number, text: string): void
  /** Bytes received so far, as characters. */
  received(): string
  /** Everything received, once the server has closed the connection. */
  readonly closed: Promise<string>
}

export async function openConnection({ url }: { readonly url: string }): Promise<RawConnection> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  const closed = new Promise<string>((resolve) => {
    const end = () => resolve(received)
    socket.once('end', end).once('close', end).on('error', end)
  })
  await once(socket, 'connect')
  const send = (text: string) => void socket.write(text, 'latin1')
  const timers: NodeJS.Timeout[] = []
  return {
    socket,
    send,
    sendEvery: (intervalMs, text) => void timers.push(setInterval(send, intervalMs, text)),
    received: () => received,
    closed,
    [Symbol.dispose]() {
      for (const timer of timers) clearInterval(timer)
      socket.destroy()
    },
  }
}

/** Sends the whole text in one write. @returns everything that the server sends until it closes the connection */
export async function sendAndReceive(server: { readonly url: string }, text: string): Promise<string> {
  using connection = await openConnection(server)
  connection.send(text)
  return await connection.closed
}

/** Sends a request on a new socket. @returns the head in lower case and the body without chunk sizes, still compressed */
export async function requestRaw(
  server: { readonly url: string },
  path: string,
  { method = 'GET', headers = '', body = '' } = {},
): Promise<{ head: string; isComplete: boolean; body: Buffer }> {
  const received = await sendAndReceive(
    server,
    `${method} ${path} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n${headers}\r\n${body}`,
  )
  const headEnd = received.indexOf('\r\n\r\n')
  const head = received.slice(0, headEnd).toLowerCase()
  const content = Buffer.from(received.slice(headEnd + 4), 'latin1')
  if (!head.includes('\r\ntransfer-encoding: chunked')) {
    const length = Number(/^content-length: (\d+)$/m.exec(head)?.[1] ?? content.length)
    return { head, isComplete: content.length === length, body: content }
  }
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const sizeEnd = content.indexOf('\r\n', at)
    const size = sizeEnd === -1 ? 0 : Number.parseInt(content.subarray(at, sizeEnd).toString(), 16)
    if (!(size > 0)) break
    parts.push(content.subarray(sizeEnd + 2, sizeEnd + 2 + size))
    at = sizeEnd + 2 + size + 2
  }
  return { head, isComplete: received.endsWith('0\r\n\r\n'), body: Buffer.concat(parts) }
}
