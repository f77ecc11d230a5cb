import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createDeviceStore } from '../../../client/base/device-store.ts'
import { addToDeviceList, getDeviceList, setDeviceList } from '../../../client/components/enquiry-list/device-list.ts'
import { ENQUIRY_ITEMS_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'

const buildItem = (index: number): EnquiryItem => ({ product: `bowl-${index}`, variant: null, quantity: 1, note: '' })

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener() {} })
  onTestFinished(() => void vi.unstubAllGlobals())
})

test('a list takes products up to the limit, refuses one more, and then still adds up quantities', () => {
  setDeviceList(Array.from({ length: ENQUIRY_ITEMS_MAX - 1 }, (_, index) => buildItem(index)))
  expect(addToDeviceList(buildItem(900))).toBe(true)
  expect(addToDeviceList(buildItem(901))).toBe(false)
  expect(addToDeviceList(buildItem(900))).toBe(true)
  expect(getDeviceList()).toHaveLength(ENQUIRY_ITEMS_MAX)
  expect(getDeviceList().at(-1)).toEqual({ ...buildItem(900), quantity: 2 })
})

test('a page from the back-forward cache reads the value that another tab has stored', () => {
  let stored = '[1]'
  const page = Object.assign(new EventTarget(), { localStorage: { getItem: () => stored } })
  vi.stubGlobal('window', page)
  const store = createDeviceStore<unknown>({ key: 'numbers', empty: [], read: (value) => value })
  expect(store.get()).toEqual([1])
  stored = '[2]'
  for (const persisted of [false, true]) {
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    expect(store.get()).toEqual([persisted ? 2 : 1])
  }
})
