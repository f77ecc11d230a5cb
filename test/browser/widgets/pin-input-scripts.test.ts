import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { openBeforeScripts, openWidgetsPage } from './widgets-page.ts'
import { HEADING, partsOf, REFERENCE } from './pin-input-parts.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

function attributesOf(field: Locator): Promise<(string | null)[]> {
  return Promise.all(['name', 'maxlength', 'pattern', 'autocomplete'].map((name) => field.getAttribute(name)))
}

test('without scripts a PIN input is a plain field with maxlength and pattern, and a normalised one sends the code as typed', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, { javaScriptEnabled: false })
  const { page, examples } = opened
  const { field: digits } = partsOf(examples, 'Digits only')
  expect(await attributesOf(digits)).toEqual([null, '6', '(?:[0-9]){6}', 'one-time-code'])
  await digits.fill('1234')
  expect(await digits.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true)
  const { field } = partsOf(examples, REFERENCE)
  expect(await attributesOf(field)).toEqual(['reference', null, null, 'one-time-code'])
  await field.fill('abcd-2345')
  await examples.getByRole('button', { name: 'Look up' }).click()
  await page.waitForURL(`${server.url}/widgets?reference=abcd-2345`)
})

test('hydration of a PIN input keeps typed text, shifts nothing and adds a pattern that describes the normalised code', async () => {
  await using early = await openBeforeScripts(browser, server.url, HEADING)
  const { examples } = early
  const { field, filled } = partsOf(examples, REFERENCE)
  await field.pressSequentially('abc')
  const before = await examples.boundingBox()
  await early.releaseScripts()
  await expect.poll(() => field.inputValue()).toBe('ABC')
  expect(await filled()).toBe(3)
  expect(await examples.boundingBox()).toEqual(before)
  expect(await attributesOf(field)).toEqual(['reference', null, '(?:[A-Za-z0-9]){8}', 'one-time-code'])
  await field.pressSequentially('d')
  expect(await field.inputValue()).toBe('ABCD')
})
