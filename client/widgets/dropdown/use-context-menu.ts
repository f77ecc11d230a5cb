import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { LONG_PRESS_MS } from '../../../shared/constants.ts'
import type { DropdownContextValue } from './use-dropdown.ts'

const MOVE_TOLERANCE_PX = 8

interface Press {
  readonly x: number
  readonly y: number
  readonly timer: ReturnType<typeof setTimeout>
}

/**
 * Event handlers that open a context menu on long press, Shift+F10 and the context-menu key. A right click of the mouse
 * opens the browser's own menu.
 */
export function useContextMenu({ open, triggerRef }: Pick<DropdownContextValue, 'open' | 'triggerRef'>) {
  const pressRef = useRef<Press>(null)
  const pointerTypeRef = useRef('mouse')
  /** Click and contextmenu events that follow a long press are ignored. */
  const isHandledRef = useRef(false)

  const openAt = (x: number, y: number) => {
    triggerRef.current = null
    open({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }, 'popup')
  }
  const endPress = () => {
    if (pressRef.current) clearTimeout(pressRef.current.timer)
    pressRef.current = null
  }
  useEffect(() => () => clearTimeout(pressRef.current?.timer), [])

  return {
    onPointerDown({ pointerType, isPrimary, clientX, clientY }: PointerEvent) {
      endPress()
      isHandledRef.current = false
      pointerTypeRef.current = pointerType
      if (pointerType === 'mouse' || !isPrimary) return
      const timer = setTimeout(() => {
        pressRef.current = null
        isHandledRef.current = true
        openAt(clientX, clientY)
      }, LONG_PRESS_MS)
      pressRef.current = { x: clientX, y: clientY, timer }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const press = pressRef.current
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > MOVE_TOLERANCE_PX) endPress()
    },
    onPointerUp: endPress,
    // The browser cancels the pointer when it scrolls.
    onPointerCancel: endPress,
    onContextMenu(event: MouseEvent) {
      if (pointerTypeRef.current === 'mouse' && !isHandledRef.current) return
      event.preventDefault()
      endPress()
      if (isHandledRef.current) return
      // The browser's long press may fire before our timer.
      isHandledRef.current = true
      openAt(event.clientX, event.clientY)
    },
    onClickCapture(event: MouseEvent) {
      if (!isHandledRef.current || event.detail === 0) return
      isHandledRef.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      isHandledRef.current = false
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
      event.preventDefault()
      isHandledRef.current = true
      triggerRef.current = null
      open(event.target as HTMLElement, 'first')
    },
  }
}
