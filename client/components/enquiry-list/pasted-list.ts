import type { CheckedList } from '../../../shared/part-list.ts'
import { createDeviceStore } from '../../base/device-store.ts'

interface PastedList extends CheckedList {
  /** Whether the text was pasted elsewhere, and is not sent yet. The contact page then looks up its products. */
  readonly isWaiting: boolean
}

const EMPTY: PastedList = { text: '', lines: [], isCut: false, problem: null, isWaiting: false }

/** Each tab has its own pasted list, as it has its own draft of an enquiry. */
const store = createDeviceStore<PastedList>({
  key: 'pasted-list',
  storage: 'sessionStorage',
  empty: EMPTY,
  read: (stored) => ({ ...EMPTY, ...(stored as PastedList) }),
})

export const usePastedList = store.useValue

/** @param list null removes the list */
export function setPastedList(list: Partial<PastedList> | null): void {
  store.set(list ? { ...EMPTY, ...list } : EMPTY)
}
