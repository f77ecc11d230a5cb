import { type Enquiry, type EnquiryItem } from '../../shared/enquiry-fields.ts'
import { writeItem } from '../../shared/enquiry-items.ts'
import type { DescribedEnquiry, NewEnquiry, StoredItem } from '../../server/enquiries/stored-enquiry.ts'

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

/** The fields of the same enquiry as a form sends them. */
export const ENQUIRY_FORM = { ...fields, item: writeItem(ITEM) }

export const SNAPSHOT = { productName: 'Oak chair', variantName: 'Black stain', sku: 'OC-B' }

export const NO_SNAPSHOT = { productName: null, variantName: null, sku: null }

export const STORED_ITEM: StoredItem = { ...ITEM, ...SNAPSHOT }

/** Two lines of a pasted list that became one item. */
export const PASTED = '3 Stk. <vase>\t3/4\nhttps://vase.example, 99996'

/** The first has every optional value, the others lack some. */
export const STORED_LIST: readonly StoredItem[] = [
  {
    ...STORED_ITEM,
    quantity: 12,
    note: 'in 2 lots, "oiled" & <waxed>',
    orderTerms: { packSize: 12, minimumQuantity: 24, leadTime: '5 <days>' },
  },
  { ...ITEM, product: 'vanished-vase', variant: 'red: 3/4', quantity: 99_999, ...NO_SNAPSHOT, pasted: PASTED },
  { product: 'bowl', variant: null, quantity: 1, note: '', productName: 'Bowl', variantName: null, sku: null },
]

/** The deduplication key is the text of the request unless another one is given. */
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
