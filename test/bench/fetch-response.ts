import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** The server recompresses a cached page with the best quality within this time. */
const COMPRESSION_MS = 500

interface ReceivedResponse {
  readonly status: number
  readonly etag: string | undefined
  /** Includes the headers. */
  readonly byteLength: number
}

function fetchResponse(url: string, headers: Readonly<Record<string, string>>): Promise<ReceivedResponse> {
  // Persistent connections, as those of the load, get other headers than single requests.
  const agent = new Agent({ keepAlive: true })
  return new Promise<ReceivedResponse>((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      const { socket } = response
      response.resume().on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, etag: response.headers.etag, byteLength: socket.bytesRead }),
      )
    })
      .on('error', reject)
      .end()
  }).finally(() => agent.destroy())
}

/** Fetches a response after the server has compressed it with the best quality, which a second request causes. */
export async function fetchHotResponse(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<ReceivedResponse> {
  for (let time = 0; time < 3; time++) await fetchResponse(url, headers)
  await wait(COMPRESSION_MS)
  return fetchResponse(url, headers)
}
