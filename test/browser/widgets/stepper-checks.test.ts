import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage } from './widgets-page.ts'
import { partsOf } from './stepper-parts.ts'

const HEADING = 'Stepper'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('a stepper stays on a step that fails its check, and announces the error', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const { root, next, states, status, serverRejects } = partsOf(examples, 'enquiry')
  await next.click()
  await expect.poll(states).toEqual(['active errored', 'open', 'open', 'open'])
  expect(await status.textContent()).toBe('Please check: Your request')
  const request = root.getByLabel('What would you like to know?')
  expect(await isFocused(request)).toBe(true)
  await request.fill('x')
  await next.click()
  await next.click()
  await serverRejects()
  await expect.poll(states).toEqual(['completed', 'active errored', 'open', 'open'])
  expect(await status.textContent()).toBe('Please check: Your details')
})

test('a stepper ignores its buttons during a check and keeps the focus on the pressed button', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { root, next, back, states, status, serverAccepts, log } = partsOf(examples, 'enquiry')
  await root.getByLabel('What would you like to know?').fill('x')
  await next.click()
  await next.click()
  await expect.poll(() => status.textContent()).toBe('Checking: Your details')
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
})

test('if a check fails on Finish, the stepper opens the failed step, and Next returns to the last step', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const { root, next, skip, finish, states, heading, serverAccepts, serverRejects } = partsOf(examples, 'enquiry')
  await root.getByLabel('What would you like to know?').fill('x')
  await next.click()
  await next.click()
  await serverAccepts()
  await skip.click()
  await finish.click()
  await serverRejects()
  await expect.poll(states).toEqual(['completed', 'active errored', 'skipped', 'open'])
  await expect.poll(() => isFocused(heading('Your details'))).toBe(true)
  await next.click()
  await serverAccepts()
  await expect.poll(states).toEqual(['completed', 'completed', 'skipped', 'active'])

  await root.getByRole('button', { name: 'Change the request' }).click()
  await expect.poll(states).toEqual(['active', 'open', 'open', 'open'])
  expect(await root.getByLabel('What would you like to know?').inputValue()).toBe('x')
})

test('a step check that throws marks the step as errored and reports the error', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, { expected: /The server failed/ })
  const { page, examples } = opened
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const { root, next, states } = partsOf(examples, 'enquiry')
  await root.getByLabel('What would you like to know?').fill('x')
  await next.click()
  await next.click()
  await examples.getByRole('button', { name: 'The server fails' }).click()
  await expect.poll(states).toEqual(['completed', 'active errored', 'open', 'open'])
  expect(errors).toEqual(['The server failed'])
})

test('unmounting a stepper aborts its running check and ignores the late result', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const { root, next, log, serverAccepts } = partsOf(examples, 'enquiry')
  await root.getByLabel('What would you like to know?').fill('x')
  await next.click()
  await next.click()
  await expect.poll(() => log.textContent()).toBe('checking details')
  await examples.getByRole('button', { name: 'Unmount the stepper' }).click()
  await expect.poll(() => log.textContent()).toBe('checking details, aborted details')
  await serverAccepts()
  expect(await root.count()).toBe(0)
})

test('leaving the page during a step check resets the stepper', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { root, next, status, states } = partsOf(examples, 'enquiry')
  await root.getByLabel('What would you like to know?').fill('x')
  await next.click()
  await next.click()
  await expect.poll(() => status.textContent()).toBe('Checking: Your details')
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
  await page.goBack()
  await expect.poll(states).toEqual(['active', 'open', 'open', 'open'])
  expect(await status.textContent()).toBe('')
})
