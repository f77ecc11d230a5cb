/** A menu or drawer belongs to the page it was opened on. */
export function closePopovers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover()
}
