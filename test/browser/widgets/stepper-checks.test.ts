import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage } from './widgets-page.ts'
import { partsOf } from './stepper-parts.ts'

const HEADING = 'Stepper'

const browser = await useBrowser()
const server = await findDevelopmentServer()

/** Completes the first step of the enquiry, and presses Next in the second, which the server checks. */
async function startCheck({ root, next, states }: ReturnType<typeof partsOf>): Promise<void> {
  await root.getByLabel('What would you like to know?').fill('x')
  await next.click()
  await next.click()
  await expect.poll(states).toEqual(['completed', 'active processed', 'open', 'open'])
}

test('a stepper stays on a step whose check fails or throws, and announces the error', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, { expected: /The server failed/ })
  const { page, examples } = opened
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const stepper = partsOf(examples, 'enquiry')
  const { root, next, states, status } = stepper
  await next.click()
  await expect.poll(states).toEqual(['active errored', 'open', 'open', 'open'])
  expect(await status.textContent()).toBe('Please check: Your request')
  expect(await isFocused(root.getByLabel('What would you like to know?'))).toBe(true)
  await startCheck(stepper)
  await stepper.serverRejects()
  await expect.poll(states).toEqual(['completed', 'active errored', 'open', 'open'])
  expect(await status.textContent()).toBe('Please check: Your details')
  expect(errors).toEqual([])
  await next.click()
  await expect.poll(states).toEqual(['completed', 'active processed', 'open', 'open'])
  await examples.getByRole('button', { name: 'The server fails' }).click()
  await expect.poll(states).toEqual(['completed', 'active errored', 'open', 'open'])
  expect(errors).toEqual(['The server failed'])
})

test('a stepper ignores its buttons during a check; if a check fails on Finish, it opens the failed step, and Next returns to the last', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const stepper = partsOf(examples, 'enquiry')
  const { root, next, back, skip, finish, states, status, heading, serverAccepts, log } = stepper
  await startCheck(stepper)
  expect(await status.textContent()).toBe('Checking: Your details')
  expect([await next.getAttribute('aria-disabled'), await back.getAttribute('aria-disabled')]).toEqual(['true', 'true'])
  expect(await root.getByRole('region', { name: 'Your details' }).getAttribute('aria-busy')).toBe('true')
  expect(await isFocused(next)).toBe(true)
  await next.press('Enter')
  await back.press('Enter')
  await page.keyboard.press('Enter')
  expect(await states()).toEqual(['completed', 'active processed', 'open', 'open'])
  expect(await log.textContent()).toBe('checking details')
  await serverAccepts()
  await expect.poll(states).toEqual(['completed', 'completed', 'active', 'open'])
  await skip.click()
  await finish.click()
  await stepper.serverRejects()
  await expect.poll(states).toEqual(['completed', 'active errored', 'skipped', 'open'])
  await expect.poll(() => isFocused(heading('Your details'))).toBe(true)
  await next.click()
  await serverAccepts()
  await expect.poll(states).toEqual(['completed', 'completed', 'skipped', 'active'])
  await root.getByRole('button', { name: 'Change the request' }).click()
  await expect.poll(states).toEqual(['active', 'open', 'open', 'open'])
  expect(await root.getByLabel('What would you like to know?').inputValue()).toBe('x')
})

test('leaving the page during a step check resets the stepper; unmounting it aborts the check and ignores the late result', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const stepper = partsOf(examples, 'enquiry')
  const { root, status, states, log, serverAccepts } = stepper
  await startCheck(stepper)
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
  await page.goBack()
  await expect.poll(states).toEqual(['active', 'open', 'open', 'open'])
  expect(await status.textContent()).toBe('')
  await startCheck(stepper)
  await expect.poll(() => log.textContent()).toBe('checking details')
  await examples.getByRole('button', { name: 'Unmount the stepper' }).click()
  await expect.poll(() => log.textContent()).toBe('checking details, aborted details')
  await serverAccepts()
  expect(await root.count()).toBe(0)
})
