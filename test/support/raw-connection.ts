import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A client that says what it is told to, byte by byte, whether it makes sense or not. */
export interface RawConnection extends Disposable {
  readonly socket: Socket
  say(text: string): void
  /** What came so far, byte by byte as characters. */
  heard(): string
  /** When the server has closed or cut the connection. @returns all that came before */
  readonly closed: Promise<string>
}

export async function openConnection({ url }: { readonly url: string }): Promise<RawConnection> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  let heard = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text
  })
  const closed = new Promise<string>((resolve) => {
    const end = () => resolve(heard)
    socket.once('end', end).once('close', end).on('error', end)
  })
  await once(socket, 'connect')
  return {
    socket,
    say: (text) => void socket.write(text, 'latin1'),
    heard: () => heard,
    closed,
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

/** Says it all at once. @returns what the server says until it closes */
export async function sayAndListen(server: { readonly url: string }, text: string): Promise<string> {
  using connection = await openConnection(server)
  connection.say(text)
  return await connection.closed
}
