import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react'
import {
  computeLimits,
  FITTED,
  followGrip,
  gripOf,
  moveView,
  readSwipe,
  type Grip,
  type Limits,
  type Point,
  type Size,
  type SwipeDirection,
  type PictureView,
} from './picture-zoom.ts'

const CENTRE: Point = { x: 0, y: 0 }
const TAP_DISTANCE_PX = 10
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_DISTANCE_PX = 30

/**
 * Each pixel of wheel movement multiplies the zoom factor by e to the power of this number. Browsers report a pinch on a
 * trackpad as a wheel event with Ctrl.
 */
const WHEEL_SPEED = 0.002
const PINCH_WHEEL_SPEED = 0.01
/** Height of a line, because Firefox reports wheel movements in lines instead of pixels. */
const WHEEL_LINE_PX = 16

interface Motion {
  readonly view: PictureView
  /** How far a swipe has moved a picture that is not enlarged. */
  readonly offset: Point
  /** Whether the picture directly follows a finger or the wheel, without a transition. */
  readonly isDirect: boolean
  readonly canZoomIn: boolean
}

const AT_REST: Motion = { view: FITTED, offset: CENTRE, isDirect: false, canZoomIn: true }

interface Gesture {
  readonly view: PictureView
  readonly grip: Grip
  readonly startMs: number
  readonly kind: 'swipe' | 'zoom'
  axis: 'x' | 'y' | null
  isTap: boolean
}

interface SafariGestureEvent extends Event {
  /** Scale relative to the start of the pinch. */
  readonly scale: number
  readonly clientX: number
  readonly clientY: number
}

interface GestureOptions {
  readonly stageRef: RefObject<HTMLElement | null>
  /** Returns the full resolution in pixels. */
  readonly measurePicture: () => Size
  /** Whether there are other pictures. Without them, a swipe to the side moves the picture only a quarter as far. */
  readonly hasOthers: boolean
  readonly onSwipe: (direction: SwipeDirection) => void
}

