import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { openWidgets, stepperOf } from './widgets-page.ts'

const browser = await useBrowser()

test('a stepper is used by keyboard to its end, focuses and announces each step, also one whose check fails, and only Reset goes back', async () => {
  await using opened = await openWidgets(browser, { expected: /The server failed/ })
  const { page } = opened
  const { root, button, request, states, visiblePanels, untilFocused, server, status } = stepperOf(page)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const list = root.getByRole('list', { name: 'Steps', exact: true })
  expect(await list.locator('[aria-current="step"]').allTextContents()).toEqual(['Your request'])
  expect([await status(), await button('Back').isDisabled()]).toEqual(['', true])
  await request.focus()
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await untilFocused('Your details')
  expect(await status()).toBe('Step 2 of 5: Your details')
  await button('Back').press('Space')
  await untilFocused('Your request')
  expect(await request.inputValue()).toBe('x')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await untilFocused('Your details')
  await button('Next').press('Enter')
  await expect.poll(states).toEqual(['completed', 'active processed', 'disabled', 'open', 'open'])
  expect([await status(), await button('Back').getAttribute('aria-disabled')]).toEqual([
    'Checking: Your details',
    'true',
  ])
  await button('Back').press('Enter')
  await server('fail')
  await expect.poll(states).toEqual(['completed', 'active errored', 'disabled', 'open', 'open'])
  expect([await status(), errors]).toEqual(['Please check: Your details', ['The server failed']])
  await button('Next').press('Enter')
  await server('accept')
  await untilFocused('Preferred time')
  await button('Skip').press('Enter')
  await untilFocused('Review')
  await button('Finish').press('Enter')
  // The check of the finished form names another step, and Next returns from it to the last one.
  await server('reject')
  await untilFocused('Your details')
  await button('Next').press('Enter')
  await server('accept')
  await untilFocused('Review')
  await button('Finish').press('Enter')
  await server('accept')
  await untilFocused('Thank you')
  expect([await visiblePanels(), await status()]).toEqual([['Thank you'], 'All steps are completed'])
  await button('Start again').press('Enter')
  await untilFocused('Your request')
  expect(await states()).toEqual(['active', 'open', 'disabled', 'open', 'open'])
})

test('a double tap or double click moves one step, even if the Finish button appears under the pointer', async () => {
  await using opened = await openWidgets(browser)
  const { root, button, request, states, server, log } = stepperOf(opened.page)
  await request.fill('x')
  // Some browsers count each tap of a double tap as a first one.
  await root.evaluate(async (own) => {
    const next = [...own.querySelectorAll('button')].find(({ textContent }) => textContent === 'Next')!
    const options = { bubbles: true, cancelable: true, detail: 1, pointerType: 'touch' }
    for (let taps = 0; taps < 2; taps++) {
      next.dispatchEvent(new PointerEvent('click', options))
      await new Promise(requestAnimationFrame)
    }
  })
  await expect.poll(states).toEqual(['completed', 'active', 'disabled', 'open', 'open'])
  await button('Back').click()
  await button('Next').dblclick()
  await expect.poll(states).toEqual(['completed', 'active', 'disabled', 'open', 'open'])
  expect(await log()).toBe('')
  await button('Next').click()
  await server('accept')
  await button('Skip').dblclick()
  await expect.poll(states).toEqual(['completed', 'completed', 'disabled', 'skipped', 'active'])
  expect(await log()).toBe('checking details')
})
