import type { Product } from '../../shared/catalog.ts'
import type { CatalogReader } from '../catalog/store/catalog-reader.ts'
import type { ReportBuilder } from './import-report.ts'

export interface Replacement extends Required<Pick<Product, 'slug' | 'replacedBy'>> {
  readonly line: number
}

type Reader = Pick<CatalogReader, 'findProduct' | 'listProductsByIdentifier'>

/** Returns whether a product exists; it may be hidden. */
export async function isKnownSuccessor(reader: Reader, reference: string): Promise<boolean> {
  if (await reader.findProduct(reference)) return true
  return (await reader.listProductsByIdentifier('sku', reference)).length > 0
}

/**
 * Reports unknown successors. Call it after all rows were read, because a successor may be further down in the file.
 */
export async function reportUnknownSuccessors(
  replacements: readonly Replacement[],
  reader: Reader,
  report: ReportBuilder,
  file: string,
): Promise<void> {
  for (const { slug, line, replacedBy = '' } of replacements) {
    if (await isKnownSuccessor(reader, replacedBy)) continue
    const reason = `"${slug}" has the successor "${replacedBy}", but no product has this slug or article number; its page names no successor`
    report.warn({ file, line, column: 'Replaced by', value: replacedBy, reason })
  }
}
