/**
 * Shows a panel modally: a `<dialog>` natively, others as a popover with the rest of the page inert.
 * @param fallback gets the focus on close if nothing had it before
 * @returns a function that hides the panel and restores the focus
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
 * Calls back after a press that starts and ends outside a panel: dragging a text selection out of it does not count.
 * @returns a function that stops listening
 */
export function listenForOutsidePress(panel: HTMLElement, onPress: () => void): () => void {
  let hasStartedOutside = false
  const onPointerDown = (event: PointerEvent) => {
    hasStartedOutside = isOutside(panel, event)
  }
  const onClick = (event: MouseEvent) => {
    if (hasStartedOutside && isOutside(panel, event)) onPress()
  }
  document.addEventListener('pointerdown', onPointerDown)
  document.addEventListener('click', onClick)
  return () => {
    document.removeEventListener('pointerdown', onPointerDown)
    document.removeEventListener('click', onClick)
  }
}

function isOutside(panel: HTMLElement, { target }: Event): boolean {
  return target instanceof Element && !panel.contains(target)
}

/** In throttled tabs transitions end late, and a cancelled one may never end. */
const GRACE_MS = 50

/**
 * Calls back when the element's transitions have ended or were cancelled, at the latest `GRACE_MS` after their
 * duration.
 * @returns a function that cancels the call
 */
export function afterTransitions(element: Element, callback: () => void): () => void {
  const transitions = element.getAnimations().filter((animation) => animation instanceof CSSTransition)
  const longestMs = Math.max(0, ...transitions.map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0)))
  let isSettled = false
  const finish = () => {
    if (isSettled) return
    cancel()
    callback()
  }
  const timer = setTimeout(finish, longestMs + GRACE_MS)
  const cancel = () => {
    isSettled = true
    clearTimeout(timer)
  }
  void Promise.allSettled(transitions.map(({ finished }) => finished)).then(finish)
  return cancel
}
