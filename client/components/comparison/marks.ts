import { COMPARED_MAX } from '../../../shared/constants.ts'
import { createDeviceStore } from '../../base/device-store.ts'

export interface Mark {
  readonly slug: string
  readonly name: string
}

interface Marks {
  readonly marks: readonly Mark[]
  /** Whether the last mark was refused, because `COMPARED_MAX` products were already marked. */
  readonly isRefused: boolean
}

const NO_MARKS: Marks = { marks: [], isRefused: false }

const store = createDeviceStore({ key: 'compared-products', empty: NO_MARKS, read: readStored })

/** Returns no marks on the server and while hydrating. */
export const useMarks = store.useValue

/** Products beyond `COMPARED_MAX` are refused. */
export function setMarked({ slug, name }: Mark, isMarked: boolean): void {
  const { marks } = store.get()
  const others = marks.filter((mark) => mark.slug !== slug)
  if (!isMarked) setMarks(others)
  else if (others.length < marks.length) return
  else if (others.length < COMPARED_MAX) setMarks([...others, { slug, name }])
  else store.set({ marks: others, isRefused: true })
}

export function setMarks(marks: readonly Mark[]): void {
  store.set(marks.length > 0 ? { marks, isRefused: false } : NO_MARKS)
}

function readStored(stored: unknown): Marks {
  const marks = (stored as Marks).marks.filter(({ slug, name }) => typeof slug === 'string' && typeof name === 'string')
  return { marks: marks.slice(0, COMPARED_MAX), isRefused: false }
}
