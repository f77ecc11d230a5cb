import type { Client } from 'autocannon'

/** Codes of Node's HTTP parser, which autocannon uses as event names. */
const HEADERS_COMPLETE = 2
const MESSAGE_COMPLETE = 4

/** Index of the status in `HTTP/1.1 200 OK`. */
const STATUS_START = 9
const STATUS_END = 12

interface ParserOwner {
  parser: Record<number, (event?: unknown) => void> & { execute(chunk: Buffer): void }
}

/**
 * Counts responses by their length, because autocannon's parser is slower than the measured servers.
 * @param responseBytes length of each response including its headers
 */
export function countResponses(client: Client, responseBytes: number): void {
  let received = 0
  let statusCode = 0
  const parser: ParserOwner['parser'] = {
    execute(chunk) {
      if (received === 0) statusCode = Number(chunk.toString('latin1', STATUS_START, STATUS_END))
      received += chunk.length
      // A connection sends one request at a time, so these bytes belong to one response.
      if (received > responseBytes)
        throw new Error(`A response has ${received} bytes or more instead of ${responseBytes}.`)
      if (received < responseBytes) return
      received = 0
      parser[HEADERS_COMPLETE]!({ statusCode, headers: [] })
      parser[MESSAGE_COMPLETE]!()
    },
  }
  ;(client as unknown as ParserOwner).parser = parser
}
