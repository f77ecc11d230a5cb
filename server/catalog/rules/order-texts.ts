import type { ServerTexts } from '../../../shared/messages/server-texts/en.ts'
import { ORDER_TERMS, type OrderTerms, type QuantityTerms } from '../../../shared/order-terms.ts'
import { messagesFor, serverTextsFor, type SiteLanguage } from '../../platform/language.ts'

const DAYS = /^(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?$/

/** Writes '5' as '5 days', and other texts as the owner wrote them. */
export function writeLeadTime(leadTime: string, language: SiteLanguage): string {
  const [, from, to] = DAYS.exec(leadTime) ?? []
  if (from === undefined) return leadTime
  const numbers = [from, to].filter(Boolean).map(Number)
  return serverTextsFor(language).order.days(numbers.at(-1)!, numbers.join('–'))
}

/** Names the terms of at least one variant; null if there are none. */
export function nameOrderTerms(
  variants: readonly OrderTerms[],
  language: SiteLanguage,
): Partial<ServerTexts['order']['names']> | null {
  const { names } = serverTextsFor(language).order
  const used = ORDER_TERMS.filter((term) => variants.some((variant) => variant[term] !== undefined))
  return used.length > 0 ? Object.fromEntries(used.map((term) => [term, names[term]])) : null
}

/** Lists the terms of a variant with their names. */
export function listOrderTerms(
  variant: OrderTerms = {},
  language: SiteLanguage,
): readonly (readonly [name: string, value: string])[] {
  const { names } = serverTextsFor(language).order
  const written = writeOrderTerms([variant], language)
  return ORDER_TERMS.flatMap((term) => written[term].map((value) => [names[term], value] as const))
}

/** Describes which quantities fit a variant; undefined if all do. */
export function describeQuantityTerms(
  terms: OrderTerms | undefined,
  language: SiteLanguage,
): QuantityTerms | undefined {
  const { packSize = 1, minimumQuantity = 1 } = terms ?? {}
  if (packSize === 1 && minimumQuantity === 1) return undefined
  const texts = serverTextsFor(language).order
  const { formatCount } = messagesFor(language)
  const [size, quantity] = [formatCount(packSize), formatCount(minimumQuantity)]
  const rule =
    minimumQuantity === 1
      ? texts.packs(size)
      : packSize === 1
        ? texts.minimum(quantity)
        : texts.packsAndMinimum(size, quantity)
  return { packSize, minimumQuantity, misfit: `${rule} ${texts.next}`, use: texts.use }
}

/** Writes the terms of a variant in one line; '' if it has none. */
export function writeOrderLine(variant: OrderTerms, language: SiteLanguage): string {
  const { labelled } = serverTextsFor(language)
  return listOrderTerms(variant, language)
    .map(([name, value]) => labelled(name, value))
    .join(' · ')
}

/** Writes the different values of each term, in the order of the variants. */
export function writeOrderTerms(
  variants: readonly OrderTerms[],
  language: SiteLanguage,
): Readonly<Record<keyof OrderTerms, readonly string[]>> {
  const { formatCount } = messagesFor(language)
  const list = (term: keyof OrderTerms) => {
    const values = new Set(variants.flatMap((variant) => variant[term] ?? []))
    return [...values].map((value) => (typeof value === 'number' ? formatCount(value) : writeLeadTime(value, language)))
  }
  return { packSize: list('packSize'), minimumQuantity: list('minimumQuantity'), leadTime: list('leadTime') }
}

export function pickOrderTerms(variant: OrderTerms): OrderTerms {
  const given = ORDER_TERMS.filter((term) => variant[term] !== undefined)
  return Object.fromEntries(given.map((term) => [term, variant[term]]))
}
