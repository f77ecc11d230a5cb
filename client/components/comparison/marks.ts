import { useSyncExternalStore } from 'react'
import { COMPARED_MAX } from '../../../shared/constants.ts'

/** A product that is marked for comparison on this device. */
export interface Mark {
  readonly slug: string
  readonly name: string
}

interface Marks {
  readonly marks: readonly Mark[]
  /** Whether the last mark was refused, because there are enough. */
  readonly isRefused: boolean
}

const STORAGE_KEY = 'compared-products'

const NO_MARKS: Marks = { marks: [], isRefused: false }

const listeners = new Set<() => void>()
let current: Marks | undefined

/** Returns the marks of this device; none on the server and while hydrating. */
export function useMarks(): Marks {
  return useSyncExternalStore(subscribe, read, () => NO_MARKS)
}

/** Marks a product or removes its mark. Beyond `COMPARED_MAX` products, marks are refused. */
export function setMarked({ slug, name }: Mark, isMarked: boolean): void {
  const others = read().marks.filter((mark) => mark.slug !== slug)
  if (!isMarked) setMarks(others)
  else if (others.length < read().marks.length) return
  else if (others.length < COMPARED_MAX) setMarks([...others, { slug, name }])
  else publish({ marks: others, isRefused: true })
}

export function setMarks(marks: readonly Mark[]): void {
  publish({ marks, isRefused: false })
  try {
    if (marks.length > 0) localStorage.setItem(STORAGE_KEY, JSON.stringify(marks))
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Without storage, the marks last until the document is closed.
  }
}

function publish(marks: Marks): void {
  current = marks
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage)
    window.addEventListener('pageshow', onPageShow)
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called if another tab changes the marks; the key is null if it clears the storage. */
function onStorage({ key }: StorageEvent): void {
  if (key === STORAGE_KEY || key === null) publish(load())
}

/** A page in the back-forward cache gets no storage events. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) publish(load())
}

function read(): Marks {
  return (current ??= load())
}

function load(): Marks {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY)!) as readonly Mark[]
    const marks = stored.filter(({ slug, name }) => typeof slug === 'string' && typeof name === 'string')
    return { marks: marks.slice(0, COMPARED_MAX), isRefused: false }
  } catch {
    return NO_MARKS
  }
}
