import type { Company } from '../../../shared/site.ts'
import type { AttributeEntry } from '../rules/attribute-entries.ts'
import type { Redirect } from '../rules/redirects.ts'
import type { SynonymEntry } from '../rules/synonyms.ts'
import { readDocument, type Row } from './rows.ts'

/** The lists of a catalogue, each stored as one document, in the order of their files. */
export interface CatalogLists {
  readonly synonyms: readonly SynonymEntry[]
  readonly redirects: readonly Redirect[]
  /** The rules of `attributes.csv`. */
  readonly attributes: readonly AttributeEntry[]
  readonly companies: readonly Company[]
}

export type ListKind = keyof CatalogLists

interface ListStorage {
  /** Name of a table with at most one row. */
  readonly table: string
  /** Whether the search index depends on the list. All lists are part of pages. */
  readonly isIndexed: boolean
}

export const CATALOG_LISTS: Readonly<Record<ListKind, ListStorage>> = {
  synonyms: { table: 'synonyms', isIndexed: true },
  redirects: { table: 'redirects', isIndexed: false },
  attributes: { table: 'attribute_rules', isIndexed: true },
  companies: { table: 'companies', isIndexed: false },
}

export const LIST_KINDS = Object.keys(CATALOG_LISTS) as ListKind[]

export function selectList(kind: ListKind): string {
  return `SELECT document FROM ${CATALOG_LISTS[kind].table}`
}

/** Reads the row that `selectList` finds. Without a row, the list is empty. */
export function readListRow<Kind extends ListKind>(row: Row | undefined): CatalogLists[Kind] {
  return readDocument<CatalogLists[Kind]>(row) ?? []
}
