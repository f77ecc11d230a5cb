import { type Enquiry, type EnquiryItem } from '../../shared/enquiry-fields.ts'
import { writeItem } from '../../shared/enquiry-items.ts'
import type { DescribedEnquiry, NewEnquiry, ProductSnapshot, StoredItem } from '../../server/enquiries/enquiry-store.ts'

export const ITEM: EnquiryItem = { product: 'oak-chair', variant: 'black-stain', quantity: 1, note: '' }

export const ENQUIRY: Enquiry = {
  request: 'Is the oak oiled?\nAnd how long does it take?',
  items: [ITEM],
  name: 'Josefine Grünwald',
  email: 'josefine@visitor.example',
  phone: '+49 40 7654321',
  preferredTime: '2460-04-01T12:00',
}

const { items: _, ...fields } = ENQUIRY

/** The same enquiry as a form sends it. */
export const ENQUIRY_FORM = { ...fields, item: writeItem(ITEM) }

export const SNAPSHOT: ProductSnapshot = { productName: 'Oak chair', variantName: 'Black stain', sku: 'OC-B' }

export const NO_SNAPSHOT: ProductSnapshot = { productName: null, variantName: null, sku: null }

export const STORED_ITEM: StoredItem = { ...ITEM, ...SNAPSHOT }

/** A list with everything that an item may have, and with items that have nothing. */
export const STORED_LIST: readonly StoredItem[] = [
  { ...STORED_ITEM, quantity: 12, note: 'in 2 lots, "oiled" & <waxed>' },
  { ...ITEM, product: 'vanished-vase', variant: 'red: 3/4', quantity: 99_999, ...NO_SNAPSHOT },
  { product: 'bowl', variant: null, quantity: 1, note: '', productName: 'Bowl', variantName: null, sku: null },
]

/** Builds a new enquiry; its key is its request unless given. */
export function buildNewEnquiry(
  given: Partial<DescribedEnquiry> & Partial<Omit<NewEnquiry, 'enquiry'>> = {},
): NewEnquiry {
  const { receivedAt = new Date(), isMailed = false, confirmation = null, deduplication, ...own } = given
  const enquiry = { ...ENQUIRY, items: [STORED_ITEM], ...own }
  return {
    enquiry,
    receivedAt,
    isMailed,
    confirmation,
    deduplication: deduplication ?? { key: enquiry.request, since: null },
  }
}

/** Builds a list of none to three items, which differs by its number. */
export function buildItems(number: number): readonly EnquiryItem[] {
  return Array.from({ length: number % 4 }, (_, index) => ({
    product: `product-${number + index}`,
    variant: index === 1 ? `variant ${number}` : null,
    quantity: number + 1,
    note: index === 2 ? `note ${number}` : '',
  }))
}

/** Removes what the catalogue says of stored items. */
export function pickItems(items: readonly StoredItem[]): readonly EnquiryItem[] {
  return items.map(({ product, variant, quantity, note }) => ({ product, variant, quantity, note }))
}
