import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { limitBytes } from '../import/files/request-address.ts'
import { Problem } from './problem.ts'

export interface ReceivedFile extends AsyncDisposable {
  readonly path: string
  /** SHA-256 of the bytes. */
  readonly digest: string
}

/**
 * Writes the body to a temporary folder, which is deleted on disposal.
 * @throws Problem if it is too large, incomplete or in a form that is not accepted, the signal's reason, and errors of
 * the disk
 */
export async function receiveFile(req: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<ReceivedFile> {
  const tooLarge = new Problem(413, `the file has more than ${Math.floor(maxBytes / 2 ** 20)} MB`)
  const encoding = req.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new Problem(415, `the content encoding "${encoding}" is not supported; send the file as it is, or with gzip`)
  if (/^multipart\//i.test(req.headers['content-type'] ?? ''))
    throw new Problem(
      415,
      'a form is not accepted; send the file itself, such as with curl --data-binary @products.csv',
    )
  if (Number(req.headers['content-length']) > maxBytes) throw tooLarge
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-push-'))
  const path = join(folder, 'file')
  const hash = createHash('sha256')
  const digest = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  // Destroying the request would close the connection before the client has the response.
  const body = req.iterator({ destroyOnReturn: false })
  const unpack = encoding === 'gzip' ? createGunzip() : new PassThrough()
  try {
    await pipeline(body, unpack, limitBytes(maxBytes, tooLarge), digest, createWriteStream(path), { signal })
    return {
      path,
      digest: hash.digest('base64url'),
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (signal.aborted) throw signal.reason
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_'))
      throw new Problem(400, 'the body cannot be unpacked, although its content encoding is gzip')
    if (code === 'ECONNRESET') throw new Problem(400, 'the connection ended before the file was complete')
    throw error
  }
}
