import { get, type IncomingMessage } from 'node:http'
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
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const ended = new Promise<void>((resolve) => response.once('end', resolve))
  return {
    response,
    textSoFar: () => text,
    async whole() {
      await ended
      return text
    },
  }
}
