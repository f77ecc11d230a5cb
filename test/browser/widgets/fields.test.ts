import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { openWidgets } from './widgets-page.ts'

const browser = await useBrowser()

function pinOf(page: Page) {
  const example = page.getByRole('region', { name: 'Pin input', exact: true })
  const root = example.locator('.pin-input')
  return {
    root,
    field: example.getByLabel('Reference', { exact: true }),
    state: () => root.getAttribute('data-state'),
    filled: () => root.locator('.pin-input-boxes > [data-state="filled"]').count(),
    completed: () => example.locator('output').textContent(),
  }
}

test('a password is scored with each character; a code is complete when all boxes are filled, also by a paste, keeps the caret, and is normalised when an IME composition ends; an error is announced until it changes', async () => {
  await using opened = await openWidgets(browser)
  const { page } = opened
  const example = page.getByRole('region', { name: 'Password strength', exact: true })
  const field = example.getByLabel('Password', { exact: true })
  const root = example.locator('.password-strength')
  const meter = example.getByRole('meter', { name: 'Strength of the password' })
  const look = async () => [await root.getAttribute('data-state'), await meter.getAttribute('aria-valuenow')]
  await expect.poll(look).toEqual(['accepted', '5'])
  await field.fill('')
  await field.pressSequentially('Abcd1')
  await expect.poll(look).toEqual(['weak', '3'])
  const hints = example.locator('[data-check][data-state="missing"]')
  expect(await hints.evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset['check']))).toEqual([
    'special-characters',
    'min-length',
  ])
  await field.pressSequentially('!')
  await expect.poll(look).toEqual(['accepted', '5'])
  const { root: pin, field: code, state, filled, completed } = pinOf(page)
  await code.click()
  await page.keyboard.type('a-bé c!d234')
  await expect.poll(filled).toBe(7)
  expect([await code.inputValue(), await state(), await completed()]).toEqual(['ABCD234', 'partial', ''])
  await page.keyboard.type('5678')
  await expect.poll(state).toBe('complete')
  expect([await code.inputValue(), await completed()]).toEqual(['ABCD2345', 'ABCD2345'])
  await page.keyboard.press('Backspace')
  await expect.poll(state).toBe('partial')
  // Characters are inserted and removed at the caret.
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await page.keyboard.type('xé9')
  await expect.poll(completed).toBe('ABCD2345, X9BCD234')
  expect(await code.evaluate(({ selectionStart }: HTMLInputElement) => selectionStart)).toBe(2)
  expect(await code.getAttribute('aria-invalid')).toBe('true')
  expect(await pin.getByRole('alert').textContent()).toBe('There is no enquiry with this reference.')

  await code.fill('')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText(' abcd-23 45\n'))
  await code.press('Control+v')
  await expect.poll(completed).toBe('ABCD2345, X9BCD234, ABCD2345')
  expect(await code.getAttribute('aria-invalid')).toBe(null)

  await code.fill('')
  await code.click()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'ab', selectionStart: 2, selectionEnd: 2 })
  await expect.poll(filled).toBe(2)
  expect(await code.inputValue()).toBe('ab')
  await session.send('Input.insertText', { text: 'ab' })
  await expect.poll(() => code.inputValue()).toBe('AB')
})
