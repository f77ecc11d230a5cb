import type { Product } from '../../../shared/catalog.ts'
import type { ProductCard } from '../../catalog/product-card.ts'
import type { Site } from '../../../shared/site.ts'
import type { PriceNote } from '../../../shared/shown-catalog.ts'

type Priced = Pick<ProductCard, 'priceFromMinor' | 'taxNote'>

interface ShownNotes {
  readonly priceNotes?: readonly PriceNote[]
}

/**
 * Selects the notes about tax and delivery for a list; none if no product shows a price. A product shows its own tax note itself.
 */
export function selectListNotes(products: readonly Priced[], site: Site): ShownNotes {
  const priced = products.filter(({ priceFromMinor }) => priceFromMinor !== null)
  if (!site.priceNotes || priced.length === 0) return {}
  return buildNotes(priced.some(({ taxNote }) => taxNote === undefined) ? undefined : '', site)
}

export function selectProductNotes(
  { taxNote, fallback }: Pick<Product, 'taxNote' | 'fallback'>,
  site: Site,
): ShownNotes {
  return buildNotes(taxNote, site, fallback?.langs.taxNote)
}

/** @param ownTax text that replaces the site's note about tax; '' omits it */
function buildNotes(ownTax: string | undefined, { priceNotes = {} }: Site, ownLang?: string): ShownNotes {
  const { tax = '', delivery = '', deliveryLink, langs = {} } = priceNotes
  const notes: readonly PriceNote[] = [
    ownTax === undefined
      ? { label: tax, ...(langs.tax && { lang: langs.tax }) }
      : { label: ownTax, ...(ownLang !== undefined && { lang: ownLang }) },
    {
      label: delivery,
      ...(deliveryLink !== undefined && { href: deliveryLink }),
      ...(langs.delivery && { lang: langs.delivery }),
    },
  ]
  const shown = notes.filter(({ label }) => label !== '')
  return shown.length > 0 ? { priceNotes: shown } : {}
}
