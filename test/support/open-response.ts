import { get, type IncomingMessage } from 'node:http'
import { createBrotliDecompress } from 'node:zlib'
import type { TestServer } from './start-server.ts'

/** The text can be read while it arrives. */
export async function openResponse(
  server: Pick<TestServer, 'url'>,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(server.url + path, { headers }, resolve).on('error', reject)
  })
  const isCompressed = response.headers['content-encoding'] === 'br'
  const body = isCompressed ? response.pipe(createBrotliDecompress()) : response
  let text = ''
  body.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const ended = new Promise<void>((resolve) => body.once('end', resolve))
  return {
    response,
    textSoFar: () => text,
    async whole() {
      await ended
      return text
    },
  }
}
