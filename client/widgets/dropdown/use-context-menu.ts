import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { LONG_PRESS_MS } from '../../../shared/constants.ts'
import type { DropdownContextValue } from './use-dropdown.ts'

/** A finger is never quite still; further than this it moves on purpose. */
const STILL_PX = 8

interface Press {
  readonly x: number
  readonly y: number
  readonly timer: ReturnType<typeof setTimeout>
}

/** Handlers of an element that opens a dropdown by right click, Shift+F10, the context-menu key and a long press. */
export function useContextMenu({ open }: Pick<DropdownContextValue, 'open'>) {
  const pressRef = useRef<Press>(null)
  /** A long press or a key has opened it; what the browser makes of the same gesture afterwards is left out. */
  const isAnsweredRef = useRef(false)

  const openAt = (x: number, y: number) =>
    open({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }, { focus: 'popup' })
  const endPress = () => {
    if (pressRef.current) clearTimeout(pressRef.current.timer)
    pressRef.current = null
  }
  useEffect(() => () => clearTimeout(pressRef.current?.timer), [])

  return {
    onPointerDown({ pointerType, isPrimary, clientX, clientY }: PointerEvent) {
      endPress()
      isAnsweredRef.current = false
      if (pointerType === 'mouse' || !isPrimary) return
      const timer = setTimeout(() => {
        pressRef.current = null
        isAnsweredRef.current = true
        openAt(clientX, clientY)
      }, LONG_PRESS_MS)
      pressRef.current = { x: clientX, y: clientY, timer }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const press = pressRef.current
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL_PX) endPress()
    },
    onPointerUp: endPress,
    // The browser takes the finger over: it scrolls.
    onPointerCancel: endPress,
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      endPress()
      if (isAnsweredRef.current) return
      // A touch screen's own long press may be quicker than ours.
      isAnsweredRef.current = true
      openAt(event.clientX, event.clientY)
    },
    onClickCapture(event: MouseEvent) {
      if (!isAnsweredRef.current || event.detail === 0) return
      isAnsweredRef.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      isAnsweredRef.current = false
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
      event.preventDefault()
      isAnsweredRef.current = true
      open(event.target as HTMLElement, { focus: 'first' })
    },
  }
}
