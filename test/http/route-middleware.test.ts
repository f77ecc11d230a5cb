import { afterEach, expect, test } from 'vitest'
import { HttpError } from '../../shared/http-error.ts'
import { ROUTE_MIDDLEWARE, type RouteMiddleware } from '../../shared/route-middleware.ts'
import { ROUTES } from '../../shared/routes.ts'
import { startServer } from '../support/start-server.ts'

const known = ROUTE_MIDDLEWARE as Record<string, RouteMiddleware>
const about = ROUTES.about as { middleware?: readonly string[] }

/** Lets the about page ask this middleware, in the running server too. */
function guardAbout(middleware: RouteMiddleware): void {
  known['guard'] = middleware
  about.middleware = ['guard']
}
afterEach(() => {
  delete known['guard']
  delete about.middleware
})

test('a middleware is told the target and may let pass', async () => {
  const targets: unknown[] = []
  guardAbout((to) => {
    targets.push(to)
    return undefined
  })
  await using server = await startServer()
  expect((await server.request.get('/about?x=1')).status).toBe(200)
  expect(targets).toEqual([{ name: 'about', params: {}, pathname: '/about', search: '?x=1' }])
})

test('it may redirect, pages and payloads alike', async () => {
  guardAbout(() => ({ redirectTo: '/contact?from=about', status: 307 }))
  await using server = await startServer()
  const page = await server.request.get('/about')
  expect([page.status, page.headers['location']]).toEqual([307, '/contact?from=about'])
  const payload = await server.request.get('/about/_payload.json?some-build')
  expect([payload.status, payload.headers['location']]).toEqual([307, '/contact/_payload.json?from=about&some-build'])
})

test('a redirect without a status is a 302', async () => {
  guardAbout(() => ({ redirectTo: '/' }))
  await using server = await startServer()
  expect((await server.request.get('/about')).status).toBe(302)
})

test('aborting is the fatal 404', async () => {
  guardAbout(() => 'abort')
  await using server = await startServer()
  const answer = await server.request.get('/about')
  expect(answer.status).toBe(404)
  expect(answer.text).toContain('Page Not Found: /about')
})

test('its error is the answer', async () => {
  guardAbout(() => {
    throw new HttpError(403, 'Members only')
  })
  await using server = await startServer()
  const answer = await server.request.get('/about')
  expect(answer.status).toBe(403)
  expect(answer.text).toContain('Members only')
})

test.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example'])(
  'it leads to no other site: %s',
  async (redirectTo) => {
    guardAbout(() => ({ redirectTo }))
    await using server = await startServer()
    const answer = await server.request.get('/about')
    expect([answer.status, answer.headers['location']]).toEqual([500, undefined])
    expect(answer.text).toContain('Internal Server Error')
    expect(answer.text).not.toContain('elsewhere.example')
    expect(JSON.stringify(server.logLines)).toContain('Allow it with the option { external: true }')
  },
)

test('to another site only where that is said, to a script never', async () => {
  guardAbout(() => ({ redirectTo: 'https://elsewhere.example/', external: true }))
  await using server = await startServer()
  expect((await server.request.get('/about')).headers['location']).toBe('https://elsewhere.example/')
  guardAbout(() => ({ redirectTo: 'javascript:alert(1)', external: true }))
  const answer = await server.request.get('/about')
  expect([answer.status, answer.headers['location']]).toEqual([500, undefined])
})

test('a name that nobody knows is an error that says so', async () => {
  about.middleware = ['nobody']
  await using server = await startServer()
  const answer = await server.request.get('/about')
  expect(answer.status).toBe(500)
  expect(answer.text).toContain('Unknown route middleware: &#x27;nobody&#x27;.')
})
