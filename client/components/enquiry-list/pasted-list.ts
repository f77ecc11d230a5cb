import type { CheckedLine } from '../../../shared/part-list.ts'
import { createDeviceStore } from '../../base/device-store.ts'

export interface PastedList {
  readonly text: string
  readonly lines: readonly CheckedLine[]
  /** Index of the first line that is not looked up yet; null if all are. */
  readonly next: number | null
  readonly isCut: boolean
}

const EMPTY: PastedList = { text: '', lines: [], next: null, isCut: false }

/** Each tab has its own pasted list, as it has its own draft of an enquiry. */
const store = createDeviceStore<PastedList>({
  key: 'pasted-list',
  storage: 'sessionStorage',
  empty: EMPTY,
  read: (stored) => ({ ...EMPTY, ...(stored as PastedList) }),
})

export const usePastedList = store.useValue

export const getPastedList = store.get

export function updatePastedList(change: Partial<PastedList>): void {
  store.set({ ...store.get(), ...change })
}

/** The contact page then looks up the products of the list. */
export function pasteList(text: string): void {
  store.set({ ...EMPTY, text, next: 0 })
}

export function clearPastedList(): void {
  store.set(EMPTY)
}
