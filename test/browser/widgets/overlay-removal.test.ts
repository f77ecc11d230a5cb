import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { openWidgetsPage, widgetsUrl } from './widgets-page.ts'
import { openOverlays, waitUntilBackIsGuarded } from './overlay-parts.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('unmounting an opening or open overlay, or following a link in it, leaves no scroll lock or inert element behind; Back closes one overlay after the other', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, examples, outerTrigger, innerTrigger, inner, outer, stateOf, isLocked } = openOverlays(opened)
  const trigger = examples.getByRole('button', { name: 'Open and unmount' })
  const expectUnmounted = async () => {
    await expect.poll(() => trigger.count()).toBe(0)
    expect(await isLocked()).toBe(false)
    expect(await page.locator('[inert]').count()).toBe(0)
    await outerTrigger.click()
    await expect.poll(() => stateOf(outer)).toBe('open')
    await page.keyboard.press('Escape')
    await expect.poll(() => stateOf(outer)).toBe('closed')
  }
  // Enter opens this overlay and unmounts it 25 ms later.
  await trigger.focus()
  await page.keyboard.press('Enter')
  await expectUnmounted()

  await outerTrigger.click()
  await outer.getByRole('link', { name: 'link' }).click()
  await page.waitForURL(`${server.url}/about`)
  await expect.poll(isLocked).toBe(false)
  await expect.poll(() => page.locator('dialog').count()).toBe(0)

  // The examples are mounted again.
  await page.goBack()
  await page.waitForURL(widgetsUrl(server.url, 'Overlay'))
  await trigger.click()
  await page.getByRole('button', { name: 'Unmount the overlay' }).click()
  await expectUnmounted()

  await outerTrigger.click()
  await innerTrigger.click()
  await expect.poll(() => stateOf(inner)).toBe('open')
  await waitUntilBackIsGuarded(page)
  await page.goBack()
  await expect.poll(() => stateOf(inner)).toBe('closed')
  expect(await stateOf(outer)).toBe('open')
  // The step back is undone asynchronously. Another one before that would leave the page.
  await waitUntilBackIsGuarded(page)
  await page.goBack()
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect([page.url(), await isLocked()]).toEqual([widgetsUrl(server.url, 'Overlay'), false])

  // A link to the same page with another query keeps the overlay mounted.
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await outer.getByRole('link', { name: 'same page' }).click()
  await page.waitForURL(`${server.url}/widgets?again`)
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)
})
