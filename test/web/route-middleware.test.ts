import { afterEach, expect, test, vi } from 'vitest'
import { HttpError } from '../../shared/http-error.ts'
import { ROUTE_MIDDLEWARE, type RouteMiddleware } from '../../shared/route-middleware.ts'
import { ROUTES } from '../../shared/routes.ts'
import { useServer } from '../support/start-server.ts'

const known = ROUTE_MIDDLEWARE as Record<string, RouteMiddleware>
const about = ROUTES.about as { middleware?: readonly string[] }

// A cached page is sent without asking its middleware.
const server = await useServer({ environment: { PAGE_CACHE_MB: '0' } })

/** Adds middleware to the about page of the running server. */
function guardAbout(middleware: RouteMiddleware): void {
  known['guard'] = middleware
  about.middleware = ['guard']
}
afterEach(() => {
  delete known['guard']
  delete about.middleware
})

test('a middleware receives the target and allows the request if it returns undefined', async () => {
  const middleware = vi.fn<RouteMiddleware>()
  guardAbout(middleware)
  await server.request.get('/about?x=1').expect(200)
  expect(middleware.mock.calls).toEqual([[{ name: 'about', params: {}, pathname: '/about', search: '?x=1' }]])
})

test('a middleware redirects pages and payloads', async () => {
  guardAbout(() => ({ redirectTo: '/contact?from=about', status: 307 }))
  await server.request.get('/about').expect(307).expect('Location', '/contact?from=about')
  const payload = server.request.get('/about/_payload.json?some-build').expect(307)
  await payload.expect('Location', '/contact/_payload.json?from=about&some-build')
})

test('returns 404 if a middleware aborts, or the error that it throws', async () => {
  guardAbout(() => 'abort')
  await server.request.get('/about').expect(404, /Page Not Found: \/about/)
  guardAbout(() => {
    throw new HttpError(403, 'Members only')
  })
  await server.request.get('/about').expect(403, /Members only/)
})

test('redirects to another site only with the external option, and never to a script URL; otherwise it responds 500', async () => {
  guardAbout(() => ({ redirectTo: 'https://elsewhere.example/', external: true }))
  expect((await server.request.get('/about')).headers['location']).toBe('https://elsewhere.example/')
  for (const result of [{ redirectTo: '//elsewhere.example' }, { redirectTo: 'javascript:alert(1)', external: true }]) {
    guardAbout(() => result)
    const response = await server.request.get('/about').expect(500, /Internal Server Error/)
    expect(response.headers).not.toHaveProperty('location')
    expect(response.text).not.toMatch(/elsewhere\.example|alert/)
  }
  expect(JSON.stringify(server.logLines)).toContain('Allow it with the option { external: true }')
})
