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
