import type { Messages } from '../../shared/messages/messages.ts'

/**
 * Lets a table that is wider than its place be scrolled by keyboard too, in a region of its own with a name.
 * @returns a function that undoes it
 */
export function setUpScrollableTable(table: HTMLElement, messages: Messages): () => void {
  const region = document.createElement('div')
  region.className = 'prose-table'
  table.replaceWith(region)
  region.append(table)
  const name = table.querySelector('caption')?.textContent.trim() || messages.tableRegion

  const observer = new ResizeObserver(() => {
    const isWider = table.scrollWidth > region.clientWidth
    region.dataset['state'] = isWider ? 'scrollable' : 'fitting'
    region.role = isWider ? 'region' : null
    region.ariaLabel = isWider ? name : null
    if (isWider) region.tabIndex = 0
    else region.removeAttribute('tabindex')
  })
  observer.observe(region)
  return () => {
    observer.disconnect()
    region.replaceWith(table)
  }
}
