import { useState } from 'react'
import { ENQUIRY_ITEMS_MAX, QUANTITY_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { isSameItem } from '../../../shared/enquiry-items.ts'
import type { ListedItem } from '../../../shared/page-data.ts'
import { setDeviceList, useDeviceList } from '../../components/enquiry-list/device-list.ts'

const has = (items: readonly EnquiryItem[], item: EnquiryItem) => items.some((other) => isSameItem(other, item))

/**
 * Manages the items that the form shows: those in the URL, without the removed ones. If the same list is saved on this
 * device, changes are saved too.
 * @param readItems reads the items from the form
 */
export function useListedItems(items: readonly ListedItem[], readItems: () => readonly EnquiryItem[]) {
  const saved = useDeviceList()
  const [state, setState] = useState<State>({ source: items, shown: items, edited: items })
  // A navigation may change the list in the URL while the page is shown.
  if (state.source !== items) setState({ source: items, shown: items, edited: items })
  const { shown, edited } = state
  const isSaved = shown.length > 0 && saved.length === shown.length && shown.every((item) => has(saved, item))
  return {
    shown,
    /** The items with the quantities and notes that the visitor has entered. */
    edited,
    /** The list on this device if it has the same products, otherwise null. */
    saved: isSaved ? saved : null,
    edit: () => {
      const read = readItems()
      setState({ ...state, edited: read })
      const findValid = (item: EnquiryItem) =>
        read.find((other) => isSameItem(other, item) && other.quantity >= 1 && other.quantity <= QUANTITY_MAX)
      if (isSaved) setDeviceList(saved.map((item) => findValid(item) ?? item))
    },
    remove: (item: ListedItem) => {
      const others = (list: readonly EnquiryItem[]) => list.filter((other) => !isSameItem(other, item))
      setState({ ...state, shown: shown.filter((other) => other !== item), edited: others(edited) })
      if (isSaved) setDeviceList(others(saved))
    },
    /** Adds the items to the list on this device. @returns false if there are too many products */
    save: () => {
      const all = [...saved.filter((item) => !has(edited, item)), ...edited]
      if (all.length > ENQUIRY_ITEMS_MAX) return false
      setDeviceList(all)
      return true
    },
    /** Empties the list after it was sent. */
    clear: () => {
      setState({ ...state, shown: [], edited: [] })
      if (isSaved) setDeviceList([])
    },
  }
}

interface State {
  /** The items in the data of the page. */
  readonly source: readonly ListedItem[]
  readonly shown: readonly ListedItem[]
  readonly edited: readonly EnquiryItem[]
}
