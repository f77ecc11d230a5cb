import type { StoredEnquiry } from './enquiry-store.ts'

const COLUMNS = ['reference', 'receivedAt', 'answeredAt', 'product', 'name', 'email', 'phone', 'preferredTime', 'request'] as const satisfies (keyof StoredEnquiry)[]

const HEADINGS: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  reference: 'Reference',
  receivedAt: 'Received',
  answeredAt: 'Answered',
  product: 'Product',
  name: 'Name',
  email: 'E-mail',
  phone: 'Telephone',
  preferredTime: 'Preferred time',
  request: 'Request',
}

/** With it spreadsheets know that what follows is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet would calculate instead of showing, also behind spaces and in the wide forms of East Asian keyboards. */
const FORMULA_START = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** Enquiries as CSV (RFC 4180). Visitors wrote them: a cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function writeEnquiriesCsv(enquiries: readonly StoredEnquiry[]): string {
  const rows = [COLUMNS.map((column) => HEADINGS[column]), ...enquiries.map((enquiry) => COLUMNS.map((column) => enquiry[column] ?? ''))]
  return BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(text: string): string {
  const harmless = FORMULA_START.test(text) ? `'${text}` : text
  return /["',;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
