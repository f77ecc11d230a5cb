import type { EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { mergeItems } from '../../../shared/enquiry-items.ts'
import { createDeviceStore } from '../../runtime/device-store.ts'

const EMPTY: readonly EnquiryItem[] = []

const store = createDeviceStore({ key: 'enquiry-list', empty: EMPTY, read: readStored })

/** Returns the products about which the visitor wants to ask, as this device keeps them. */
export const useDeviceList = store.useValue

export function setDeviceList(items: readonly EnquiryItem[]): void {
  store.set(items.length > 0 ? items : EMPTY)
}

/** Adds items; a quantity of a product that is listed already is added to the present one. */
export function addToDeviceList(items: readonly EnquiryItem[]): void {
  setDeviceList(mergeItems([...store.get(), ...items]))
}

function readStored(stored: unknown): readonly EnquiryItem[] {
  return (stored as readonly EnquiryItem[]).filter(
    ({ product, variant, quantity, note }) =>
      typeof product === 'string' &&
      (variant === null || typeof variant === 'string') &&
      Number.isInteger(quantity) &&
      typeof note === 'string',
  )
}
