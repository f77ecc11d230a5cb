import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { openBeforeScripts, openWidgetsPage, widgetsUrl } from './widgets-page.ts'
import { partsOf } from './stepper-parts.ts'
import { openTab } from '../../support/reused-page.ts'

const HEADING = 'Stepper'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('without scripts a stepper shows all panels with one submit button', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, { javaScriptEnabled: false })
  const { page, examples } = opened
  const { root, visiblePanels } = partsOf(examples, 'enquiry')
  expect(await visiblePanels()).toEqual(['Your request', 'Your details', 'Preferred time', 'Review'])
  expect(await root.getByRole('button').allTextContents()).toEqual(['Finish'])
  expect(await root.locator('.stepper-list').isVisible()).toBe(false)
  for (const label of ['What would you like to know?', 'Name', 'When may we call?']) {
    expect(await root.getByLabel(label).isVisible()).toBe(true)
    await root.getByLabel(label).fill('x')
  }
  await root.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL(`${server.url}/widgets?request=x&name=x&time=x`)
})

/** Stops the CSS animation that shows the plain form after 4 s, so that slow scripts cannot fail the test. */
async function stopAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

test('a stepper shows one panel before hydration, and hydration shifts nothing', async () => {
  await using early = await openBeforeScripts(browser, server.url, HEADING, { prepare: stopAnimations })
  const { examples } = early
  const { root, next, visiblePanels } = partsOf(examples, 'enquiry')
  await root.getByLabel('What would you like to know?').fill('typed early')
  expect(await visiblePanels()).toEqual(['Your request'])
  expect(await root.getByRole('button').count()).toBe(0)
  const before = await root.boundingBox()
  const actionsBefore = await root.locator('.stepper-actions').boundingBox()
  const pageBefore = await examples.boundingBox()
  await early.releaseScripts()
  await next.waitFor()
  expect(await root.boundingBox()).toEqual(before)
  expect(await root.locator('.stepper-actions').boundingBox()).toEqual(actionsBefore)
  expect(await examples.boundingBox()).toEqual(pageBefore)
  expect(await root.getByLabel('What would you like to know?').inputValue()).toBe('typed early')
})

test('a stepper shows the plain form after 4 s if scripts never load', async () => {
  const page = await openTab(browser, { reducedMotion: 'reduce' })
  await page.route('**/builds/*.js', (route) => route.abort())
  await page.goto(widgetsUrl(server.url, HEADING))
  const { visiblePanels, finish } = partsOf(page.getByRole('region', { name: HEADING, exact: true }), 'enquiry')
  expect(await visiblePanels()).toEqual(['Your request'])
  await expect.poll(visiblePanels).toEqual(['Your request', 'Your details', 'Preferred time', 'Review'])
  expect(await finish.isVisible()).toBe(true)
})
