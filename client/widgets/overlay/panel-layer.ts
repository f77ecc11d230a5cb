/**
 * Puts a panel above the page, which cannot be reached meanwhile: a `<dialog>` as the platform does it; any other
 * element as a popover with the rest of the page inert.
 * @param fallback gets the focus at the end where nothing had it at the beginning
 * @returns a function that undoes all of it
 */
export function showPanel(panel: HTMLElement, fallback: () => HTMLElement | null): () => void {
  const before = document.activeElement
  const hide = panel instanceof HTMLDialogElement ? showDialog(panel) : showDrawer(panel)
  return () => {
    const hadFocus = panel.contains(document.activeElement) || document.activeElement === document.body
    hide()
    if (!hadFocus) return
    const target = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : fallback()
    target?.focus({ preventScroll: true })
  }
}

function showDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  return () => dialog.close()
}

function showDrawer(drawer: HTMLElement): () => void {
  drawer.showPopover()
  const release = makeOthersInert(drawer)
  drawer.focus({ preventScroll: true })
  return () => {
    release()
    drawer.hidePopover()
  }
}

/** Everything that neither holds the element nor is in it. */
function makeOthersInert(element: Element): () => void {
  const inert: HTMLElement[] = []
  for (let inside = element; inside !== document.body && inside.parentElement; inside = inside.parentElement) {
    for (const sibling of inside.parentElement.children) {
      if (sibling === inside || !(sibling instanceof HTMLElement) || sibling.inert) continue
      sibling.inert = true
      inert.push(sibling)
    }
  }
  return () => {
    for (const sibling of inert) sibling.inert = false
  }
}

/**
 * Tells of a press that both begins and ends outside of a panel, so that a text which is selected beyond the edge
 * closes nothing.
 * @returns a function that ends it
 */
export function listenForOutsidePress(panel: HTMLElement, onPress: () => void): () => void {
  let hasBegunOutside = false
  const begin = (event: PointerEvent) => {
    hasBegunOutside = isOutside(panel, event)
  }
  const end = (event: MouseEvent) => {
    if (hasBegunOutside && isOutside(panel, event)) onPress()
  }
  document.addEventListener('pointerdown', begin)
  document.addEventListener('click', end)
  return () => {
    document.removeEventListener('pointerdown', begin)
    document.removeEventListener('click', end)
  }
}

function isOutside(panel: HTMLElement, { target, clientX, clientY }: MouseEvent): boolean {
  if (target !== panel) {
    // A dialog's backdrop is the dialog itself; what else is hit belongs to another one.
    if (panel instanceof HTMLDialogElement) return false
    return target instanceof Element && !panel.contains(target) && !target.closest(':modal')
  }
  const { left, right, top, bottom } = panel.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** How long past its end a transition may be late: a tab in the background, or a browser that lost it. */
const GRACE_MS = 50

/**
 * Calls back when the transitions that have just begun on an element are over: at once where there are none, and also
 * where one is cancelled or never reports its end.
 * @returns a function that takes the call back
 */
export function afterTransitions(element: Element, callback: () => void): () => void {
  const transitions = element.getAnimations().filter((animation) => animation instanceof CSSTransition)
  const longestMs = Math.max(0, ...transitions.map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0)))
  let isOver = false
  const finish = () => {
    if (isOver) return
    cancel()
    callback()
  }
  const timer = setTimeout(finish, longestMs + GRACE_MS)
  const cancel = () => {
    isOver = true
    clearTimeout(timer)
  }
  void Promise.allSettled(transitions.map(({ finished }) => finished)).then(finish)
  return cancel
}
