// Like `fixed-response.ts`, but with Express.
//   node test/bench/limits/express-response.ts response.json
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { FixedResponse } from './fixed-response.ts'

const { status, headers, bodyBase64 } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as FixedResponse
const body = Buffer.from(bodyBase64, 'base64')

const app = express()
app.disable('x-powered-by')
app.use((_req, res) => {
  res.writeHead(status, [...headers]).end(body)
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
