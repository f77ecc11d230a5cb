import { BYTE_ORDER_MARK, writeCsvRows } from '../export/csv-rows.ts'
import { formatLocalTime } from './format-local-time.ts'
import type { StoredEnquiry } from './enquiry-store.ts'

const COLUMNS = [
  'reference',
  'receivedAt',
  'answeredAt',
  'product',
  'productName',
  'variant',
  'sku',
  'name',
  'email',
  'phone',
  'preferredTime',
  'request',
] as const satisfies (keyof StoredEnquiry)[]

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

/**
 * Writes enquiries as CSV (RFC 4180) with a byte order mark.
 * @param timeZone IANA name of the time zone of all times
 */
export function writeEnquiriesCsv(enquiries: readonly StoredEnquiry[], timeZone: string): string {
  const rows = [
    COLUMNS.map((column) => HEADINGS[column]),
    ...enquiries.map((enquiry) => COLUMNS.map((column) => writeCell(enquiry, column, timeZone))),
  ]
  return BYTE_ORDER_MARK + writeCsvRows(rows, '\r\n')
}

function writeCell(enquiry: StoredEnquiry, column: (typeof COLUMNS)[number], timeZone: string): string {
  const text = (column === 'variant' ? enquiry.variantName : null) ?? enquiry[column] ?? ''
  return text !== '' && (column === 'receivedAt' || column === 'answeredAt') ? formatLocalTime(text, timeZone) : text
}
