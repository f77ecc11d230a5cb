import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { openWidgetsPage, widgetsUrl } from './widgets-page.ts'
import { openOverlays } from './overlay-parts.ts'

const browser = await useBrowser({ hasScrollbars: true })
const server = await findDevelopmentServer()

test('unmounting an opening or open overlay leaves no scroll lock or inert element behind', async () => {
  for (const isHalfWay of [true, false]) {
    await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
    const { page, examples, isLocked, outerTrigger, outer, stateOf } = openOverlays(opened)
    const trigger = examples.getByRole('button', { name: 'Open and unmount' })
    await trigger.focus()
    if (isHalfWay) await page.keyboard.press('Enter')
    else {
      await trigger.click()
      await page.getByRole('button', { name: 'Unmount the overlay' }).click()
    }
    await expect.poll(() => trigger.count()).toBe(0)
    expect(await isLocked()).toBe(false)
    expect(await page.locator('[inert]').count()).toBe(0)
    await outerTrigger.click()
    await expect.poll(() => stateOf(outer)).toBe('open')
    await page.keyboard.press('Escape')
    await expect.poll(() => stateOf(outer)).toBe('closed')
  }
})

test('leaving the page with an open overlay closes it and releases the scroll lock', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, innerTrigger, inner, outer, stateOf, isLocked } = openOverlays(opened)
  await outerTrigger.click()
  await outer.getByRole('link', { name: 'link' }).click()
  await page.waitForURL(`${server.url}/about`)
  await expect.poll(isLocked).toBe(false)
  await expect.poll(() => page.locator('dialog').count()).toBe(0)

  await page.goBack()
  await page.waitForURL(widgetsUrl(server.url, 'Overlay'))
  await outerTrigger.click()
  await innerTrigger.click()
  await expect.poll(() => stateOf(inner)).toBe('open')
  // Back closes one overlay after the other.
  await page.goBack()
  await expect.poll(() => stateOf(inner)).toBe('closed')
  expect(await stateOf(outer)).toBe('open')
  // The step back is undone asynchronously. Another one before that would leave the page.
  await expect.poll(() => page.evaluate(() => (history.state as { isGuard?: boolean }).isGuard)).toBe(true)
  await page.goBack()
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect([page.url(), await isLocked()]).toEqual([widgetsUrl(server.url, 'Overlay'), false])
})

test('a navigation closes an open overlay, even if the page stays and only the query changes', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf, isLocked } = openOverlays(opened)
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await outer.getByRole('link', { name: 'same page' }).click()
  await page.waitForURL(`${server.url}/widgets?again`)
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)
})
