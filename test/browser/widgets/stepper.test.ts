import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage, widgetsUrl } from './widgets-page.ts'
import { partsOf } from './stepper-parts.ts'

const HEADING = 'Stepper'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('a stepper moves through all steps to the end, and then only Reset goes back', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { root, back, next, skip, finish, reset, states, visiblePanels, serverAccepts, heading, status } = partsOf(
    examples,
    'enquiry',
  )
  expect(await root.getAttribute('data-mode')).toBe('linear')
  expect(await states()).toEqual(['active', 'open', 'open', 'open'])
  expect(await visiblePanels()).toEqual(['Your request'])
  expect(await back.isDisabled()).toBe(true)
  expect([await skip.isVisible(), await finish.isVisible(), await reset.isVisible()]).toEqual([false, false, false])
  expect(await status.textContent()).toBe('')

  await root.getByLabel('What would you like to know?').fill('Is it blue?')
  await next.click()
  await expect.poll(states).toEqual(['completed', 'active', 'open', 'open'])
  expect(await visiblePanels()).toEqual(['Your details'])
  await expect.poll(() => isFocused(heading('Your details'))).toBe(true)
  expect(await status.textContent()).toBe('Step 2 of 4: Your details')

  await next.click()
  await expect.poll(states).toEqual(['completed', 'active processed', 'open', 'open'])
  await serverAccepts()
  await expect.poll(states).toEqual(['completed', 'completed', 'active', 'open'])
  await skip.click()
  await expect.poll(states).toEqual(['completed', 'completed', 'skipped', 'active'])
  expect([await next.isVisible(), await finish.isVisible()]).toEqual([false, true])
  expect(await root.getAttribute('data-completed')).toBe(null)

  await finish.click()
  await serverAccepts()
  await expect.poll(() => root.getAttribute('data-completed')).toBe('')
  expect(await states()).toEqual(['completed', 'completed', 'skipped', 'completed'])
  expect(await visiblePanels()).toEqual(['Thank you'])
  await expect.poll(() => isFocused(heading('Thank you'))).toBe(true)
  expect(await status.textContent()).toBe('All steps are completed')
  expect(await root.getByRole('button').allTextContents()).toEqual(['Start again'])
  expect(await root.locator('[aria-current]').count()).toBe(0)
  expect(page.url()).toBe(widgetsUrl(server.url, HEADING))

  await reset.click()
  await expect.poll(states).toEqual(['active', 'open', 'open', 'open'])
  await expect.poll(() => isFocused(heading('Your request'))).toBe(true)
  expect(await root.getAttribute('data-completed')).toBe(null)
})

test('a double tap or double click on Next moves one step, even if the Finish button appears under the pointer', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, {
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  const { page, examples } = opened
  const short = partsOf(examples, 'short')
  await short.next.scrollIntoViewIfNeeded()
  const box = (await short.next.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.touchscreen.tap(x, y)
  await page.touchscreen.tap(x, y)
  await expect.poll(short.states).toEqual(['completed', 'active'])
  expect(await short.root.getAttribute('data-completed')).toBe(null)
  await page.setViewportSize({ width: 1280, height: 800 })
  await short.back.click()
  await expect.poll(short.states).toEqual(['active', 'open'])
  await short.next.dblclick()
  await expect.poll(short.states).toEqual(['completed', 'active'])
  expect(await short.root.getAttribute('data-completed')).toBe(null)
  const free = partsOf(examples, 'free')
  await free.button('Shape (completed)').click()
  await free.next.dblclick()
  await expect.poll(() => free.heading('Glaze').isVisible()).toBe(true)
})

test('a double tap on Next moves one step even if event.detail is 1 for both taps; a skipped last step stays open with the Finish button', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { root, next, skip, finish, reset, states, heading } = partsOf(opened.examples, 'short')
  const tap = (...names: readonly string[]) =>
    root.evaluate(async (stepper, names) => {
      for (const name of names) {
        const button = [...stepper.querySelectorAll('button')].find(({ textContent }) => textContent === name)
        button!.dispatchEvent(
          new PointerEvent('click', { bubbles: true, cancelable: true, detail: 1, pointerType: 'touch' }),
        )
        await new Promise(requestAnimationFrame)
      }
    }, names)
  await tap('Next', 'Finish')
  await expect.poll(() => isFocused(heading('Last'))).toBe(true)
  expect(await states()).toEqual(['completed', 'active'])
  // A later tap is not part of the double tap, so it counts.
  await expect
    .poll(async () => {
      await tap('Finish')
      return root.getAttribute('data-completed')
    })
    .toBe('')
  await reset.click()
  await next.click()
  await skip.click()
  await expect.poll(states).toEqual(['completed', 'active skipped'])
  await expect.poll(() => isFocused(heading('Last'))).toBe(true)
  expect(await skip.isVisible()).toBe(false)
  await finish.click()
  await expect.poll(() => root.getAttribute('data-completed')).toBe('')
  expect(await states()).toEqual(['completed', 'skipped'])
})

test('the step list marks the current step; in free mode its steps are buttons', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const linear = partsOf(examples, 'enquiry')
  const list = linear.root.getByRole('list', { name: 'Steps', exact: true })
  expect(await list.evaluate(({ tagName }) => tagName)).toBe('OL')
  expect(await list.locator('[aria-current="step"]').allTextContents()).toEqual(['Your request'])
  expect(await list.getByRole('button').count()).toBe(0)

  const free = partsOf(examples, 'free')
  expect(await free.root.getAttribute('data-mode')).toBe('free')
  // The stepper starts at the step with an error.
  expect(await free.states()).toEqual(['completed', 'open', 'disabled', 'active errored'])
  expect(await free.root.getByRole('listitem').allTextContents()).toEqual([
    'Shape (completed)',
    'Glaze',
    'Engraving (not available)',
    'Delivery (needs your attention)',
  ])
  await free.button('Glaze').click()
  await expect.poll(free.states).toEqual(['completed', 'active', 'disabled', 'errored'])
  expect(await free.root.locator('button[aria-current="step"]').allTextContents()).toEqual(['Glaze'])
  await expect.poll(() => isFocused(free.heading('Glaze'))).toBe(true)
  expect(await free.button('Engraving (not available)').isDisabled()).toBe(true)
  await free.skip.click()
  await expect.poll(free.states).toEqual(['completed', 'skipped', 'disabled', 'active errored'])
  await free.finish.click()
  await expect.poll(() => free.root.getAttribute('data-completed')).toBe('')
  expect(await linear.states()).toEqual(['active', 'open', 'open', 'open'])
})

test('a stepper can be used with Tab, Enter and Space, and Enter in a field moves to the next step', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { root, states, heading, serverAccepts, finish } = partsOf(examples, 'enquiry')
  await root.getByLabel('What would you like to know?').focus()
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(heading('Your details'))).toBe(true)
  await page.keyboard.press('Tab')
  expect(await isFocused(root.getByLabel('Name'))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => isFocused(heading('Your request'))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(heading('Your details'))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(states).toEqual(['completed', 'active processed', 'open', 'open'])
  await serverAccepts()
  await expect.poll(() => isFocused(heading('Preferred time'))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(heading('Review'))).toBe(true)
  await finish.focus()
  await page.keyboard.press('Enter')
  await serverAccepts()
  await expect.poll(() => isFocused(heading('Thank you'))).toBe(true)

  const free = partsOf(examples, 'free')
  await free.button('Glaze').focus()
  await page.keyboard.press('Space')
  await expect.poll(() => isFocused(free.heading('Glaze'))).toBe(true)
})
