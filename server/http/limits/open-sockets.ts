import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The connections that are open at each moment.
 * @param server one that does not listen yet
 */
export function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}
