import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openBeforeScripts, openWidgetsPage } from './widgets-page.ts'

const HEADING = 'Stepper'

const browser = await useBrowser()
const server = await findDevelopmentServer()

function partsOf(examples: Locator, name: 'enquiry' | 'free' | 'short') {
  const root = examples.locator(`.stepper-${name}`)
  const button = (label: string) => root.getByRole('button', { name: label, exact: true })
  return {
    root,
    button,
    back: button('Back'),
    next: button('Next'),
    skip: button('Skip'),
    finish: button('Finish'),
    reset: button('Start again'),
    status: root.getByRole('status'),
    heading: (title: string) => root.getByRole('heading', { name: title, exact: true }),
    states: () => root.locator('.stepper-list > li').evaluateAll((items) => items.map((item) => item.dataset['state'])),
    visiblePanels: () => root.locator('.stepper-panel:visible .stepper-heading').allTextContents(),
    serverSays: (word: 'yes' | 'no') => examples.getByRole('button', { name: `The server says ${word}` }).click(),
    log: examples.getByLabel('What the server was asked'),
  }
}

test('the enquiry leads through all of its steps to the end, and only a reset leads back', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { root, back, next, skip, finish, reset, states, visiblePanels, serverSays, heading, status } = partsOf(examples, 'enquiry')
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
  await serverSays('yes')
  await expect.poll(states).toEqual(['completed', 'completed', 'active', 'open'])
  await skip.click()
  await expect.poll(states).toEqual(['completed', 'completed', 'skipped', 'active'])
  expect([await next.isVisible(), await finish.isVisible()]).toEqual([false, true])
  expect(await root.getAttribute('data-completed')).toBe(null)

  await finish.click()
  await serverSays('yes')
  await expect.poll(() => root.getAttribute('data-completed')).toBe('')
  expect(await states()).toEqual(['completed', 'completed', 'skipped', 'completed'])
  expect(await visiblePanels()).toEqual(['Thank you'])
  await expect.poll(() => isFocused(heading('Thank you'))).toBe(true)
  expect(await status.textContent()).toBe('All steps are completed')
  expect(await root.getByRole('button').allTextContents()).toEqual(['Start again'])
  expect(await root.locator('[aria-current]').count()).toBe(0)
  expect(page.url()).toBe(`${server.url}/widgets`)

  await reset.click()
  await expect.poll(states).toEqual(['active', 'open', 'open', 'open'])
  await expect.poll(() => isFocused(heading('Your request'))).toBe(true)
  expect(await root.getAttribute('data-completed')).toBe(null)
})

test('a step that does not pass its check is not left, and says so', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const { root, next, states, status, serverSays } = partsOf(examples, 'enquiry')
  await next.click()
  await expect.poll(states).toEqual(['active errored', 'open', 'open', 'open'])
  expect(await status.textContent()).toBe('Please check: Your request')
  const request = root.getByLabel('What would you like to know?')
  expect(await isFocused(request)).toBe(true)
  await request.fill('x')
  await next.click()
  await next.click()
  await serverSays('no')
  await expect.poll(states).toEqual(['completed', 'active errored', 'open', 'open'])
  expect(await status.textContent()).toBe('Please check: Your details')
})

test('while a step is being checked nothing moves, and the button that was pressed keeps the focus', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { root, next, back, states, status, serverSays, log } = partsOf(examples, 'enquiry')
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
  expect(await log.textContent()).toBe('asked about details')
  await serverSays('yes')
  await expect.poll(states).toEqual(['completed', 'completed', 'active', 'open'])
})

test('the answer to the finish can send back to a step to be put right, from where one leads straight to the end again', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const { root, next, skip, finish, states, heading, serverSays } = partsOf(examples, 'enquiry')
  await root.getByLabel('What would you like to know?').fill('x')
  await next.click()
  await next.click()
  await serverSays('yes')
  await skip.click()
  await finish.click()
  await serverSays('no')
  await expect.poll(states).toEqual(['completed', 'active errored', 'skipped', 'open'])
  await expect.poll(() => isFocused(heading('Your details'))).toBe(true)
  await next.click()
  await serverSays('yes')
  await expect.poll(states).toEqual(['completed', 'completed', 'skipped', 'active'])

  await root.getByRole('button', { name: 'Change the request' }).click()
  await expect.poll(states).toEqual(['active', 'open', 'open', 'open'])
  expect(await root.getByLabel('What would you like to know?').inputValue()).toBe('x')
})

