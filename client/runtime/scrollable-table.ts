import type { Messages } from '../../shared/messages/messages.ts'

/**
 * Wraps a table in a region that can be focused and scrolled by keyboard if it is too wide.
 * @returns a function that removes the region
 */
export function setUpScrollableTable(table: HTMLElement, messages: Messages): () => void {
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
