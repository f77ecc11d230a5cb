import type { Company } from '../../../shared/site.ts'
import type { AttributeEntry } from '../rules/attribute-entries.ts'
import type { Redirect } from '../rules/redirects.ts'
import type { SynonymEntry } from '../rules/synonyms.ts'

/** The lists of a catalogue, each stored as one document, in the order of their files. */
export interface CatalogLists {
  readonly synonyms: readonly SynonymEntry[]
  readonly redirects: readonly Redirect[]
  /** The rules of `attributes.csv`. */
  readonly attributes: readonly AttributeEntry[]
  readonly companies: readonly Company[]
}

export type ListKind = keyof CatalogLists

export const LIST_KINDS: readonly ListKind[] = ['synonyms', 'redirects', 'attributes', 'companies']

/** The search index depends on these. All lists are part of pages. */
export const INDEXED_LISTS: readonly ListKind[] = ['synonyms', 'attributes']
