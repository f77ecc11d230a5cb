import type { Company } from '../../shared/catalog.ts'

export const COMPANIES_MAX = 10_000

/** Returns what the names of the same company have in common: everything but letter case. */
export function companyKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Lists what a record lacks that product pages have to show (Regulation (EU) 2023/988, Article 19). */
export function listMissingContacts({ address, email, website }: Company): readonly string[] {
  return [...(address ? [] : ['postal address']), ...(email || website ? [] : ['e-mail address or website'])]
}
