import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { startServer } from '../support/start-server.ts'

const LOGO = { hash: 'a'.repeat(64), format: 'png', width: 300, height: 100, alt: '' } as const

test('serves the configured accent as a separate style sheet that is cached as immutable', async () => {
  await using server = await startServer({ site: { ...NEUTRAL_SITE, accentColor: '#ffe600' } })
  const page = await server.request.get('/')
  const [, path = ''] = /<link rel="stylesheet" href="(\/accent-[^"]+)">/.exec(page.text) ?? []
  const sheet = await server.request.get(path)
  expect([sheet.status, sheet.headers['content-type'], sheet.headers['cache-control']]).toEqual([
    200,
    'text/css; charset=utf-8',
    'public, max-age=31536000, immutable',
  ])
  expect(sheet.text).toMatch(/^:root\{--accent:light-dark\(#[0-9a-f]{6},#ffe600\)\}$/m)
  // The style precedes all content and follows the colours that it overrides.
  expect(page.text.indexOf(path)).toBeGreaterThan(page.text.lastIndexOf('<link rel="stylesheet" href="/builds/'))
  expect(page.text.indexOf(path)).toBeLessThan(page.text.indexOf('<body>'))
  for (const other of ['/accent-ffe600-aaaaaaaa.css', '/accent-ffe60-aaaaaaaa.css'])
    expect((await server.request.get(other)).status).toBe(404)
})

test('a site without an accent links no accent style sheet', async () => {
  await using server = await startServer()
  expect((await server.request.get('/')).text).not.toContain('/accent-')
})

test('shows the logo with its size and the site name as alt text, or only the name if there is no logo', async () => {
  await using server = await startServer({ site: { ...NEUTRAL_SITE, name: 'Tornio', logo: LOGO } })
  const { text } = await server.request.get('/')
  expect(text).toMatch(
    /<a[^>]*class="[^"]*navbar-name[^>]*><picture><img[^>]*alt="Tornio"[^>]*width="300"[^>]*height="100"[^>]*\/><\/picture><span>Tornio<\/span><\/a>/,
  )
  await using named = await startServer({ site: { ...NEUTRAL_SITE, name: 'Tornio' } })
  expect((await named.request.get('/')).text).toMatch(/<a[^>]*class="[^"]*navbar-name[^>]*>Tornio<\/a>/)
})

test.each([
  ['de-AT', '<html lang="de-AT"><head>'],
  ['ar', '<html lang="ar" dir="rtl"><head>'],
  ['he-IL', '<html lang="he-IL" dir="rtl"><head>'],
  ['ur', '<html lang="ur" dir="rtl"><head>'],
])('for locale %s the html element has its lang, and dir="rtl" if it is right-to-left', async (locale, start) => {
  await using server = await startServer({ site: { ...NEUTRAL_SITE, locale } })
  expect((await server.request.get('/')).text).toContain(start)
})
