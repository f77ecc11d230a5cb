import { Writable } from 'node:stream'
import type { Response } from 'express'

/** Longer pages are treated as an error, because a page is buffered for the cache and for slow clients. */
const PAGE_MAX_BYTES = 32 * 2 ** 20

/**
 * Connects React with the client: buffers the page as fast as React renders it, for the page cache, and sends it as fast as the
 * client reads. A client that stops reading or disconnects never delays the render.
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
   * @param client null if the page is rendered for the cache only
   * @param onStart sets status and headers; called right before the first byte, with the nonce of the page's inline scripts
   */
  constructor(client: Response | null, onStart: (nonce: string | undefined) => void = () => {}) {
    // React pauses if a stream reports that it is full, and fails if it is closed; this stream reports neither.
    super({ highWaterMark: Number.MAX_SAFE_INTEGER, emitClose: false })
    this.#client = client
    this.#onStart = onStart
  }

  /** Whether status and headers have been sent: later errors end the connection. */
  get hasStarted(): boolean {
    return this.#hasStarted
  }

  /** The page as far as React has written it. */
  get bytes(): Buffer {
    this.#chunks = [Buffer.concat(this.#chunks, this.#byteCount)]
    return this.#chunks[0]!
  }

  /** Sends status, headers and the HTML before the page. @param tail the HTML after the page */
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

  /** React calls it when the HTML written so far can be sent. */
  flush(): void {
    // If the page ends in the same task, its end is sent in the same write: each write is a job on the compressor's thread.
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
      // Without a flush, the compressor would wait for more input.
      client.flush?.()
    }
  }
}
