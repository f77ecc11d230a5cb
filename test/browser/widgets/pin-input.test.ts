import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage } from './widgets-page.ts'
import { HEADING, partsOf, REFERENCE } from './pin-input-parts.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

/** Pastes from the clipboard by keyboard shortcut. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.press('Control+v')
}

test('each character typed in a PIN input moves the caret, and a PIN input calls onComplete once each time its code becomes complete', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { field, boxes, state, activeBox, filled, completed } = partsOf(examples, REFERENCE)
  expect(await boxes.count()).toBe(8)
  expect(await state()).toBe('empty')
  await field.click()
  for (const [index, key] of [...'abcd234'].entries()) {
    expect(await activeBox()).toBe(index)
    await page.keyboard.press(key)
    await expect.poll(filled).toBe(index + 1)
    expect(await state()).toBe('partial')
  }
  expect(await completed()).toBe('')
  await page.keyboard.press('5')
  await expect.poll(state).toBe('complete')
  expect(await field.inputValue()).toBe('ABCD2345')
  await expect.poll(completed).toBe('ABCD2345')
  expect(await activeBox()).toBe(7)
  await field.pressSequentially('678')
  expect(await field.inputValue()).toBe('ABCD2345')
  // In a complete code, typed characters overwrite those after the caret.
  await page.keyboard.press('Home')
  await page.keyboard.type('xy')
  await expect.poll(() => field.inputValue()).toBe('XYCD2345')
  expect(await completed()).toBe('ABCD2345')
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await expect.poll(state).toBe('partial')
  await page.keyboard.press('9')
  await expect.poll(completed).toBe('ABCD2345, XYCD2349')
})

test('text composed with an IME is normalised when composition ends; Backspace, Delete and arrow keys work like in any field', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { field, activeBox, filled, state } = partsOf(examples, REFERENCE)
  await field.focus()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'ab', selectionStart: 2, selectionEnd: 2 })
  await expect.poll(filled).toBe(2)
  expect(await field.inputValue()).toBe('ab')
  await session.send('Input.insertText', { text: 'ab' })
  await expect.poll(() => field.inputValue()).toBe('AB')
  await page.keyboard.press('c')
  await expect.poll(filled).toBe(3)
  await page.keyboard.press('Backspace')
  await expect.poll(activeBox).toBe(2)
  expect(await filled()).toBe(2)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(activeBox).toBe(1)
  await page.keyboard.press('Delete')
  await expect.poll(() => field.inputValue()).toBe('A')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Backspace')
  await expect.poll(state).toBe('empty')
  expect(await activeBox()).toBe(0)
})

test('a pasted code fills all boxes without its spaces and dashes, and a second paste replaces it unless it is read-only', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { field, state, completed } = partsOf(examples, REFERENCE)
  await field.pressSequentially('zz')
  await paste(page, field, ' abcd-23 45\n')
  await expect.poll(state).toBe('complete')
  expect(await field.inputValue()).toBe('ABCD2345')
  expect(await completed()).toBe('ABCD2345')
  await paste(page, field, 'ABCD-2345')
  await paste(page, field, 'wxyz-6789')
  await expect.poll(completed).toBe('ABCD2345, WXYZ6789')
  const readOnly = partsOf(examples, 'Read-only')
  await paste(page, readOnly.field, 'wxyz')
  await page.keyboard.press('Backspace')
  expect(await readOnly.field.inputValue()).toBe('a1b2')
  expect(await readOnly.state()).toBe('complete')
})

test('a PIN input accepts letters and digits by default, rejected characters remove nothing, and it may be unmounted in onComplete', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const any = partsOf(examples, 'Any letters and digits')
  await any.field.pressSequentially('a-é B_!7')
  expect(await any.field.inputValue()).toBe('aB7')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('!')
  expect(await any.field.inputValue()).toBe('aB7')
  const digits = partsOf(examples, 'Digits only')
  await digits.field.pressSequentially('a1b2')
  expect(await digits.field.inputValue()).toBe('12')
  expect(await digits.field.getAttribute('inputmode')).toBe('numeric')
  expect(await digits.state()).toBe('partial')
  expect(await partsOf(examples, REFERENCE).state()).toBe('empty')
  expect(await partsOf(examples, 'With a default value').state()).toBe('complete')
  expect(await partsOf(examples, 'Disabled').field.isDisabled()).toBe(true)
  await any.field.press('End')
  await page.keyboard.type('xy')
  await expect.poll(() => any.field.count()).toBe(0)
})

test('an autofilled code calls onComplete once, and again after the form was reset; an invalid one is announced until it changes', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { field, root, filled, state, completed } = partsOf(examples, REFERENCE)
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await field.getAttribute('inputmode')).toBe('text')
  await field.fill('abcd-2345')
  await expect.poll(completed).toBe('ABCD2345')
  expect(await field.inputValue()).toBe('ABCD2345')
  await examples.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(state).toBe('empty')
  expect(await filled()).toBe(0)
  await field.fill('abcd2345')
  await expect.poll(completed).toBe('ABCD2345, ABCD2345')
  expect(await field.getAttribute('aria-invalid')).toBe(null)
  expect(await root.getByRole('alert').count()).toBe(0)
  await field.press('Backspace')
  await page.keyboard.press('6')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await root.getAttribute('data-invalid')).toBe('')
  const description = await field.evaluate(
    (input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(description).toBe('There is no enquiry with this reference.')
  expect(await root.getByRole('alert').allTextContents()).toEqual(['There is no enquiry with this reference.'])
  await page.keyboard.press('Backspace')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe(null)
  expect(await field.getAttribute('aria-describedby')).toBe(null)
})

test('a tap on a PIN input or a click on a filled box sets the caret there, and typing continues there', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, {
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  const { page, examples } = opened
  const { field, boxes, activeBox, state } = partsOf(examples, REFERENCE)
  await boxes.nth(4).scrollIntoViewIfNeeded()
  const empty = (await boxes.nth(4).boundingBox())!
  await page.touchscreen.tap(empty.x + empty.width / 2, empty.y + empty.height / 2)
  expect(await isFocused(field)).toBe(true)
  await expect.poll(activeBox).toBe(0)
  await page.keyboard.insertText('abcd2345')
  await expect.poll(state).toBe('complete')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width: 1280, height: 800 })
  const filled = (await boxes.nth(2).boundingBox())!
  await page.mouse.click(filled.x + filled.width / 4, filled.y + filled.height / 2)
  await expect.poll(activeBox).toBe(2)
  await page.keyboard.press('x')
  await expect.poll(() => field.inputValue()).toBe('ABXD2345')
  await expect.poll(activeBox).toBe(3)
})
