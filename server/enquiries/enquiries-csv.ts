import { writeCsvRows } from '../csv-rows.ts'
import type { StoredEnquiry } from './enquiry-store.ts'

const COLUMNS = ['reference', 'receivedAt', 'answeredAt', 'product', 'productName', 'variant', 'sku', 'name', 'email', 'phone', 'preferredTime', 'request'] as const satisfies (keyof StoredEnquiry)[]

const HEADINGS: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  reference: 'Reference',
  receivedAt: 'Received',
  answeredAt: 'Answered',
  product: 'Product',
  productName: 'Product name',
  variant: 'Variant',
  sku: 'Article number',
  name: 'Name',
  email: 'E-mail',
  phone: 'Telephone',
  preferredTime: 'Preferred time',
  request: 'Request',
}

/** With it spreadsheets know that what follows is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Enquiries as CSV (RFC 4180). */
export function writeEnquiriesCsv(enquiries: readonly StoredEnquiry[]): string {
  const rows = [COLUMNS.map((column) => HEADINGS[column]), ...enquiries.map((enquiry) => COLUMNS.map((column) => (column === 'variant' ? enquiry.variantName : null) ?? enquiry[column] ?? ''))]
  return BYTE_ORDER_MARK + writeCsvRows(rows, '\r\n')
}
