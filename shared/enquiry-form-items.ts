import type { EnquiryItem } from './enquiry-fields.ts'
import { ITEM_PARAMETER, readItem } from './enquiry-items.ts'

export const quantityInput = (index: number) => `quantity-${index}` as const
export const noteInput = (index: number) => `note-${index}` as const
export const pastedInput = (index: number) => `pasted-${index}` as const

/**
 * Reads the items of a form, without validation. An empty quantity or 0 removes an item; other texts that are not numbers become
 * NaN.
 * @param read returns all values of the inputs with a name
 */
export function readFormItems(read: (name: string) => readonly string[]): readonly EnquiryItem[] {
  return read(ITEM_PARAMETER).flatMap((text, index) => {
    const item = readItem(text)
    const [quantity = String(item?.quantity)] = read(quantityInput(index))
    const [note = ''] = read(noteInput(index))
    const [pasted = ''] = read(pastedInput(index))
    const count = Number(quantity.trim())
    return item && count !== 0 ? [{ ...item, quantity: count, note, ...(pasted && { pasted }) }] : []
  })
}
