import type { DiscontinuedMode, Product } from '../../../shared/catalog.ts'
import type { ProductCard } from '../product-card.ts'
import type { Site } from '../../../shared/site.ts'
import { messagesFor, serverTextsFor, type SiteLanguage } from '../../platform/language.ts'

/** Returns how the address of a discontinued product responds; undefined if it is offered. */
export function findDiscontinuedMode(
  { discontinued }: Pick<Product, 'discontinued'>,
  { discontinuedProducts = 'page' }: Pick<Site, 'discontinuedProducts'>,
): DiscontinuedMode | undefined {
  return discontinued === 'yes' ? discontinuedProducts : discontinued
}

export function describeAvailability({ availability, isDiscontinued }: ProductCard, language: SiteLanguage): string {
  return isDiscontinued
    ? serverTextsFor(language).discontinued.state
    : messagesFor(language).availabilities[availability]
}

/** Says why a product is found by another number. */
export function describeFoundBy(
  { kind, number }: { readonly kind: 'equivalent' | 'replaced'; readonly number: string },
  language: SiteLanguage,
): string {
  const { equivalents, replaces } = serverTextsFor(language).discontinued
  return `${kind === 'equivalent' ? equivalents : replaces} ${number}`
}

/** Ends chains of successors, which may be circular. */
const SUCCESSORS_MAX = 10

/**
 * Finds the product that replaces another one, or that product's own successor if it is discontinued too.
 * @param find finds a product by slug or article number
 */
export async function findSuccessor<Found extends Pick<Product, 'slug' | 'discontinued' | 'replacedBy'>>(
  { slug, replacedBy }: Pick<Product, 'slug' | 'replacedBy'>,
  find: (reference: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const seen = new Set([slug])
  let successor: Found | undefined
  let reference = replacedBy
  while (reference !== undefined && seen.size <= SUCCESSORS_MAX) {
    const found = await find(reference)
    if (!found || seen.has(found.slug)) break
    successor = found
    seen.add(found.slug)
    reference = found.discontinued ? found.replacedBy : undefined
  }
  return successor
}
