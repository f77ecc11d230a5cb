import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { MANIFEST_DELAY_MS } from '../../shared/constants.ts'
import { recordDocuments, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { interceptRequests, type HeldRequest } from '../support/intercept-requests.ts'
import { openTab } from '../support/reused-page.ts'

const HOUR_MS = 3_600_000

const browser = await useBrowser()

/** Runs in the page. Earlier requests and responses are processed before its own. */
const loadFile = async () => (await fetch('/robots.txt', { cache: 'no-store' })).text()

interface OpenOptions {
  readonly isPaused?: boolean
}

async function open(server: TestServer, { isPaused = false }: OpenOptions = {}) {
  const page = await openTab(browser, { pool: 'clock' })
  await page.clock.install()
  if (isPaused) await page.clock.pauseAt(Date.now() + 1_000)
  const complaints = watchComplaints(page)
  const asked: string[] = []
  const documents = recordDocuments(page)
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/builds/meta/') || pathname === '/builds/latest.json') asked.push(pathname + search)
  })
  const latest = () => asked.filter((path) => path.startsWith('/builds/latest.json'))
  let responses = 0
  const countResponse = (request: Request) => void (request.url().includes('/builds/latest.json') && responses++)
  page.on('requestfinished', countResponse).on('requestfailed', countResponse)
  const build = { respond: (request: HeldRequest): unknown => request.continue() }
  await interceptRequests(page, '*/builds/latest.json*', (request) => build.respond(request))
  await page.goto(server.url)
  /** Waits until the page has sent its requests and read the responses. */
  const settle = async () => {
    await page.evaluate(loadFile)
    // A request that fails is sent again, so the number of requests may grow meanwhile.
    await expect.poll(() => latest().length - responses).toBe(0)
    await page.evaluate(loadFile)
  }
  /** Advances the clock. */
  const run = async (durationMs: number) => {
    await page.clock.runFor(durationMs)
    await settle()
  }
  /** Advances the clock until there is another check. Its timer starts after the response to the previous one is read. */
  const runUntilCheck = async (intervalMs: number) => {
    const count = latest().length
    await expect.poll(async () => (await run(intervalMs), latest().length)).toBeGreaterThan(count)
  }
  const navigate = async (heading: string) => {
    await waitUntilHydrated(page.locator('h1'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: heading }).click()
    await expect
      .poll(async () => {
        await page.clock.runFor(500)
        return page.getByRole('heading', { name: heading, level: 1 }).isVisible()
      })
      .toBe(true)
  }
  return { page, complaints, asked, latest, documents, build, settle, run, runUntilCheck, navigate }
}

test('the browser fetches the build manifest one second after the page starts, and the id of the latest build every hour, with a timestamp in the query string', async () => {
  await using server = await startServer()
  const { page, asked, latest, documents, run, runUntilCheck, navigate } = await open(server, { isPaused: true })
  await run(MANIFEST_DELAY_MS - 100)
  expect(asked).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => asked).toEqual([`/builds/meta/${server.context.build.id}.json`])
  await run(HOUR_MS - 60_000)
  expect(latest()).toEqual([])
  await run(60_000)
  expect(latest()).toEqual([expect.stringMatching(/^\/builds\/latest\.json\?\d{13}$/)])
  await run(HOUR_MS - 60_000)
  expect(latest()).toHaveLength(1)
  await runUntilCheck(60_000)
  // The latest build is that of the tab, so the next navigation loads no document.
  await navigate('About')
  expect(documents).toEqual(['/'])
})

test('the tab ignores a latest build that is older, invalid or cannot be fetched, and does not check while it is hidden; once a newer build is found, the tab loads the next page as a document and stops checking', async () => {
  await using server = await startServer({ environment: { BUILD_CHECK_INTERVAL: '60000' } })
  const { page, latest, documents, build, settle, run, runUntilCheck, navigate } = await open(server)
  await run(2_000)
  for (const respond of [
    (request: HeldRequest) => request.fulfill({ json: { id: 'older', timestamp: 1 } }),
    (request: HeldRequest) => request.fulfill({ body: '<html>', contentType: 'text/html' }),
    (request: HeldRequest) => request.abort(),
  ]) {
    build.respond = respond
    await runUntilCheck(61_000)
  }
  await navigate('About')
  expect(documents).toEqual(['/'])

  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await settle()
  const count = latest().length
  await run(10 * 60_000)
  expect(latest()).toHaveLength(count)
  build.respond = (request) => request.fulfill({ json: { id: 'newer', timestamp: Date.now() + HOUR_MS } })
  await setVisibility('visible')
  await expect.poll(() => latest().length).toBe(count + 1)
  await settle()
  for (let check = 0; check < 2; check++) await run(10 * 60_000)
  expect(latest()).toHaveLength(count + 1)
  expect(documents).toEqual(['/'])
  await navigate('Contact')
  expect(documents).toEqual(['/', '/contact'])
})
