import { expect } from 'vitest'
import type { Engine, EngineSession, InputSource, WindowSize } from './engine.ts'
import { readComplaints, startRecordingProxy, type ProxyOptions, type RecordingProxy } from './recording-proxy.ts'

export const DESKTOP: WindowSize = { width: 1280, height: 900 }
export const PHONE: WindowSize = { width: 360, height: 780 }

const TIMEOUT = { timeout: 20_000 }

export interface Visitor {
  readonly session: EngineSession
  readonly proxy: RecordingProxy
  open(path: string): Promise<void>
  /** Moves the pointer over the first visible element that matches and contains the text. */
  hover(selector: string, text?: string): Promise<void>
  press(selector: string, text?: string): Promise<void>
  fill(selector: string, text: string): Promise<void>
  waitFor(selector: string, text?: string): Promise<void>
  waitUntilGone(selector: string, text?: string): Promise<void>
  waitForPath(path: RegExp): Promise<void>
}

interface VisitOptions extends ProxyOptions {
  readonly size?: WindowSize
}

type Flow = (visitor: Visitor) => Promise<void>

/** Browsers that are not in use. They are reused, because starting one takes as long as most flows. */
const idleSessions = new Map<Engine, EngineSession>()

/** Closes the browsers that `visit` has left open. */
export async function closeSessions(): Promise<void> {
  await Promise.all([...idleSessions.values()].map((session) => session[Symbol.asyncDispose]()))
  idleSessions.clear()
}

/**
 * Visits the site in a browser. Afterwards it fails if there were failed responses or console messages, except those
 * that `missing` causes. Visits share browsers, but no storage or cache, because the proxy of each visit is a different
 * origin.
 */
export async function visit(
  engine: Engine,
  siteUrl: string,
  flow: Flow,
  { size = DESKTOP, missing, held }: VisitOptions = {},
): Promise<void> {
  await using proxy = await startRecordingProxy(siteUrl, { missing, held })
  const session = idleSessions.get(engine) ?? (await engine.start())
  idleSessions.delete(engine)
  try {
    await session.resize(size)
    await runFlow(session, proxy, flow)
    const complaints = await readComplaints(session)
    expect(complaints.filter((complaint) => !missing?.test(complaint))).toEqual([])
    expect(proxy.failures).toEqual([])
    await session.open('about:blank')
    idleSessions.set(engine, session)
  } finally {
    // The session is closed if its flow failed, because it may hang.
    if (!idleSessions.has(engine)) await session[Symbol.asyncDispose]()
  }
}

async function runFlow(session: EngineSession, proxy: RecordingProxy, flow: Flow): Promise<void> {
  const isShown = (selector: string, text?: string) => session.evaluate(hasElement, selector, text ?? null)

  const movePointer = (actions: InputSource['actions']) =>
    session.performActions([{ type: 'pointer', id: 'mouse', actions }])

  async function hover(selector: string, text?: string): Promise<void> {
    let point: Point | null = null
    // A press would miss a moving element, so two positions in a row must be equal.
    const isAtRest = async () => {
      const before = point
      point = await session.evaluate(findPoint, selector, text ?? null)
      return point !== null && point.x === before?.x && point.y === before.y
    }
    await expect.poll(isAtRest, { ...TIMEOUT, message: `can reach ${selector} ${text ?? ''}` }).toBe(true)
    const { x, y } = point!
    await movePointer([{ type: 'pointerMove', x, y }])
  }

  async function press(selector: string, text?: string): Promise<void> {
    await hover(selector, text)
    await movePointer([
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  await flow({
    session,
    proxy,
    hover,
    press,
    async open(path) {
      await session.open(proxy.url + path)
      await expect.poll(() => session.evaluate(isHydrated), TIMEOUT).toBe(true)
    },
    async fill(selector, text) {
      await press(selector)
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await session.performActions([{ type: 'key', id: 'keyboard', actions }])
    },
    waitFor: (selector, text) =>
      expect.poll(() => isShown(selector, text), { ...TIMEOUT, message: `shows ${selector} ${text ?? ''}` }).toBe(true),
    waitUntilGone: (selector, text) =>
      expect
        .poll(() => isShown(selector, text), { ...TIMEOUT, message: `hides ${selector} ${text ?? ''}` })
        .toBe(false),
    waitForPath: (path) =>
      expect.poll(() => session.evaluate(() => location.pathname + location.search), TIMEOUT).toMatch(path),
  })
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Runs in the page: finds the point where an element can be pressed, or null if it moves or is covered. */
function findPoint(selector: string, text: string | null): Point | null {
  const hasText = (element: Element) =>
    text === null || (element.getAttribute('aria-label') ?? element.textContent).includes(text)
  const element = [...document.querySelectorAll(selector)].find(
    (candidate) => candidate.checkVisibility({ visibilityProperty: true }) && hasText(candidate),
  )
  if (!element) return null
  // An element in a drawer that slides slowly may seem to be at rest, so animations of its ancestors count too.
  for (let moving: Element | null = element; moving; moving = moving.parentElement) {
    if (moving.getAnimations().some(({ playState }) => playState === 'running')) return null
  }
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  const hit = document.elementFromPoint(point.x, point.y)
  return element.contains(hit) ? point : null
}

/** Runs in the page. */
function hasElement(selector: string, text: string | null): boolean {
  const hasText = (element: Element) =>
    text === null || (element.getAttribute('aria-label') ?? element.textContent).includes(text)
  return [...document.querySelectorAll(selector)].some(
    (candidate) => candidate.checkVisibility({ visibilityProperty: true }) && hasText(candidate),
  )
}

/** Runs in the page: React adds properties to its root and to each hydrated element. */
function isHydrated(): boolean {
  interface Fiber {
    readonly stateNode: { readonly current: { readonly memoizedState: { readonly isDehydrated: boolean } } }
  }
  const findReactProperty = (selector: string, prefix: string) =>
    Object.entries(document.querySelector(selector) ?? {}).find(([key]) => key.startsWith(prefix))?.[1] as
      Fiber | undefined
  return (
    findReactProperty('#root', '__reactContainer')?.stateNode.current.memoizedState.isDehydrated === false &&
    findReactProperty('h1', '__reactFiber') !== undefined
  )
}
