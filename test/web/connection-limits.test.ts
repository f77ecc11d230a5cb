import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitConnections, trackSockets } from '../../server/web/limits/connection-limits.ts'
import {
  disconnectSlowReaders,
  admitRequest,
  countBufferedPage,
  releaseRequest,
} from '../../server/web/limits/pending-responses.ts'
import { createLogger } from '../../server/platform/log.ts'

/** Fake time to advance; the server checks for slow readers several times while it passes. */
const CHECKS_MS = 300

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const silent = createLogger({ logLevel: 'silent' }, { write: () => {} })

/** Fakes a server's connections, because tests cannot connect from public addresses. */
class FakeServer extends EventEmitter {
  closeIdleConnections(): void {}
}

class FakeSocket extends EventEmitter {
  writableLength = 0
  bytesWritten = 0
  isDestroyed = false
  readonly remoteAddress: string

  constructor(remoteAddress = '127.0.0.1') {
    super()
    this.remoteAddress = remoteAddress
  }

  destroy(): void {
    this.isDestroyed = true
    this.emit('close')
  }
}

function openFrom(server: FakeServer, addresses: readonly string[]): readonly FakeSocket[] {
  return addresses.map((address) => {
    const socket = new FakeSocket(address)
    server.emit('connection', socket)
    return socket
  })
}

function countRefused(sockets: readonly FakeSocket[]): number {
  return sockets.filter(({ isDestroyed }) => isDestroyed).length
}

test('limits a public address to a twentieth of the connections, but not a private address', () => {
  const server = new FakeServer()
  limitConnections(
    server as unknown as Server,
    trackSockets(server as unknown as Server),
    { connectionsMax: 100, requestTimeoutMs: 30_000 },
    silent,
  )
  const greedy = openFrom(server, Array(9).fill('8.8.8.8'))
  expect(countRefused(greedy)).toBe(4)
  expect(countRefused(openFrom(server, ['8.8.4.4', '1.1.1.1']))).toBe(0)
  expect(countRefused(openFrom(server, Array(50).fill('10.0.0.7')))).toBe(0)
  greedy[0]!.destroy()
  expect(countRefused(openFrom(server, ['8.8.8.8']))).toBe(0)
  expect(
    countRefused(
      openFrom(
        server,
        Array.from({ length: 9 }, (_, number) => `2606:4700:1:2:${number}::1`),
      ),
    ),
  ).toBe(4)
})

test('above the buffer limit, disconnects only as many slow readers as needed, longest stalled first', () => {
  const server = new FakeServer()
  disconnectSlowReaders(server as unknown as Server, trackSockets(server as unknown as Server), 1_000, 1_000)
  const [first, second, third] = openFrom(server, ['1', '2', '3']) as [FakeSocket, FakeSocket, FakeSocket]
  first.writableLength = 900
  vi.advanceTimersByTime(CHECKS_MS)
  expect(first.isDestroyed).toBe(false)
  second.writableLength = 900
  third.writableLength = 50
  vi.advanceTimersByTime(CHECKS_MS)
  expect(first.isDestroyed).toBe(true)
  expect([second.isDestroyed, third.isDestroyed]).toEqual([false, false])
  second.emit('close')
  third.emit('close')
  server.emit('close')
})

test('counts a page waiting for compression as pending for its client until the request is released', () => {
  const server = new FakeServer()
  disconnectSlowReaders(server as unknown as Server, trackSockets(server as unknown as Server), 1_000, 1_000)
  const [first, second] = openFrom(server, ['1', '2']) as [FakeSocket, FakeSocket]
  const respond = (socket: FakeSocket) => {
    const req = { socket } as unknown as IncomingMessage
    const response = { socket, req } as unknown as ServerResponse
    admitRequest(req, response, () => {})
    countBufferedPage(response, 900)
    return response
  }
  respond(first)
  releaseRequest(respond(second))
  vi.advanceTimersByTime(CHECKS_MS)
  expect([first.isDestroyed, second.isDestroyed]).toEqual([false, false])
  respond(second)
  vi.advanceTimersByTime(CHECKS_MS)
  expect(first.isDestroyed).toBe(true)
  expect(second.isDestroyed).toBe(false)
  second.emit('close')
  server.emit('close')
})
