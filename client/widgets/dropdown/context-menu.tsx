import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { LONG_PRESS_MS } from '../../../shared/constants.ts'
import { useDropdown } from './use-dropdown.ts'

const MOVE_TOLERANCE_PX = 8

interface Press {
  readonly x: number
  readonly y: number
  readonly timer: ReturnType<typeof setTimeout>
}

interface DropdownContextEventsProps {
  /** The area is outside the dropdown, which can therefore be loaded and rendered later. */
  readonly areaRef: RefObject<HTMLElement | null>
}

/**
 * Opens the popup of `trigger="contextmenu"` for an area: on long press, Shift+F10, the context-menu key, and by its
 * buttons with `data-context-button`. A right click opens the browser's own menu.
 */
export function DropdownContextEvents({ areaRef }: DropdownContextEventsProps) {
  const { isOpen, triggerRef, open, close } = useDropdown()
  const pressRef = useRef<Press>(null)
  const pointerTypeRef = useRef('mouse')
  /** Whether the current press has opened the menu, so that its click and contextmenu events are ignored. */
  const isHandledRef = useRef(false)

  const openAt = (x: number, y: number) => {
    isHandledRef.current = true
    triggerRef.current = null
    open({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }, 'popup')
  }
  const endPress = () => {
    if (pressRef.current) clearTimeout(pressRef.current.timer)
    pressRef.current = null
  }

  const onPointerDown = useEffectEvent(({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
    endPress()
    isHandledRef.current = false
    pointerTypeRef.current = pointerType
    if (pointerType === 'mouse' || !isPrimary) return
    const openMenu = () => {
      pressRef.current = null
      openAt(clientX, clientY)
    }
    pressRef.current = { x: clientX, y: clientY, timer: setTimeout(openMenu, LONG_PRESS_MS) }
  })
  const onPointerMove = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    const press = pressRef.current
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > MOVE_TOLERANCE_PX) endPress()
  })
  const onPointerUp = useEffectEvent(endPress)
  const onContextMenu = useEffectEvent((event: MouseEvent) => {
    if (pointerTypeRef.current === 'mouse' && !isHandledRef.current) return
    event.preventDefault()
    endPress()
    // If the browser's own long press is shorter, its event opens the menu.
    if (!isHandledRef.current) openAt(event.clientX, event.clientY)
  })
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (isHandledRef.current && event.detail > 0) {
      isHandledRef.current = false
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-context-button]')
    if (!button) return
    if (isOpen && triggerRef.current === button) return close(true)
    triggerRef.current = button
    open(button, event.detail === 0 ? 'first' : 'popup')
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    isHandledRef.current = false
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    isHandledRef.current = true
    triggerRef.current = null
    open(event.target as HTMLElement, 'first')
  })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const area = areaRef.current
    area?.addEventListener('pointerdown', (event) => onPointerDown(event), { signal })
    area?.addEventListener('pointermove', (event) => onPointerMove(event), { signal })
    area?.addEventListener('pointerup', () => onPointerUp(), { signal })
    // The browser cancels the pointer when a touch becomes a scroll.
    area?.addEventListener('pointercancel', () => onPointerUp(), { signal })
    area?.addEventListener('contextmenu', (event) => onContextMenu(event), { signal })
    area?.addEventListener('click', (event) => onClick(event), { signal, capture: true })
    area?.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    return () => {
      controller.abort()
      onPointerUp()
    }
  }, [areaRef])
  return null
}
