import { expect, test } from 'vitest'
import { checkNavigationTarget } from '../../../shared/route-middleware.ts'

test.each(['/', '/about?x=1#y', '?page=2', '#top', '/products/a:b', '/search?next=https://elsewhere.example'])(
  'accepts a path of the site: %s',
  (to) => {
    expect(checkNavigationTarget(to)).toBe(to)
  },
)

test.each([
  'https://elsewhere.example/x',
  'HTTP://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  ' //elsewhere.example',
  '/\t/elsewhere.example',
  'mailto:a@b.example',
])('refuses an external address with a hint unless the option external is set: %j', (to) => {
  expect(() => checkNavigationTarget(to)).toThrow(
    /Navigation to the external address ".*" is refused\. Allow it with the option \{ external: true \}\./,
  )
  expect(() => checkNavigationTarget(to, { external: true })).not.toThrow()
})

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://shop.example/1',
])('refuses a script address even if the option external is set: %j', (to) => {
  for (const external of [false, true])
    expect(() => checkNavigationTarget(to, { external })).toThrow(/address is refused: it could run a script\./)
})
