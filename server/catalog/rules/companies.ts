import type { Company } from '../../../shared/site.ts'

export const COMPANIES_MAX = 10_000

/** Builds a comparison key. Names that differ only in letter case are the same company. */
export function companyKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Lists the contact data that product pages have to show (Regulation (EU) 2023/988, Article 19) and a record lacks. */
export function listMissingContacts({ address, email, website }: Company): readonly string[] {
  return [...(address ? [] : ['postal address']), ...(email || website ? [] : ['e-mail address or website'])]
}