test('a check that breaks leaves the step to be put right, and its error is not swallowed', async () => {
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

test('a stepper that goes during a check calls it off, and the late answer troubles nobody', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const { root, next, log, serverSays } = partsOf(examples, 'enquiry')
  await root.getByLabel('What would you like to know?').fill('x')
  await next.click()
  await next.click()
  await expect.poll(() => log.textContent()).toBe('asked about details')
  await examples.getByRole('button', { name: 'Leave the enquiry' }).click()
  await expect.poll(() => log.textContent()).toBe('asked about details, called off details')
  await serverSays('yes')
  expect(await root.count()).toBe(0)
})

test('a page that is left during a check is forgotten, and is at its start when one comes back', async () => {
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

test('a double click moves one step, also where the finish comes to stand under it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const short = partsOf(examples, 'short')
  await short.next.dblclick()
  await expect.poll(short.states).toEqual(['completed', 'active'])
  expect(await short.root.getAttribute('data-completed')).toBe(null)
  const free = partsOf(examples, 'free')
  await free.button('Shape (completed)').click()
  await free.next.dblclick()
  await expect.poll(() => free.heading('Glaze').isVisible()).toBe(true)
})

test('two fast taps of a finger move one step as well', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, { hasTouch: true, viewport: { width: 360, height: 740 } })
  const { page, examples } = opened
  const { root, next, states } = partsOf(examples, 'short')
  await next.scrollIntoViewIfNeeded()
  const box = (await next.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.touchscreen.tap(x, y)
  await page.touchscreen.tap(x, y)
  await expect.poll(states).toEqual(['completed', 'active'])
  expect(await root.getAttribute('data-completed')).toBe(null)
})

test('and so do those of phones, which count each tap as a first one', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { root, states, heading } = partsOf(opened.examples, 'short')
  const tap = (...names: readonly string[]) =>
    root.evaluate(async (stepper, names) => {
      for (const name of names) {
        const button = [...stepper.querySelectorAll('button')].find(({ textContent }) => textContent === name)
        button!.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, detail: 1, pointerType: 'touch' }))
        await new Promise(requestAnimationFrame)
      }
    }, names)
  await tap('Next', 'Finish')
  await expect.poll(() => isFocused(heading('Last'))).toBe(true)
  expect(await states()).toEqual(['completed', 'active'])
  // A later one counts.
  await expect
    .poll(async () => {
      await tap('Finish')
      return root.getAttribute('data-completed')
    })
    .toBe('')
})

test('skipping the last step stays on it, and leaves the finish', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const { root, next, skip, finish, states, heading } = partsOf(examples, 'short')
  await next.click()
  await skip.click()
  await expect.poll(states).toEqual(['completed', 'active skipped'])
  await expect.poll(() => isFocused(heading('Last'))).toBe(true)
  expect(await skip.isVisible()).toBe(false)
  await finish.click()
  await expect.poll(() => root.getAttribute('data-completed')).toBe('')
  expect(await states()).toEqual(['completed', 'skipped'])
})

test('a linear list shows where one is, and is no way to go; a free one is made of buttons', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { examples } = opened
  const linear = partsOf(examples, 'enquiry')
  const list = linear.root.getByRole('list', { name: 'Steps', exact: true })
  expect(await list.evaluate(({ tagName }) => tagName)).toBe('OL')
  expect(await list.locator('[aria-current="step"]').allTextContents()).toEqual(['Your request'])
  expect(await list.getByRole('button').count()).toBe(0)

  const free = partsOf(examples, 'free')
  expect(await free.root.getAttribute('data-mode')).toBe('free')
  // It starts where something has to be put right.
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

test('the keyboard does all of it: Tab, Enter and Space, and Enter in a field leads on', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING)
  const { page, examples } = opened
  const { root, states, heading, serverSays, finish } = partsOf(examples, 'enquiry')
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
  await serverSays('yes')
  await expect.poll(() => isFocused(heading('Preferred time'))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(heading('Review'))).toBe(true)
  await finish.focus()
  await page.keyboard.press('Enter')
  await serverSays('yes')
  await expect.poll(() => isFocused(heading('Thank you'))).toBe(true)

  const free = partsOf(examples, 'free')
  await free.button('Glaze').focus()
  await page.keyboard.press('Space')
  await expect.poll(() => isFocused(free.heading('Glaze'))).toBe(true)
})

test('without scripts it is a plain form: all parts in order, one button, which sends it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, { javaScriptEnabled: false })
  const { page, examples } = opened
  const { root, visiblePanels } = partsOf(examples, 'enquiry')
  expect(await visiblePanels()).toEqual(['Your request', 'Your details', 'Preferred time', 'Review'])
  expect(await root.getByRole('button').allTextContents()).toEqual(['Finish'])
  expect(await root.locator('.stepper-list').isVisible()).toBe(false)
  for (const label of ['What would you like to know?', 'Name', 'When may we call?']) {
    expect(await root.getByLabel(label).isVisible()).toBe(true)
    await root.getByLabel(label).fill('x')
  }
  await root.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL(`${server.url}/widgets?request=x&name=x&time=x`)
})

/** However long the scripts take, it is not yet time for the plain form. */
async function stopAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

test('while the scripts are on their way one part is shown, and nothing moves when they come', async () => {
  await using early = await openBeforeScripts(browser, server.url, HEADING, { prepare: stopAnimations })
  const { examples } = early
  const { root, next, visiblePanels } = partsOf(examples, 'enquiry')
  await root.getByLabel('What would you like to know?').fill('typed early')
  expect(await visiblePanels()).toEqual(['Your request'])
  expect(await root.getByRole('button').count()).toBe(0)
  const before = await root.boundingBox()
  const actionsBefore = await root.locator('.stepper-actions').boundingBox()
  const pageBefore = await examples.boundingBox()
  await early.letScriptsCome()
  await next.waitFor()
  expect(await root.boundingBox()).toEqual(before)
  expect(await root.locator('.stepper-actions').boundingBox()).toEqual(actionsBefore)
  expect(await examples.boundingBox()).toEqual(pageBefore)
  expect(await root.getByLabel('What would you like to know?').inputValue()).toBe('typed early')
})

test('where the scripts never come, the plain form appears after a few seconds', async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  await page.route(/\/builds\/.*\.js/, (route) => route.abort())
  await page.goto(`${server.url}/widgets`)
  const { visiblePanels, finish } = partsOf(page.getByRole('region', { name: HEADING, exact: true }), 'enquiry')
  expect(await visiblePanels()).toEqual(['Your request'])
  await expect.poll(visiblePanels).toEqual(['Your request', 'Your details', 'Preferred time', 'Review'])
  expect(await finish.isVisible()).toBe(true)
  await page.close()
})
