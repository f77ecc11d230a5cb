import type { Enquiry } from '../../shared/enquiry-fields.ts'
import type { NewEnquiry } from '../../server/enquiries/enquiry-store.ts'

export const ENQUIRY: Enquiry = {
  request: 'Is the oak oiled?\nAnd how long does it take?',
  product: 'oak-chair',
  name: 'Josefine Grünwald',
  email: 'josefine@visitor.example',
  phone: '+49 40 7654321',
  preferredTime: '2460-04-01T12:00',
}

/** A new enquiry; name what matters to the test. Its key is its request, unless given. */
export function buildNewEnquiry(given: Partial<Enquiry> & Partial<Pick<NewEnquiry, 'receivedAt' | 'deduplication' | 'isMailed'>> = {}): NewEnquiry {
  const { receivedAt = new Date(), isMailed = false, deduplication, ...fields } = given
  const enquiry = { ...ENQUIRY, ...fields }
  return { enquiry, receivedAt, isMailed, deduplication: deduplication ?? { key: enquiry.request, since: null } }
}
