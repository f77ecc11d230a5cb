import { expect, test, vi } from 'vitest'
import { ROUTE_MIDDLEWARE, runRouteMiddleware, type RouteTarget } from '../../../shared/route-middleware.ts'
import { ROUTES } from '../../../shared/routes.ts'

const to: RouteTarget = {
  name: 'products-product',
  params: { product: 'oak-chair' },
  pathname: '/products/oak-chair',
  search: '?x=1',
}

test('routes use only known middleware, and those with a parameter valid-slugs', () => {
  for (const { path, middleware = [] } of Object.values(ROUTES)) {
    for (const name of middleware) expect(Object.keys(ROUTE_MIDDLEWARE)).toContain(name)
    expect(middleware.includes('valid-slugs'), path).toBe(path.includes(':'))
  }
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

const check = (product: string) => runRouteMiddleware(['valid-slugs'], { ...to, params: { product } })

test('rejects a parameter with a 404 unless it is a slug', async () => {
  expect(await check('oak-chair')).toBeUndefined()
  const error = { status: 404, fatal: true, message: 'Page Not Found: /products/oak-chair?x=1' }
  for (const product of ['Oak-Chair', 'no slug!', '']) await expect(check(product)).rejects.toMatchObject(error)
})
