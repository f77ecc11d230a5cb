import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Company } from '../../shared/site.ts'
import { COMPANIES_MAX, companyKey, listMissingContacts } from '../catalog/rules/companies.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import { abbreviateValue, isHttpsAddress, readLongText } from './cells.ts'
import { BRAND_MAX_LENGTH } from './draft-product.ts'
import type { ColumnNames } from './files/csv-columns.ts'
import { readSettingsSheet, RowError, type SheetCell, type SheetCells } from './files/settings-sheet.ts'
import type { SourcePath } from './files/source-path.ts'
import type { ReportBuilder } from './import-report.ts'

type CompanyField = keyof Company

/** Column names in the order in which exports write them. */
export const COMPANY_COLUMNS: ColumnNames<CompanyField> = {
  name: ['Name'],
  address: ['Address', 'Postal address'],
  email: ['Email', 'E-mail'],
  website: ['Website'],
  phone: ['Phone'],
}

const MAX_LENGTHS: Readonly<Record<CompanyField, number>> = {
  name: BRAND_MAX_LENGTH,
  address: 1_000,
  email: 254,
  website: 2_000,
  phone: 100,
}

/**
 * Reads `companies.csv`, to which products refer by the names.
 * @throws ImportError if the file cannot be used or has too many rows; rows without a name of their own are rejected
 */
export async function readCompaniesFile(
  source: SourcePath,
  encoding: string | undefined,
  report: ReportBuilder,
): Promise<readonly Company[]> {
  const companies = new Map<string, Company>()
  const rules = { columns: COMPANY_COLUMNS, required: ['name'], requiresRows: false, rowsMax: COMPANIES_MAX } as const
  await readSettingsSheet(source, encoding, rules, report, (cells) => {
    const { name } = cells
    if (name.text === '') throw new RowError(name.place, 'the name is missing')
    const key = companyKey(name.text)
    if (companies.has(key)) throw new RowError(name.place, 'is in an earlier row; remove one of the two')
    const company = readCompany(cells, report)
    companies.set(key, company)
    for (const missing of listMissingContacts(company))
      report.warn({ ...name.place, reason: `the ${missing} is missing, which product safety law asks for; add it` })
  })
  return [...companies.values()]
}

/** Stores the companies. Call it before products are written, which refer to them. */
export async function writeCompanies(
  companies: readonly Company[],
  writer: CatalogWriter,
  report: ReportBuilder,
): Promise<void> {
  const isChanged = !isDeepStrictEqual(await writer.readList('companies'), companies)
  if (isChanged) await writer.putList('companies', companies)
  report.companies = { count: companies.length, isChanged }
}

function readCompany(cells: SheetCells<CompanyField, 'name'>, report: ReportBuilder): Company {
  const read = (field: CompanyField, cell: SheetCell | undefined, isValid = true, expected = ''): string => {
    const text = field === 'address' ? readLines(cell) : (cell?.text ?? '')
    if (!cell || text === '') return ''
    const place = { ...cell.place, value: abbreviateValue(text) }
    const max = MAX_LENGTHS[field]
    if (text.length > max) throw new RowError(place, `is longer than ${max} characters; shorten it`)
    if (isValid) return text
    report.warn({ ...place, reason: `is not ${expected}; it was left out` })
    return ''
  }
  const { name, address, email, website, phone } = cells
  const texts = {
    name: read('name', name),
    address: read('address', address),
    email: read('email', email, z.email().safeParse(email?.text).success, 'an e-mail address'),
    website: read('website', website, isHttpsAddress(website?.text ?? ''), 'an address that begins with https://'),
    phone: read('phone', phone, /\d/.test(phone?.text ?? ''), 'a phone number'),
  }
  // Stored records, and so pages, have no keys without a value.
  const { name: own, ...others } = texts
  return { name: own, ...Object.fromEntries(Object.entries(others).filter(([, text]) => text !== '')) }
}

function readLines(cell: SheetCell | undefined): string {
  return readLongText(cell?.raw ?? '')
    .split(/\s*[\r\n]\s*/)
    .join('\n')
}
