import { describe, expect, test } from 'vitest'
import {
  computeLimits,
  FITTED,
  followGrip,
  gripOf,
  moveView,
  readSwipe,
} from '../../../client/pages/products-product/picture-zoom.ts'

const STAGE = { width: 1000, height: 600 }
const CENTRE = { x: 0, y: 0 }

describe('the limits of a zoomed picture', () => {
  test('a picture fits the stage by its longer side', () => {
    expect(computeLimits(STAGE, { width: 2000, height: 2000 }, 1).fitted).toEqual({ width: 600, height: 600 })
    expect(computeLimits(STAGE, { width: 4000, height: 1000 }, 1).fitted).toEqual({ width: 1000, height: 250 })
  })

  test('full resolution shows one pixel of the picture on one pixel of the screen', () => {
    expect(computeLimits(STAGE, { width: 5000, height: 1000 }, 1)).toMatchObject({ fullScale: 5, maxScale: 5 })
    expect(computeLimits(STAGE, { width: 5000, height: 1000 }, 2)).toMatchObject({ fullScale: 2.5, maxScale: 5 })
  })

  test('a small picture can be enlarged to twice the size that fits', () => {
    expect(computeLimits(STAGE, { width: 300, height: 300 }, 1)).toMatchObject({ fullScale: 2, maxScale: 2 })
  })

  test('a picture without a size is treated like one that fills the stage', () => {
    expect(computeLimits(STAGE, { width: 0, height: 0 }, 1)).toMatchObject({ fitted: STAGE, maxScale: 2 })
  })
})

describe('a zoomed picture', () => {
  const limits = computeLimits(STAGE, { width: 4000, height: 2400 }, 1)

  test('is zoomed around a point, which stays at its position', () => {
    const point = { x: 100, y: -50 }
    const view = moveView(FITTED, 2, point, point, limits)
    expect(view).toEqual({ scale: 2, x: -100, y: 50 })
    expect(moveView(view, 1, point, point, limits)).toEqual(FITTED)
  })

  test('is neither smaller than the stage nor larger than the largest scale', () => {
    expect(moveView(FITTED, 0.2, CENTRE, CENTRE, limits).scale).toBe(1)
    expect(moveView(FITTED, 9, CENTRE, CENTRE, limits).scale).toBe(4)
  })

  test('cannot be moved beyond its edges', () => {
    const view = { scale: 2, x: 0, y: 0 }
    expect(moveView(view, 2, CENTRE, { x: 9999, y: -9999 }, limits)).toEqual({ scale: 2, x: 500, y: -300 })
  })

  test('stays centred on the axis on which the picture is smaller than the stage', () => {
    const tall = computeLimits(STAGE, { width: 600, height: 1200 }, 1)
    expect(moveView(FITTED, 2, CENTRE, { x: 50, y: 50 }, tall)).toEqual({ scale: 2, x: 0, y: 50 })
  })

  test('follows one finger', () => {
    const from = gripOf([{ x: 10, y: 10 }])
    const to = gripOf([{ x: 40, y: 0 }])
    expect(followGrip({ scale: 2, x: 0, y: 0 }, from, to, limits)).toEqual({ scale: 2, x: 30, y: -10 })
  })

  test('follows two fingers: their distance changes the scale, and their centre moves the picture', () => {
    const from = gripOf([
      { x: -50, y: 0 },
      { x: 50, y: 0 },
    ])
    const to = gripOf([
      { x: -80, y: 20 },
      { x: 120, y: 20 },
    ])
    expect(followGrip(FITTED, from, to, limits)).toEqual({ scale: 2, x: 20, y: 20 })
  })
})

describe('a swipe', () => {
  test.each([
    ['long, to the left', 'left', { x: -210, y: 0 }, 900],
    ['long, to the right', 'right', { x: 210, y: 0 }, 900],
    ['long, down', 'down', { x: 0, y: 130 }, 900],
    ['short and fast, to the left', 'left', { x: -40, y: 0 }, 120],
    ['short and slow', null, { x: -40, y: 0 }, 900],
    ['very short and fast', null, { x: -20, y: 0 }, 120],
  ] as const)('that is %s has the direction %s', (_name, direction, offset, elapsedMs) => {
    expect(readSwipe(offset, elapsedMs, STAGE)).toBe(direction)
  })
})
