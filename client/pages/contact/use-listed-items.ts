import { useState } from 'react'
import { ENQUIRY_ITEMS_MAX, QUANTITY_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { isSameItem } from '../../../shared/enquiry-items.ts'
import type { ListedItem } from '../../../shared/page-data.ts'
import { setDeviceList, useDeviceList } from '../../components/enquiry-list/device-list.ts'

const has = (items: readonly EnquiryItem[], item: EnquiryItem) => items.some((other) => isSameItem(other, item))

/**
 * The items that the form shows: those of the address, without the removed ones. If the device keeps the same list, it
 * keeps the changes too.
 * @param readItems reads the items of the form
 */
export function useListedItems(items: readonly ListedItem[], readItems: () => readonly EnquiryItem[]) {
  const kept = useDeviceList()
  const [state, setState] = useState<State>({ source: items, shown: items, edited: items })
  // The address may change while the page is shown.
  if (state.source !== items) setState({ source: items, shown: items, edited: items })
  const { shown, edited } = state
  const isKept = shown.length > 0 && kept.length === shown.length && shown.every((item) => has(kept, item))
  return {
    shown,
    /** With the quantities and notes of the form. */
    edited,
    /** The list of the device if it has the same products, otherwise null. */
    kept: isKept ? kept : null,
    edit: () => {
      const read = readItems()
      setState({ ...state, edited: read })
      const findValid = (item: EnquiryItem) =>
        read.find((other) => isSameItem(other, item) && other.quantity >= 1 && other.quantity <= QUANTITY_MAX)
      if (isKept) setDeviceList(kept.map((item) => findValid(item) ?? item))
    },
    remove: (item: ListedItem) => {
      const others = (list: readonly EnquiryItem[]) => list.filter((other) => !isSameItem(other, item))
      setState({ ...state, shown: shown.filter((other) => other !== item), edited: others(edited) })
      if (isKept) setDeviceList(others(kept))
    },
    /** Keeps the list on this device, beside other products that are listed there. @returns false if they are too many */
    keep: () => {
      const all = [...kept.filter((item) => !has(edited, item)), ...edited]
      if (all.length > ENQUIRY_ITEMS_MAX) return false
      setDeviceList(all)
      return true
    },
    /** Empties the list after it was sent. */
    clear: () => {
      setState({ ...state, shown: [], edited: [] })
      if (isKept) setDeviceList([])
    },
  }
}

interface State {
  /** The items of the page's data. */
  readonly source: readonly ListedItem[]
  readonly shown: readonly ListedItem[]
  readonly edited: readonly EnquiryItem[]
}
