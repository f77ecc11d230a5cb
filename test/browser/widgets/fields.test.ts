import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { isFocused, openWidgets } from './widgets-page.ts'

const browser = await useBrowser()

test('a password is scored with each character and announced once, after a pause in typing; a reset scores the default value', async () => {
  await using opened = await openWidgets(browser)
  const { page } = opened
  const example = page.getByRole('region', { name: 'Password strength', exact: true })
  const field = example.getByLabel('Password', { exact: true })
  const root = example.locator('.password-strength')
  const meter = example.getByRole('meter', { name: 'Strength of the password' })
  const look = async () => [await root.getAttribute('data-state'), await meter.getAttribute('aria-valuenow')]
  await expect.poll(look).toEqual(['accepted', '5'])
  const said = await example.getByRole('status').evaluateHandle((region) => {
    const texts: (string | null)[] = []
    const observer = new MutationObserver(() => texts.push(region.textContent))
    observer.observe(region, { childList: true, characterData: true, subtree: true })
    return texts
  })
  await field.fill('')
  await expect.poll(look).toEqual(['empty', '0'])
  await field.pressSequentially('Abcd1')
  await expect.poll(look).toEqual(['weak', '3'])
  expect(await meter.locator('[data-state="passed"]').count()).toBe(3)
  await expect
    .poll(async () => (await said.jsonValue()).at(-1))
    .toBe('Still missing: A special character, such as ! or %; At least 6 characters')
  await field.pressSequentially('!')
  await expect.poll(look).toEqual(['accepted', '5'])
  await expect.poll(async () => (await said.jsonValue()).at(-1)).toBe('The password is accepted')
  // Nothing is announced between two pauses.
  expect((await said.jsonValue()).filter((text) => text?.startsWith('Still'))).toHaveLength(1)
  await field.fill('a')
  await expect.poll(look).toEqual(['weak', '1'])
  const description = await field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' | '),
  )
  expect(description).toContain('1 of 5 met | A lower-case letter: met')
  expect(description).toContain('At least 6 characters: missing')
  await example.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(look).toEqual(['accepted', '5'])
})

function pinOf(page: Page) {
  const example = page.getByRole('region', { name: 'Pin input', exact: true })
  const root = example.locator('.pin-input')
  const boxes = root.locator('.pin-input-boxes > span')
  return {
    root,
    boxes,
    field: example.getByLabel('Reference', { exact: true }),
    clear: example.getByRole('button', { name: 'Clear' }),
    state: () => root.getAttribute('data-state'),
    activeBox: () => boxes.evaluateAll((all) => all.findIndex((box) => box.hasAttribute('data-active'))),
    filled: () => boxes.evaluateAll((all) => all.filter((box) => box.dataset['state'] === 'filled').length),
    completed: () => example.locator('output').textContent(),
  }
}

test('typed characters move the caret of a code, and it is complete once each time; a paste and an autofilled code fill it, and an error is announced until it changes', async () => {
  await using opened = await openWidgets(browser)
  const { page } = opened
  const { root, field, clear, state, activeBox, filled, completed } = pinOf(page)
  await field.click()
  for (const [index, key] of [...'abcd234'].entries()) {
    expect(await activeBox()).toBe(index)
    await page.keyboard.press(key)
    await expect.poll(filled).toBe(index + 1)
  }
  expect([await state(), await completed()]).toEqual(['partial', ''])
  // Rejected characters neither count nor replace selected ones.
  await page.keyboard.press('Control+a')
  await page.keyboard.type('é-!')
  expect(await field.inputValue()).toBe('ABCD234')
  await page.keyboard.press('End')
  await page.keyboard.type('5678')
  await expect.poll(state).toBe('complete')
  expect([await field.inputValue(), await completed()]).toEqual(['ABCD2345', 'ABCD2345'])
  await page.keyboard.press('Home')
  await page.keyboard.type('xy')
  await expect.poll(() => field.inputValue()).toBe('XYCD2345')
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await expect.poll(state).toBe('partial')
  await page.keyboard.press('9')
  await expect.poll(completed).toBe('ABCD2345, XYCD2349')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await root.getByRole('alert').textContent()).toBe('There is no enquiry with this reference.')
  expect(await field.getAttribute('aria-describedby')).toBe(await root.getByRole('alert').getAttribute('id'))

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText(' abcd-23 45\n'))
  await field.press('Control+v')
  await expect.poll(completed).toBe('ABCD2345, XYCD2349, ABCD2345')
  expect(await field.getAttribute('aria-invalid')).toBe(null)
  await clear.click()
  await expect.poll(state).toBe('empty')
  await field.fill('abcd-2345')
  await expect.poll(completed).toBe('ABCD2345, XYCD2349, ABCD2345, ABCD2345')
})

test('text composed with an IME is normalised when composition ends, and a tap or click on a box sets the caret of a code', async () => {
  await using opened = await openWidgets(browser, { hasTouch: true, viewport: { width: 360, height: 740 } })
  const { page } = opened
  const { field, boxes, state, activeBox, filled } = pinOf(page)
  await boxes.nth(4).scrollIntoViewIfNeeded()
  const empty = (await boxes.nth(4).boundingBox())!
  await page.touchscreen.tap(empty.x + empty.width / 2, empty.y + empty.height / 2)
  expect(await isFocused(field)).toBe(true)
  await expect.poll(activeBox).toBe(0)
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'ab', selectionStart: 2, selectionEnd: 2 })
  await expect.poll(filled).toBe(2)
  expect(await field.inputValue()).toBe('ab')
  await session.send('Input.insertText', { text: 'ab' })
  await expect.poll(() => field.inputValue()).toBe('AB')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(activeBox).toBe(1)
  await page.keyboard.press('Delete')
  await expect.poll(() => field.inputValue()).toBe('A')
  await page.keyboard.insertText('bcd2345')
  await expect.poll(state).toBe('complete')
  const third = (await boxes.nth(2).boundingBox())!
  await page.mouse.click(third.x + third.width / 4, third.y + third.height / 2)
  await expect.poll(activeBox).toBe(2)
  await page.keyboard.press('x')
  await expect.poll(() => field.inputValue()).toBe('ABXD2345')
  expect(await activeBox()).toBe(3)
})
