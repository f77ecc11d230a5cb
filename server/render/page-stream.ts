import { Writable } from 'node:stream'
import type { Response } from 'express'

/** Longer pages are taken for a mistake: a page waits in memory for the cache and for clients that read slowly. */
const PAGE_MAX_BYTES = 32 * 2 ** 20

/**
 * Between React and the client: takes what React renders at any time, collects it for the page cache, and passes it on as
 * fast as the client reads. A client that stops reading or disconnects holds up the pipe, never the render.
 */
export class PageStream extends Writable {
  readonly #client: Response | null
  readonly #onStart: (nonce: string | undefined) => void
  #chunks: Buffer[] = []
  #byteCount = 0
  #sentByteCount = 0
  #tail = ''
  #hasStarted = false
  #hasEnded = false
  #isClientFull = false

  /**
   * @param client null if nobody waits for the stream: the page is rendered for the cache only
   * @param onStart sets status and headers; called right before the first byte, with the nonce of the page's inline scripts
   */
  constructor(client: Response | null, onStart: (nonce: string | undefined) => void = () => {}) {
    // React stops rendering into a stream that says it is full, and makes an error of one that says it is closed.
    super({ highWaterMark: Number.MAX_SAFE_INTEGER, emitClose: false })
    this.#client = client
    this.#onStart = onStart
  }

  /** Whether status and headers are decided: an error from here on ends the connection. */
  get hasStarted(): boolean {
    return this.#hasStarted
  }

  /** All of the page that React has written so far: the whole page, once React is done. */
  get bytes(): Buffer {
    this.#chunks = [Buffer.concat(this.#chunks, this.#byteCount)]
    return this.#chunks[0]!
  }

  /** Sends status, headers and what stands before the page. @param tail what follows after it */
  start(head: string, tail: string, nonce?: string): void {
    this.#hasStarted = true
    this.#tail = tail
    this.#onStart(nonce)
    this.#client?.on('drain', () => {
      this.#isClientFull = false
      this.#send()
    })
    this.write(head)
  }

  /** React calls it whenever what it has written so far is complete in itself. */
  flush(): void {
    // If the page ends in the same task, its end goes out with it: each write costs the compressor a job on another thread.
    queueMicrotask(() => this.#send())
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#chunks.push(chunk)
    this.#byteCount += chunk.length
    done(this.#byteCount > PAGE_MAX_BYTES ? new Error(`The page is longer than ${PAGE_MAX_BYTES} bytes.`) : undefined)
  }

  override _final(done: () => void): void {
    const tail = Buffer.from(this.#tail)
    this.#chunks.push(tail)
    this.#byteCount += tail.length
    this.#hasEnded = true
    this.#send()
    done()
  }

  #send(): void {
    const client = this.#client
    if (!client || this.#isClientFull || client.destroyed || client.writableEnded) return
    const rest = this.bytes.subarray(this.#sentByteCount)
    this.#sentByteCount = this.#byteCount
    if (this.#hasEnded) {
      client.end(rest)
    } else if (rest.length > 0) {
      this.#isClientFull = !client.write(rest)
      // Otherwise it would wait in the compressor for more.
      client.flush?.()
    }
  }
}
