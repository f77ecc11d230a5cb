import { BYTE_ORDER_MARK, writeCsvRows } from '../../shared/csv-rows.ts'
import { localDateTimeIn } from '../platform/zoned-time.ts'
import { writeLeadTime } from '../catalog/rules/order-texts.ts'
import type { StoredEnquiry, StoredItem } from './stored-enquiry.ts'

type Row = StoredEnquiry & Partial<StoredItem>

const COLUMNS: readonly { readonly heading: string; readonly read: (row: Row, timeZone: string) => Cell }[] = [
  { heading: 'Reference', read: ({ reference }) => reference },
  { heading: 'Received', read: ({ receivedAt }, timeZone) => formatLocalTime(receivedAt, timeZone) },
  { heading: 'Answered', read: ({ answeredAt }, timeZone) => answeredAt && formatLocalTime(answeredAt, timeZone) },
  { heading: 'Product', read: ({ product }) => product },
  { heading: 'Product name', read: ({ productName }) => productName },
  { heading: 'Variant', read: ({ variant, variantName }) => variantName ?? variant },
  { heading: 'Article number', read: ({ sku }) => sku },
  { heading: 'Quantity', read: ({ quantity }) => quantity },
  { heading: 'Note', read: ({ note }) => note },
  { heading: 'Name', read: ({ name }) => name },
  { heading: 'E-mail', read: ({ email }) => email },
  { heading: 'Telephone', read: ({ phone }) => phone },
  { heading: 'Preferred time', read: ({ preferredTime }) => preferredTime },
  { heading: 'Request', read: ({ request }) => request },
  { heading: 'Pasted line', read: ({ pasted }) => pasted },
  { heading: 'Pack size', read: ({ orderTerms }) => orderTerms?.packSize },
  { heading: 'Minimum quantity', read: ({ orderTerms }) => orderTerms?.minimumQuantity },
  // Spreadsheets read '5-7' as a date.
  {
    heading: 'Lead time',
    read: ({ orderTerms }) => orderTerms?.leadTime && writeLeadTime(orderTerms.leadTime, { locale: 'en' }),
  },
]

type Cell = string | number | null | undefined

/** Writes CSV (RFC 4180) with a row for each item, or one for an enquiry without items. @param timeZone IANA name */
export function writeEnquiriesCsv(enquiries: readonly StoredEnquiry[], timeZone: string): string {
  const rows = enquiries.flatMap((enquiry): readonly Row[] =>
    enquiry.items.length === 0 ? [enquiry] : enquiry.items.map((item) => ({ ...enquiry, ...item })),
  )
  return (
    BYTE_ORDER_MARK +
    writeCsvRows(
      [
        COLUMNS.map(({ heading }) => heading),
        ...rows.map((row) => COLUMNS.map(({ read }) => String(read(row, timeZone) ?? ''))),
      ],
      '\r\n',
    )
  )
}

/** Formats an ISO time as spreadsheets recognise it, such as `2026-03-10 09:00`. @param timeZone IANA name */
export function formatLocalTime(iso: string, timeZone: string): string {
  return localDateTimeIn(timeZone, Date.parse(iso)).replace('T', ' ')
}
