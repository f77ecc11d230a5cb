import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDemo, type DemoServer } from '../support/demo-server.ts'
import { describePixels, PLACEHOLDER_COLORS } from '../support/placeholder-pixels.ts'
import { ENGINES, type EngineSession } from './engine.ts'
import { closeSessions, visit } from './visitor.ts'

let server: DemoServer
beforeAll(async () => {
  server = await startDemo()
})
afterAll(() => server[Symbol.asyncDispose]())

describe.each(ENGINES)('$name', (engine) => {
  const testInEngine = engine.isInstalled ? test : test.skip
  afterAll(closeSessions)

  testInEngine('a picture that cannot be loaded shows the same placeholder on all pages', () =>
    visit(
      engine,
      server.url,
      async ({ open, press, fill, waitFor, session }) => {
        await open('/')
        await expectPlaceholder(session, '.hero .picture')
        await expectPlaceholder(session, '.tile .picture')
        await open('/products')
        await expectPlaceholder(session, '.card .picture')
        await fill('.navbar-search .field', 'bowl')
        await waitFor('.suggestion')
        await expectPlaceholder(session, '.suggestion .picture')
        await open('/products?view=table')
        await expectPlaceholder(session, '.data-table .picture')
        await open('/products/breakfast-bowl')
        await expectPlaceholder(session, '.gallery .picture')
        await press('.gallery-picture')
        await waitFor('.yarl__slide_current .lightbox-failed')
      },
      { missing: /\/images\// },
    ),
  )
})

async function expectPlaceholder(session: EngineSession, selector: string): Promise<void> {
  const look = async () => {
    const box = await session.evaluate((css) => {
      const element = document.querySelector(css)!
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      // A screenshot shows only the part of the picture between the navigation bar and the window's lower edge.
      const { x, top, bottom, width } = element.getBoundingClientRect()
      const y = Math.max(top, element.closest('dialog') ? 0 : 70)
      return { x, y, width, height: Math.min(bottom, innerHeight) - y }
    }, selector)
    return describePixels(await session.screenshot(), box)
  }
  await expect.poll(look, { message: selector }).toBe(`a small sign on ${PLACEHOLDER_COLORS.light}`)
}
