import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, ITEM_LENGTHS, QUANTITY_MAX, type EnquiryItem } from './enquiry-fields.ts'
import type { ListedItem } from './page-data.ts'
import { isSlug } from './slug.ts'

/** Query parameter and input of an item, such as `bowl:2:tenmoku`. It is repeated for each item. */
export const ITEM_PARAMETER = 'item'

/** Input of an item whose quantity does not fit its pack size or minimum, if the form has already said so. */
export const TOLD_PARAMETER = 'told'

/**
 * Prefix of the quantity inputs in a list's rows, such as `item:bowl:tenmoku`. Without scripts, the form submits all rows, and
 * the server redirects to the URL with the items that have a quantity.
 */
export const ROW_PREFIX = 'item:'

/** Matches `slug:quantity:variant`; a slug contains no colon. */
const ITEM_PATTERN = /^([^:]*)(?::(\d{0,5})(?::(.*))?)?$/su

/** Writes an item without its note. */
export function writeItem({ product, variant, quantity }: EnquiryItem): string {
  return [product, quantity, ...(variant === null ? [] : [variant])].join(':')
}

/** Writes a list as query parameters, such as `item=bowl:2:tenmoku&item=vase:1`. */
export function writeList(items: readonly EnquiryItem[]): string {
  return items
    .map((item) => `${ITEM_PARAMETER}=${encodeURIComponent(writeItem(item)).replaceAll('%3A', ':')}`)
    .join('&')
}

/** Servers and proxies refuse addresses above 8,000 characters, and the page needs the rest for its own parameters. */
const LIST_ADDRESS_MAX_LENGTH = 7_000

/** Returns the first items of a list that fit into an address. */
export function fitAddress(items: readonly EnquiryItem[]): readonly EnquiryItem[] {
  let length = 0
  const tooMany = items.findIndex((item) => (length += writeList([item]).length + 1) > LIST_ADDRESS_MAX_LENGTH)
  return tooMany < 0 ? items : items.slice(0, tooMany)
}

/** Writes the path of the contact page that shows a list. It omits items that do not fit into an address. */
export function listPath(items: readonly EnquiryItem[]): string {
  return items.length > 0 ? `${CONTACT_PATH}?${writeList(fitAddress(items))}` : CONTACT_PATH
}

/** Reads an item that `writeItem` has written. @returns undefined if the text is invalid */
export function readItem(text: string): EnquiryItem | undefined {
  const [, product = '', quantity = '', variant = ''] = ITEM_PATTERN.exec(text) ?? []
  return buildItem(product, quantity, variant)
}

/** @param quantity digits, where '' means one */
function buildItem(product: string, quantity: string, variant: string): EnquiryItem | undefined {
  const count = quantity === '' ? 1 : Number(quantity)
  const isReadable = Number.isInteger(count) && count >= 1 && count <= QUANTITY_MAX
  if (!isReadable || !isSlug(product) || variant.length > ITEM_LENGTHS.variant) return undefined
  return { product, variant: variant || null, quantity: count, note: '' }
}

/**
 * Reads the items of a URL: every `item`, and the one in `product`, `variant` and `quantity`. Invalid items are ignored.
 * @param max maximum number of items; further ones are omitted
 */
export function readItems(params: URLSearchParams, max: number = ENQUIRY_ITEMS_MAX): readonly EnquiryItem[] {
  const read = (name: string) => params.get(name) ?? ''
  const added = buildItem(read('product'), read('quantity'), read('variant'))
  const items = params.getAll(ITEM_PARAMETER).flatMap((text) => readItem(text) ?? [])
  return mergeItems(added ? [...items, added] : items).slice(0, max)
}

/**
 * Reads the list that a URL carries from page to page for visitors without scripts. A URL with a product but no quantity asks
 * about that one product and carries no list.
 */
export function readCarriedItems(params: URLSearchParams): readonly EnquiryItem[] {
  return (params.get(ITEM_PARAMETER) ?? params.get('quantity')) === null ? [] : readItems(params)
}

export function describeUnloaded(item: EnquiryItem): ListedItem {
  return { ...item, name: item.product, variantName: item.variant, sku: null, image: null, state: 'known' }
}

export function isSameItem(one: ItemKey, other: ItemKey): boolean {
  return one.product === other.product && one.variant === other.variant
}

type ItemKey = Pick<EnquiryItem, 'product' | 'variant'>

/** Adds up the quantities of items with the same product and variant. */
export function mergeItems(items: readonly EnquiryItem[]): readonly EnquiryItem[] {
  const merged = new Map<string, EnquiryItem>()
  for (const item of items) {
    const key = JSON.stringify([item.product, item.variant])
    const known = merged.get(key)
    if (!known) merged.set(key, item)
    else {
      const quantity = Math.min(QUANTITY_MAX, known.quantity + item.quantity)
      const pasted = [known.pasted, item.pasted].filter(Boolean).join('\n').slice(0, ITEM_LENGTHS.pasted)
      const notes = new Set([known.note, item.note].filter(Boolean))
      const note = [...notes].join('; ').slice(0, ITEM_LENGTHS.note)
      merged.set(key, { ...known, quantity, note, ...(pasted && { pasted }) })
    }
  }
  return [...merged.values()]
}

/** Whether the visitor has to write a message. A single product without quantity or note does not say what is asked for. */
export function needsRequest(items: readonly EnquiryItem[]): boolean {
  return items.length < 2 && !items.some(({ quantity, note }) => quantity > 1 || note !== '')
}

export const quantityInput = (index: number) => `quantity-${index}` as const
export const noteInput = (index: number) => `note-${index}` as const
export const pastedInput = (index: number) => `pasted-${index}` as const

// This file is separate from the fields, because only the contact page uses references.

/** Contains at most one of 0 and O, of 1, I and L, and of U and V, because they are easily confused. */
export const REFERENCE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

export const REFERENCE_LENGTH = 8

const REFERENCE_PATTERN = new RegExp(`^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$`)

/**
 * Normalises a typed reference, which may have lower-case letters, spaces and dashes.
 * @returns undefined if it is invalid
 */
export function readReference(typed: string): string | undefined {
  const reference = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  return REFERENCE_PATTERN.test(reference) ? reference : undefined
}

/** Writes a reference in two groups, such as 'ABCD-2345'. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, REFERENCE_LENGTH / 2)}-${reference.slice(REFERENCE_LENGTH / 2)}`
}
