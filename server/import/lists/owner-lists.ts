import { ATTRIBUTES } from './attributes.ts'
import { COMPANIES } from './companies.ts'
import type { OwnerList } from './owner-list.ts'
import { REDIRECTS } from './redirects.ts'
import { SYNONYMS } from './synonyms.ts'

/** The tables beside the products that the catalogue stores as lists. */
export const OWNER_LISTS: readonly OwnerList[] = [REDIRECTS, SYNONYMS, ATTRIBUTES, COMPANIES]
