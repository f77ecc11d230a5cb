/** Position in CSS pixels, relative to the centre of the stage, the area that shows the picture. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Position of a picture's centre, and its scale, which is 1 if the whole picture just fits into the stage. */
export interface PictureView extends Point {
  readonly scale: number
}

export interface Limits {
  readonly stage: Size
  /** Size of the picture at scale 1. */
  readonly fitted: Size
  /** Scale at which one pixel of the picture takes one pixel of the screen. */
  readonly fullScale: number
  readonly maxScale: number
}

export const FITTED: PictureView = { scale: 1, x: 0, y: 0 }

/** The maximum scale is at least this, so that small pictures can be enlarged too. */
const SMALLEST_MAX_SCALE = 2

/**
 * @param picture size of the full resolution in pixels
 * @param pixelRatio pixels of the screen in one CSS pixel
 */
export function computeLimits(stage: Size, picture: Size, pixelRatio: number): Limits {
  // A picture that failed to load has no size.
  const { width, height } = picture.width > 0 && picture.height > 0 ? picture : stage
  const factor = Math.min(stage.width / width, stage.height / height)
  return {
    stage,
    fitted: { width: width * factor, height: height * factor },
    fullScale: Math.max(SMALLEST_MAX_SCALE, 1 / factor / pixelRatio),
    maxScale: Math.max(SMALLEST_MAX_SCALE, 1 / factor),
  }
}

/**
 * Scales a view, and moves it so that the part of the picture at `from` is at `to`. A picture that is large enough
 * still covers the stage.
 */
export function moveView(view: PictureView, scale: number, from: Point, to: Point, limits: Limits): PictureView {
  const next = clamp(scale, 1, limits.maxScale)
  const ratio = next / view.scale
  const { fitted, stage } = limits
  const maxX = Math.max(0, (fitted.width * next - stage.width) / 2)
  const maxY = Math.max(0, (fitted.height * next - stage.height) / 2)
  return {
    scale: next,
    x: clamp(to.x - (from.x - view.x) * ratio, -maxX, maxX),
    y: clamp(to.y - (from.y - view.y) * ratio, -maxY, maxY),
  }
}

/** Centre of one or two fingers, and the distance between them. */
export interface Grip {
  readonly centre: Point
  /** 0 for one finger. */
  readonly distance: number
}

export function gripOf([first, second]: readonly [Point, Point?]): Grip {
  if (!second) return { centre: first, distance: 0 }
  return {
    centre: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    distance: Math.hypot(first.x - second.x, first.y - second.y),
  }
}

export function followGrip(view: PictureView, from: Grip, to: Grip, limits: Limits): PictureView {
  const factor = from.distance > 0 ? to.distance / from.distance : 1
  return moveView(view, view.scale * factor, from.centre, to.centre, limits)
}

export type SwipeDirection = 'left' | 'right' | 'down'

const SWIPE_SHARE_OF_STAGE = 0.2
const FLICK_MS = 250
const FLICK_DISTANCE = 30

/** A swipe along one axis counts if it was long or fast when the finger is lifted. */
export function readSwipe({ x, y }: Point, elapsedMs: number, stage: Size): SwipeDirection | null {
  const counts = (distance: number, length: number) =>
    distance > length * SWIPE_SHARE_OF_STAGE || (distance > FLICK_DISTANCE && elapsedMs < FLICK_MS)
  if (counts(Math.abs(x), stage.width)) return x < 0 ? 'left' : 'right'
  return counts(y, stage.height) ? 'down' : null
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
