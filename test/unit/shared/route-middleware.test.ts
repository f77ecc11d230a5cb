import { expect, test, vi } from 'vitest'
import { ROUTE_MIDDLEWARE, runRouteMiddleware, type RouteTarget } from '../../../shared/route-middleware.ts'
import { ROUTES } from '../../../shared/routes.ts'

const to: RouteTarget = {
  name: 'products-product',
  params: { product: 'oak-chair' },
  pathname: '/products/oak-chair',
  search: '?x=1',
}

test('routes use only known middleware', () => {
  for (const { middleware = [] } of Object.values(ROUTES)) {
    for (const name of middleware) expect(Object.keys(ROUTE_MIDDLEWARE)).toContain(name)
  }
})

test('only routes with a parameter use valid-slugs, and all of them do', () => {
  for (const { path, middleware = [] } of Object.values(ROUTES))
    expect(middleware.includes('valid-slugs'), path).toBe(path.includes(':'))
})

test('runs middleware in order until one returns a result', async () => {
  const known = {
    first: vi.fn(() => undefined),
    second: vi.fn(() => Promise.resolve({ redirectTo: '/about' })),
    third: vi.fn(() => undefined),
  }
  expect(await runRouteMiddleware(['first', 'second', 'third'], to, known)).toEqual({ redirectTo: '/about' })
  expect(known.first).toHaveBeenCalledWith(to)
  expect(known.third).not.toHaveBeenCalled()
  expect(await runRouteMiddleware(['first', 'third'], to, known)).toBeUndefined()
  expect(await runRouteMiddleware(['stop'], to, { stop: () => 'abort' })).toBe('abort')
})

test.each(['guard', 'toString'])('rejects with an error that contains the unknown name: %s', async (name) => {
  await expect(runRouteMiddleware([name], to)).rejects.toMatchObject({
    status: 500,
    fatal: true,
    message: `Unknown route middleware: '${name}'.`,
  })
})

test('in development, the error lists the known middleware', async () => {
  vi.stubGlobal('DEVELOPMENT', true)
  await expect(runRouteMiddleware(['guard'], to, { one: () => undefined, two: () => undefined })).rejects.toThrow(
    "Unknown route middleware: 'guard'. Known middleware: one, two.",
  )
  vi.unstubAllGlobals()
})

test.each([
  ['oak-chair', true],
  ['Oak-Chair', false],
  ['no slug!', false],
  ['', false],
])('rejects a parameter with a 404 unless it is a slug: %j', async (product, isValid) => {
  const passed = runRouteMiddleware(['valid-slugs'], { ...to, params: { product } })
  if (isValid) expect(await passed).toBeUndefined()
  else
    await expect(passed).rejects.toMatchObject({
      status: 404,
      fatal: true,
      message: 'Page Not Found: /products/oak-chair?x=1',
    })
})
