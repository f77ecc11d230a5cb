import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ROUTE_NAMES, ROUTES } from '../../shared/routes.ts'
import { useBuild } from '../support/builds.ts'
import { STATIC_PATHS } from '../../server/catalog/rules/redirects.ts'
import { requestRaw } from '../support/raw-connection.ts'
import { useServer } from '../support/start-server.ts'

const server = await useServer()

test('serves the id and time of the latest build with Cache-Control: no-store', async () => {
  const { id, timestamp } = server.context.build
  const latest = server.request.get(`/builds/latest.json?${Date.now()}`)
  await latest.expect(200, { id, timestamp }).expect('Cache-Control', 'no-store')
})

test('serves a build manifest as immutable with or without .json, and an unknown one as a 404 in JSON', async () => {
  const { id, timestamp } = server.context.build
  for (const path of [`/builds/meta/${id}`, `/builds/meta/${id}.json`]) {
    const response = await server.request.get(path)
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.body).toMatchObject({
      id,
      timestamp,
      prerendered: STATIC_PATHS,
      matcher: ROUTE_NAMES.map((name) => ({ name, path: ROUTES[name].path })),
    })
  }
  const unknown = await server.request.get('/builds/meta/00000000.json').expect(404).expect('Cache-Control', 'no-store')
  expect(unknown.body).toMatchObject({ statusCode: 404 })
})

test('serves assets with hashed names, as immutable, and with brotli if the client accepts it', async () => {
  const names = readdirSync(join(await useBuild('production'), 'builds')).filter((name) => /\.(js|css)$/.test(name))
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !/-[A-Z0-9]{8}\.(js|css)$/.test(name))).toEqual([])
  for (const name of ['.js', '.css'].map((ending) => names.find((each) => each.endsWith(ending))!)) {
    const plain = await fetch(`${server.url}/builds/${name}`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    const brotli = await requestRaw(server, `/builds/${name}`, { headers: 'Accept-Encoding: gzip, br\r\n' })
    expect(brotli.head).toContain('content-encoding: br')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(await plain.text())
  }
})

test('responds to a missing asset with a 404 in plain text and no-store, not with a page', async () => {
  const missing = server.request.get('/builds/chunk-GONE.js').expect('Content-Type', 'text/plain; charset=utf-8')
  const { text } = await missing.expect(404).expect('Cache-Control', 'no-store')
  expect(text.length).toBeLessThan(100)
})