export function usePictureGestures({ stageRef, measurePicture, hasOthers, onSwipe }: GestureOptions) {
  const [motion, setMotion] = useState(AT_REST)
  const pointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>(null)
  const safariScale = useRef(1)
  const lastTap = useRef<{ readonly point: Point; readonly ms: number }>(null)

  function measure(): Limits {
    const { clientWidth: width, clientHeight: height } = stageRef.current!
    return computeLimits({ width, height }, measurePicture(), window.devicePixelRatio)
  }

  function changeView(change: (view: PictureView, limits: Limits) => PictureView, isDirect = false): void {
    const limits = measure()
    setMotion((before) => {
      const view = change(before.view, limits)
      return { view, offset: CENTRE, isDirect, canZoomIn: view.scale < limits.maxScale }
    })
  }

  const zoomAround = (point: Point, factor: number, isDirect = false) =>
    changeView((view, limits) => moveView(view, view.scale * factor, point, point, limits), isDirect)

  const toggleZoom = (point: Point) =>
    changeView((view, limits) => moveView(view, view.scale > 1 ? 1 : limits.fullScale, point, point, limits))

  function toStage({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
    const { left, top, width, height } = stageRef.current!.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  function grip(): Grip {
    return gripOf([...pointers.current.values()] as [Point, Point?])
  }

  function startGesture(kind: Gesture['kind'], startMs: number, isTap: boolean): void {
    gesture.current = { view: motion.view, grip: grip(), startMs, kind, axis: null, isTap }
  }

  function onPointerDown(event: ReactPointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, toStage(event))
    const isFirst = pointers.current.size === 1
    const isSwipe = isFirst && motion.view.scale === 1 && event.pointerType !== 'mouse'
    startGesture(isSwipe ? 'swipe' : 'zoom', event.timeStamp, isFirst)
  }

  function onPointerMove(event: ReactPointerEvent<HTMLElement>): void {
    const current = gesture.current
    if (!current || !pointers.current.has(event.pointerId)) return
    pointers.current.set(event.pointerId, toStage(event))
    const now = grip()
    if (Math.max(...Object.values(offsetOf(current, now)).map(Math.abs)) > TAP_DISTANCE_PX) current.isTap = false
    if (current.kind === 'zoom') changeView((_, limits) => followGrip(current.view, current.grip, now, limits), true)
    else setMotion({ ...AT_REST, offset: readSwipeOffset(current, now), isDirect: true })
  }

  function readSwipeOffset(current: Gesture, now: Grip): Point {
    const { x, y } = offsetOf(current, now)
    if (!current.isTap) current.axis ??= Math.abs(x) > Math.abs(y) ? 'x' : 'y'
    if (current.axis === 'y') return { x: 0, y: Math.max(0, y) }
    return current.axis === 'x' ? { x: hasOthers ? x : x / 4, y: 0 } : CENTRE
  }

  function onPointerUp(event: ReactPointerEvent<HTMLElement>): void {
    const current = gesture.current
    if (!current || !pointers.current.has(event.pointerId)) return
    const end = grip()
    pointers.current.delete(event.pointerId)
    if (pointers.current.size > 0) {
      startGesture('zoom', event.timeStamp, false)
      return
    }
    gesture.current = null
    setMotion((before) => ({ ...before, offset: CENTRE, isDirect: false }))
    if (event.type === 'pointercancel') return
    if (current.isTap) handleTap(end.centre, event.timeStamp)
    else if (current.kind === 'swipe') {
      const offset = readSwipeOffset(current, end)
      const direction = readSwipe(offset, event.timeStamp - current.startMs, measure().stage)
      if (direction === 'down' || (direction && hasOthers)) onSwipe(direction)
    }
  }

  function handleTap(point: Point, ms: number): void {
    const last = lastTap.current
    const isDouble =
      last !== null &&
      ms - last.ms < DOUBLE_TAP_MS &&
      Math.hypot(point.x - last.point.x, point.y - last.point.y) < DOUBLE_TAP_DISTANCE_PX
    lastTap.current = isDouble ? null : { point, ms }
    if (isDouble) toggleZoom(point)
  }

  const handleWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * WHEEL_LINE_PX : event.deltaY
    zoomAround(toStage(event), Math.exp(-pixels * (event.ctrlKey ? PINCH_WHEEL_SPEED : WHEEL_SPEED)), true)
  })
  /**
   * Safari's own events for a pinch on a trackpad. On a touch screen it fires them too, but pointer events are used
   * there.
   */
  const handleSafariPinch = useEffectEvent((event: SafariGestureEvent) => {
    event.preventDefault()
    if (pointers.current.size > 0) return
    zoomAround(toStage(event), event.scale / safariScale.current, true)
    safariScale.current = event.scale
  })
  const handleResize = useEffectEvent(() => zoomAround(CENTRE, 1))

  useEffect(() => {
    const stage = stageRef.current
    if (!stage) return
    const controller = new AbortController()
    const { signal } = controller
    // React's wheel listeners are passive, so they could not keep the browser from zooming the page.
    stage.addEventListener('wheel', (event) => handleWheel(event), { passive: false, signal })
    const onPinchStart = (event: Event) => {
      event.preventDefault()
      safariScale.current = 1
    }
    stage.addEventListener('gesturestart', onPinchStart, { signal })
    stage.addEventListener('gesturechange', (event) => handleSafariPinch(event as SafariGestureEvent), { signal })
    // Keeps Safari from going back on a swipe from the edge of the screen.
    stage.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false, signal })
    window.addEventListener('resize', () => handleResize(), { signal })
    return () => controller.abort()
  }, [stageRef])

  return {
    motion,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
    zoomBy: (factor: number) => zoomAround(CENTRE, factor),
    panBy: (distance: Point) => changeView((view, limits) => moveView(view, view.scale, CENTRE, distance, limits)),
    reset: () => setMotion(AT_REST),
  }
}

function offsetOf({ grip: { centre } }: Gesture, now: Grip): Point {
  return { x: now.centre.x - centre.x, y: now.centre.y - centre.y }
}
