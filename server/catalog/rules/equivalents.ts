import type { EquivalentNumber, ProductVariant } from '../../../shared/catalog.ts'

export function writeEquivalent({ maker, number }: EquivalentNumber): string {
  return maker === null ? number : `${maker} ${number}`
}

/** Lists other makers' numbers of all variants, each once. */
export function writeEquivalents(variants: readonly Pick<ProductVariant, 'equivalents'>[]): readonly string[] {
  return [...new Set(variants.flatMap(({ equivalents = [] }) => equivalents.map(writeEquivalent)))]
}
