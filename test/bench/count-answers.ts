import type { Client } from 'autocannon'

/** Node's numbers for what a parser of HTTP tells; autocannon listens under them. */
const HEADERS_COMPLETE = 2
const MESSAGE_COMPLETE = 4

/** Where the status stands in `HTTP/1.1 200 OK`. */
const STATUS_START = 9
const STATUS_END = 12

interface ParserOwner {
  parser: Record<number, (event?: unknown) => void> & { execute(chunk: Buffer): void }
}

/**
 * Lets a client know its answers by their length instead of parsing them. Autocannon's parser, which is written in JavaScript,
 * takes longer for an answer than a bare server does, and what would be measured is the load.
 * @param client that has just been made and has not set its parser up
 * @param answerBytes of each answer, headers included
 */
export function countAnswers(client: Client, answerBytes: number): void {
  let received = 0
  let statusCode = 0
  const parser: ParserOwner['parser'] = {
    execute(chunk) {
      if (received === 0) statusCode = Number(chunk.toString('latin1', STATUS_START, STATUS_END))
      received += chunk.length
      // A connection has one request at a time: what is longer is not the answer that it should be.
      if (received > answerBytes) throw new Error(`An answer of ${answerBytes} bytes has ${received} or more.`)
      if (received < answerBytes) return
      received = 0
      parser[HEADERS_COMPLETE]!({ statusCode, headers: [] })
      parser[MESSAGE_COMPLETE]!()
    },
  }
  ;(client as unknown as ParserOwner).parser = parser
}
