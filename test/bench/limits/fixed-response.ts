// The first minimal server: `node:http`, which sends the same response to every request.
//   node test/bench/limits/fixed-response.ts response.json
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FixedResponse {
  readonly status: number
  /** Alternating names and values, as `rawHeaders` in Node. */
  readonly headers: readonly string[]
  readonly bodyBase64: string
}

const { status, headers, bodyBase64 } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as FixedResponse
const body = Buffer.from(bodyBase64, 'base64')

const server = createServer((_req, res) => {
  res.writeHead(status, [...headers])
  res.end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
