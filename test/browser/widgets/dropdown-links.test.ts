import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage, widgetsUrl } from './widgets-page.ts'
import { openDropdowns } from './dropdown-parts.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('a dropdown opens on hover, and crossing its gap keeps it open; a tap or key press toggles it, and a mouse click follows the link', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', { hasTouch: true })
  const { page, examples, focusedText } = openDropdowns(opened)
  const link = examples.getByRole('link', { name: 'Categories', exact: true })
  const list = page.getByRole('group', { name: 'Categories' })
  await link.hover()
  await expect.poll(() => list.getAttribute('data-placement')).toBe('bottom-start')
  expect(await link.getAttribute('aria-expanded')).toBe('true')
  const { x, y } = (await list.getByRole('link', { name: 'All products' }).boundingBox())!
  await page.mouse.move(x + 10, y + 10, { steps: 40 })
  expect(await list.isVisible()).toBe(true)
  await page.mouse.move(x + 10, y + 400, { steps: 5 })
  await expect.poll(() => list.count()).toBe(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await link.tap()
  await list.waitFor()
  await link.tap()
  await expect.poll(() => list.count()).toBe(0)
  await link.focus()
  await page.keyboard.press('Enter')
  expect(await focusedText()).toBe('All categories')
  await page.keyboard.press('Escape')
  await expect.poll(() => list.count()).toBe(0)
  expect(page.url()).toBe(widgetsUrl(server.url, 'Dropdown'))

  await link.click()
  await page.waitForURL(`${server.url}/category`)
})

test('a dropdown of links has no menu role, Tab moves through its links, and it closes when the focus leaves it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples, menu, focusedText } = openDropdowns(opened)
  const pages = examples.getByRole('button', { name: 'Pages' })
  expect(await pages.getAttribute('aria-haspopup')).toBe(null)
  await pages.focus()
  await page.keyboard.press('Enter')
  const group = page.getByRole('group', { name: 'Pages' })
  expect(await group.getByRole('listitem').count()).toBe(2)
  expect(await menu.count()).toBe(0)
  expect(await focusedText()).toBe('About the studio')
  await page.keyboard.press('ArrowDown')
  expect(await focusedText()).toBe('Where to find us')
  await page.keyboard.press('Shift+Tab')
  expect(await focusedText()).toBe('About the studio')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => group.count()).toBe(0)
  expect(await isFocused(examples.getByRole('link', { name: 'A card' }))).toBe(true)
})
