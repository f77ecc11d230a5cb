import type { Messages } from '../../shared/messages/messages.ts'
import type { PageHooks } from './page-hooks.ts'

import { attachTooltip } from '../widgets/tooltip/tooltip.tsx'

/** Returns a function that restores the element. */
type SetUp = (element: HTMLElement, messages: Messages) => () => void

const OWNER_HTML = '.prose'

const WIDGETS: Readonly<Record<string, SetUp>> = {
  table: setUpScrollableTable,
  'abbr[title]': setUpTooltip,
}

/** Sets up the widgets in the owner's HTML after each navigation. */
export function startOwnerWidgets(hooks: PageHooks, messages: Messages): void {
  let cleanups: (() => void)[] = []
  hooks.on('page-start', () => {
    for (const cleanUp of cleanups) cleanUp()
    cleanups = []
  })
  hooks.on('page-finish', () => {
    cleanups = Object.entries(WIDGETS).flatMap(([selector, setUp]) =>
      Array.from(document.querySelectorAll<HTMLElement>(`${OWNER_HTML} ${selector}`), (element) =>
        setUp(element, messages),
      ),
    )
  })
}

/**
 * Wraps a table in a region that can be focused and scrolled by keyboard if it is too wide.
 * @returns a function that removes the region
 */
function setUpScrollableTable(table: HTMLElement, messages: Messages): () => void {
  const region = document.createElement('div')
  region.className = 'prose-table'
  table.replaceWith(region)
  region.append(table)
  const name = table.querySelector('caption')?.textContent.trim() || messages.tableRegion

  const observer = new ResizeObserver(() => {
    const isTooWide = table.scrollWidth > region.clientWidth
    region.dataset['state'] = isTooWide ? 'scrollable' : 'fitting'
    region.role = isTooWide ? 'region' : null
    region.ariaLabel = isTooWide ? name : null
    if (isTooWide) region.tabIndex = 0
    else region.removeAttribute('tabindex')
  })
  observer.observe(region)
  return () => {
    observer.disconnect()
    region.replaceWith(table)
  }
}

const ATTRIBUTES = ['title', 'tabindex', 'aria-describedby'] as const

let count = 0

/**
 * Adds a tooltip to an element that React does not render, such as a term in the owner's HTML. The element becomes
 * focusable and loses its `title`.
 * @returns a function that restores it
 */
function setUpTooltip(element: HTMLElement): () => void {
  const before = ATTRIBUTES.map((name) => [name, element.getAttribute(name)] as const)
  const bubble = document.createElement('span')
  count += 1
  bubble.id = `tooltip-${count}`
  bubble.className = 'popup tooltip'
  bubble.role = 'tooltip'
  bubble.popover = 'manual'
  bubble.dataset['state'] = 'closed'
  bubble.textContent = element.title

  element.removeAttribute('title')
  if (element.tabIndex < 0) element.tabIndex = 0
  const describedBy = element.getAttribute('aria-describedby')
  element.setAttribute('aria-describedby', describedBy ? `${describedBy} ${bubble.id}` : bubble.id)
  // The tooltip is beside the element, so that both are in the same dialog.
  element.after(bubble)
  const detach = attachTooltip(element, bubble)

  return () => {
    detach()
    bubble.remove()
    for (const [name, value] of before) {
      if (value === null) element.removeAttribute(name)
      else element.setAttribute(name, value)
    }
  }
}
