import { Writable } from 'node:stream'
import type { Response } from 'express'

/** A page is buffered for the cache and for slow clients. */
const PAGE_MAX_BYTES = 32 * 2 ** 20

/** Buffers a page as fast as React renders it, and sends it as fast as the client reads. */
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
   * @param onStart called before the first byte, with the nonce of inline scripts
   */
  constructor(client: Response | null, onStart: (nonce: string | undefined) => void = () => {}) {
    // React would pause if the stream were full, and fail if it emitted `close`.
    super({ highWaterMark: Number.MAX_SAFE_INTEGER, emitClose: false })
    this.#client = client
    this.#onStart = onStart
  }

  /** After the start, the caller cannot send an error page. */
  get hasStarted(): boolean {
    return this.#hasStarted
  }

  get bytes(): Buffer {
    const bytes = Buffer.concat(this.#chunks, this.#byteCount)
    this.#chunks = [bytes]
    return bytes
  }

  /** @param tail the HTML after the page */
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

  /** React calls this when its HTML so far can be sent. */
  flush(): void {
    // The write is deferred, so that a page that ends in this task is one write, and one job for the compressor.
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
      // Otherwise the compressor would wait for more input.
      client.flush?.()
    }
  }
}
