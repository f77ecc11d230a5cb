import { ENQUIRY_ITEMS_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { mergeItems } from '../../../shared/enquiry-items.ts'
import { createDeviceStore } from '../../base/device-store.ts'

const EMPTY: readonly EnquiryItem[] = []

const store = createDeviceStore({ key: 'enquiry-list', empty: EMPTY, read: readStoredItems })

/** Returns the products on this device about which the visitor wants to ask. */
export const useDeviceList = store.useValue

/** Returns the list at this moment, for changes that follow each other before the next render. */
export const getDeviceList = store.get

export function setDeviceList(items: readonly EnquiryItem[]): void {
  store.set(items.length > 0 ? items : EMPTY)
}

/**
 * If the product is already in the list, the quantities are added up.
 * @returns false if the list is full
 */
export function addToDeviceList(item: EnquiryItem): boolean {
  const items = mergeItems([...store.get(), item])
  if (items.length > ENQUIRY_ITEMS_MAX) return false
  setDeviceList(items)
  return true
}

/** Omits invalid items. */
export function readStoredItems(stored: unknown): readonly EnquiryItem[] {
  return (stored as readonly EnquiryItem[]).filter(
    ({ product, variant, quantity, note }) =>
      typeof product === 'string' &&
      (variant === null || typeof variant === 'string') &&
      Number.isInteger(quantity) &&
      typeof note === 'string',
  )
}
