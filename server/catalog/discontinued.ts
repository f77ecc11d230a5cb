import type { DiscontinuedMode, Product, ProductCard, Site } from '../../shared/catalog.ts'
import { messagesFor, serverTextsFor, type SiteLanguage } from '../base/language.ts'

/** Returns what the address of a product that is no longer offered responds with; undefined if it is offered. */
export function findDiscontinuedMode(
  { discontinued }: Pick<Product, 'discontinued'>,
  { discontinuedProducts = 'page' }: Pick<Site, 'discontinuedProducts'>,
): DiscontinuedMode | undefined {
  return discontinued === 'yes' ? discontinuedProducts : discontinued
}

/** Describes the availability of a product on a card. */
export function describeAvailability({ availability, isDiscontinued }: ProductCard, language: SiteLanguage): string {
  return isDiscontinued
    ? serverTextsFor(language).discontinued.state
    : messagesFor(language).availabilities[availability]
}

/** Says why a number finds a product that does not have it. */
export function describeFoundBy(
  { kind, number }: { readonly kind: 'equivalent' | 'replaced'; readonly number: string },
  language: SiteLanguage,
): string {
  const { equivalents, replaces } = serverTextsFor(language).discontinued
  return `${kind === 'equivalent' ? equivalents : replaces} ${number}`
}

/** A chain of successors that is longer, or that leads back to itself, ends here. */
const SUCCESSORS_MAX = 10

/**
 * Finds the product that replaces another one. If that is discontinued too, its own successor is used.
 * @param find finds a product by its slug or article number
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
