import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { openBeforeScripts, openWidgetsPage } from './widgets-page.ts'

const HEADING = 'Password strength'

const browser = await useBrowser()
const server = await findDevelopmentServer()

function partsOf(examples: Locator, label: string) {
  const field = examples.getByLabel(label, { exact: true })
  const root = examples.locator('.password-strength', { has: examples.page().getByLabel(label, { exact: true }) })
  return {
    field,
    root,
    meter: root.getByRole('meter'),
    hints: root.locator('[data-check]'),
    status: root.getByRole('status'),
  }
}

function missingOf(hints: Locator): Promise<(string | null)[]> {
  return hints.evaluateAll((items) =>
    items.filter((item) => item.dataset['state'] === 'missing').map((item) => item.dataset['check'] ?? null),
  )
}

test('typing a password raises its score until all five checks pass, and text entered at once after a tap is scored too', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, {
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  const { page, examples } = opened
  const { field, root, meter, hints } = partsOf(examples, 'All checks')
  const state = () => root.getAttribute('data-state')
  expect(await state()).toBe('empty')
  expect(await meter.getAttribute('aria-valuenow')).toBe('0')
  await field.tap()
  await page.keyboard.insertText('Abcd1!')
  await expect.poll(state).toBe('accepted')
  await field.fill('')
  await expect.poll(state).toBe('empty')
  for (const { key, score, missing } of [
    { key: 'a', score: 1, missing: ['uppercase', 'numbers', 'special-characters', 'min-length'] },
    { key: 'B', score: 2, missing: ['numbers', 'special-characters', 'min-length'] },
    { key: '1', score: 3, missing: ['special-characters', 'min-length'] },
    { key: '!', score: 4, missing: ['min-length'] },
    { key: 'x', score: 4, missing: ['min-length'] },
    { key: 'x', score: 5, missing: [] },
  ]) {
    await page.keyboard.press(key)
    await expect.poll(() => missingOf(hints)).toEqual(missing)
    expect(await meter.getAttribute('aria-valuenow')).toBe(String(score))
    expect(await meter.locator('[data-state="passed"]').count()).toBe(score)
    expect(await state()).toBe(score === 5 ? 'accepted' : 'weak')
  }
  await page.keyboard.press('Backspace')
  await expect.poll(state).toBe('weak')
  await field.fill('')
  await expect.poll(state).toBe('empty')
  expect(await root.getAttribute('data-score')).toBe('0')
})

test('the password score is announced once, after a pause in typing, and aria-describedby refers to it and the hints', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const { field, meter, status } = partsOf(examples, 'All checks')
  const said = await status.evaluateHandle((region) => {
    const texts: (string | null)[] = []
    new MutationObserver(() => texts.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    return texts
  })
  await field.pressSequentially('Abcd1', { delay: 60 })
  await expect
    .poll(() => said.jsonValue())
    .toEqual(['Still missing: A special character, such as ! or %; At least 6 characters'])
  await field.pressSequentially('!')
  await expect.poll(async () => (await said.jsonValue()).slice(1)).toEqual(['The password is accepted'])
  await field.fill('abc')
  await expect.poll(() => meter.getAttribute('aria-valuetext')).toBe('1 of 5 met')
  const description = await field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' | '),
  )
  expect(description).toContain('1 of 5 met |')
  expect(description).toContain('A lower-case letter: met')
  expect(description).toContain('At least 6 characters: missing')
  expect(await meter.getAttribute('aria-label')).toBe('Strength of the password')
})

test('disabled password checks are not counted or listed, password fields are independent, and unmounting one cancels its announcement', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const all = partsOf(examples, 'All checks')
  const some = partsOf(examples, 'Three checks, ten characters')
  expect(await some.hints.allTextContents()).toEqual([
    'A lower-case letter: missing',
    'A number: missing',
    'At least 10 characters: missing',
  ])
  await some.field.fill('abcdefghi1')
  await expect.poll(() => some.root.getAttribute('data-state')).toBe('accepted')
  expect(await some.meter.getAttribute('aria-valuemax')).toBe('3')
  expect(await all.root.getAttribute('data-state')).toBe('empty')
  const ids = await examples.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  await some.field.fill('a')
  await examples.getByRole('button', { name: 'Unmount the second password' }).click()
  await expect.poll(() => some.root.count()).toBe(0)
})

test('a default password and text typed before hydration are scored without a layout shift, and resetting the form resets the score', async () => {
  await using early = await openBeforeScripts(browser, server.url, HEADING)
  const { examples } = early
  const typed = partsOf(examples, 'All checks')
  const given = partsOf(examples, 'Password with a default value')
  await typed.field.fill('abc')
  const before = await examples.boundingBox()
  await early.releaseScripts()
  await expect.poll(() => typed.root.getAttribute('data-score')).toBe('1')
  await expect.poll(() => given.root.getAttribute('data-state')).toBe('accepted')
  expect(await typed.field.inputValue()).toBe('abc')
  expect(await examples.boundingBox()).toEqual(before)
  await given.field.fill('a')
  await expect.poll(() => given.root.getAttribute('data-score')).toBe('1')
  await examples.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => given.root.getAttribute('data-state')).toBe('accepted')
  expect(await given.field.inputValue()).toBe('Abc1!x')
})

test('without scripts a password field shows the hints but no meter', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, { javaScriptEnabled: false })
  const { examples } = opened
  const { field, hints, root } = partsOf(examples, 'All checks')
  expect(await hints.count()).toBe(5)
  expect(await root.locator('[role="meter"]').isVisible()).toBe(false)
  expect(await field.getAttribute('autocomplete')).toBe('new-password')
  expect(await field.getAttribute('type')).toBe('password')
})
