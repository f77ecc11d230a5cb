import type { Enquiry } from '../../shared/enquiry-fields.ts'
import type { NewEnquiry, ProductSnapshot } from '../../server/enquiries/enquiry-store.ts'

export const ENQUIRY: Enquiry = {
  request: 'Is the oak oiled?\nAnd how long does it take?',
  product: 'oak-chair',
  variant: 'black-stain',
  name: 'Josefine Grünwald',
  email: 'josefine@visitor.example',
  phone: '+49 40 7654321',
  preferredTime: '2460-04-01T12:00',
}

export const SNAPSHOT: ProductSnapshot = { productName: 'Oak chair', variantName: 'Black stain', sku: 'OC-B' }

/** Builds a new enquiry; its key is its request unless given. */
export function buildNewEnquiry(
  given: Partial<Enquiry> & Partial<Pick<NewEnquiry, 'snapshot' | 'receivedAt' | 'deduplication' | 'isMailed'>> = {},
): NewEnquiry {
  const { receivedAt = new Date(), isMailed = false, deduplication, snapshot, ...fields } = given
  const enquiry = { ...ENQUIRY, ...fields }
  return {
    enquiry,
    ...(snapshot && { snapshot }),
    receivedAt,
    isMailed,
    deduplication: deduplication ?? { key: enquiry.request, since: null },
  }
}
