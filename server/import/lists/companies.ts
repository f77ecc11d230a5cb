import * as z from 'zod'
import type { Company } from '../../../shared/site.ts'
import { COMPANIES_MAX, companyKey } from '../../catalog/rules/companies.ts'
import { abbreviateValue, isHttpsAddress, readLongText } from '../cells.ts'
import { LIMITS } from '../draft-product.ts'
import { RowError, type SheetCells } from '../files/settings-sheet.ts'
import type { ReportBuilder } from '../import-report.ts'
import { defineList } from './owner-list.ts'

interface CompanyRule {
  readonly maxLength: number
  readonly isValid?: (text: string) => boolean
  readonly expected?: string
}

const RULES: Readonly<Record<keyof Company, CompanyRule>> = {
  name: { maxLength: LIMITS.brand },
  address: { maxLength: 1_000 },
  email: { maxLength: 254, isValid: (text) => z.email().safeParse(text).success, expected: 'an e-mail address' },
  website: { maxLength: 2_000, isValid: isHttpsAddress, expected: 'an address that begins with https://' },
  phone: { maxLength: 100, isValid: (text) => /\d/.test(text), expected: 'a phone number' },
}
const FIELDS = Object.keys(RULES) as (keyof Company)[]

/** `companies.csv`, to which products refer by the names. */
export const COMPANIES = defineList({
  kind: 'companies',
  columns: {
    name: ['Name'],
    address: ['Address', 'Postal address'],
    email: ['Email', 'E-mail'],
    website: ['Website'],
    phone: ['Phone'],
  },
  required: ['name'],
  rowsMax: COMPANIES_MAX,
  readRow({ cells }, _options, report) {
    const { text, place } = cells.name
    if (text === '') throw new RowError(place, 'the name is missing')
    return readCompany(cells, report)
  },
  keyOf: ({ name }) => companyKey(name),
  writeRow: (company) => company,
})

/** Stored records, and so pages, have no keys without a value. */
function readCompany(cells: SheetCells<keyof Company, 'name'>, report: ReportBuilder): Company {
  const company: { -readonly [Field in keyof Company]: Company[Field] } = { name: '' }
  for (const field of FIELDS) {
    const cell = cells[field]
    const text = field === 'address' ? readLines(cell?.raw ?? '') : (cell?.text ?? '')
    if (!cell || text === '') continue
    const { maxLength, isValid, expected } = RULES[field]
    const place = { ...cell.place, value: abbreviateValue(text) }
    if (text.length > maxLength) throw new RowError(place, `is longer than ${maxLength} characters; shorten it`)
    if (!isValid || isValid(text)) company[field] = text
    else report.warn({ ...place, reason: `is not ${expected}; it was left out` })
  }
  return company
}

function readLines(text: string): string {
  return readLongText(text)
    .split(/\s*[\r\n]\s*/)
    .join('\n')
}
