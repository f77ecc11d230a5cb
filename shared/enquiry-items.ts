import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, ITEM_LENGTHS, QUANTITY_MAX, type EnquiryItem } from './enquiry-fields.ts'
import { isSlug } from './slug.ts'

/** Query parameter and input of an item, repeated for each of them: `bowl:2:tenmoku`. */
export const ITEM_PARAMETER = 'item'

/** `slug:quantity:variant`; a slug has no colon. */
const ITEM_PATTERN = /^([^:]*)(?::(\d{0,5})(?::(.*))?)?$/su

/** Writes an item for URLs and forms, without its note. */
export function writeItem({ product, variant, quantity }: EnquiryItem): string {
  return [product, quantity, ...(variant === null ? [] : [variant])].join(':')
}

/** Writes a list as query parameters: `item=bowl:2:tenmoku&item=vase:1`. */
export function writeList(items: readonly EnquiryItem[]): string {
  return items
    .map((item) => `${ITEM_PARAMETER}=${encodeURIComponent(writeItem(item)).replaceAll('%3A', ':')}`)
    .join('&')
}

/** Writes a list as the path of the contact page that shows it. */
export function listPath(items: readonly EnquiryItem[]): string {
  return items.length > 0 ? `${CONTACT_PATH}?${writeList(items)}` : CONTACT_PATH
}

function readItem(text: string): EnquiryItem | undefined {
  const [, product = '', quantity = '', variant = ''] = ITEM_PATTERN.exec(text) ?? []
  return buildItem(product, quantity, variant)
}

/** @param quantity '' means one */
function buildItem(product: string, quantity: string, variant: string): EnquiryItem | undefined {
  const count = quantity === '' ? 1 : Number(quantity)
  const isReadable = Number.isInteger(count) && count >= 1 && count <= QUANTITY_MAX
  if (!isReadable || !isSlug(product) || variant.length > ITEM_LENGTHS.variant) return undefined
  return { product, variant: variant || null, quantity: count, note: '' }
}

/**
 * Reads the list of a URL: every `item`, and the product that the parameters `product`, `variant` and `quantity` add.
 * Unreadable items are ignored.
 * @param max maximum number of items; further ones are omitted
 */
export function readItems(params: URLSearchParams, max: number = ENQUIRY_ITEMS_MAX): readonly EnquiryItem[] {
  const read = (name: string) => params.get(name) ?? ''
  const added = buildItem(read('product'), read('quantity'), read('variant'))
  const items = params.getAll(ITEM_PARAMETER).flatMap((text) => readItem(text) ?? [])
  return mergeItems(added ? [...items, added] : items).slice(0, max)
}

/**
 * Reads the list that a URL carries from page to page for visitors without scripts. A URL with a product but no
 * quantity asks about that one product; it carries no list.
 */
export function readCarriedItems(params: URLSearchParams): readonly EnquiryItem[] {
  return (params.get(ITEM_PARAMETER) ?? params.get('quantity')) === null ? [] : readItems(params)
}

/** Whether two items ask about the same product and variant. */
export function isSameItem(one: ItemKey, other: ItemKey): boolean {
  return one.product === other.product && one.variant === other.variant
}

type ItemKey = Pick<EnquiryItem, 'product' | 'variant'>

/** Merges items with the same product and variant: their quantities add up. */
export function mergeItems(items: readonly EnquiryItem[]): readonly EnquiryItem[] {
  const merged = new Map<string, EnquiryItem>()
  for (const item of items) {
    const key = JSON.stringify([item.product, item.variant])
    const known = merged.get(key)
    if (!known) merged.set(key, item)
    else {
      const quantity = Math.min(QUANTITY_MAX, known.quantity + item.quantity)
      const notes = new Set([known.note, item.note].filter(Boolean))
      merged.set(key, { ...known, quantity, note: [...notes].join('; ').slice(0, ITEM_LENGTHS.note) })
    }
  }
  return [...merged.values()]
}

/** Names of the form inputs for the item with this index. */
export const quantityInput = (index: number) => `quantity-${index}` as const
export const noteInput = (index: number) => `note-${index}` as const

/**
 * Reads the items of a form. An empty quantity or 0 removes an item.
 * @param read returns all values of the inputs with a name
 * @returns items whose quantities and notes are not validated; a quantity that is no number is NaN
 */
export function readFormItems(read: (name: string) => readonly string[]): readonly EnquiryItem[] {
  return read(ITEM_PARAMETER).flatMap((text, index) => {
    const item = readItem(text)
    const [quantity = String(item?.quantity)] = read(quantityInput(index))
    const [note = ''] = read(noteInput(index))
    const count = Number(quantity.trim())
    return item && count !== 0 ? [{ ...item, quantity: count, note }] : []
  })
}

/** Whether the visitor has to write a text. A single product without a quantity or note does not say what is asked for. */
export function needsRequest(items: readonly EnquiryItem[]): boolean {
  return items.length < 2 && !items.some(({ quantity, note }) => quantity > 1 || note !== '')
}
