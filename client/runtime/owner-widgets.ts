import type { Messages } from '../../shared/messages/messages.ts'
import type { PageHooks } from './page-hooks.ts'

import { attachTooltip, hideTooltip } from '../widgets/tooltip/tooltip.tsx'

/**
 * Sets up the widgets in the owner's HTML after each navigation. What is set up already matches no more, and what React
 * replaces takes its widgets along.
 */
export function startOwnerWidgets(hooks: PageHooks, messages: Messages): void {
  hooks.on('page-start', hideTooltip)
  hooks.on('page-finish', () => {
    for (const table of document.querySelectorAll<HTMLElement>('.prose table:not(.prose-table > table)'))
      makeScrollable(table, messages)
    for (const term of document.querySelectorAll<HTMLElement>('.prose abbr[title]')) addTooltip(term)
  })
}

/** Wraps a table in a region that can be focused and scrolled by keyboard if it is too wide. */
function makeScrollable(table: HTMLElement, messages: Messages): void {
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
}

let count = 0

/** The term becomes focusable and loses its `title`. */
function addTooltip(term: HTMLElement): void {
  const bubble = document.createElement('span')
  count += 1
  bubble.id = `tooltip-${count}`
  bubble.className = 'popup tooltip'
  bubble.role = 'tooltip'
  bubble.popover = 'manual'
  bubble.dataset['state'] = 'closed'
  bubble.textContent = term.title

  term.removeAttribute('title')
  if (term.tabIndex < 0) term.tabIndex = 0
  term.setAttribute('aria-describedby', bubble.id)
  // The tooltip is beside the term, so that both are in the same dialog.
  term.after(bubble)
  attachTooltip(term, bubble)
}
