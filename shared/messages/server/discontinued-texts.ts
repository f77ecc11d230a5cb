import { languageOf, type Language } from '../messages.ts'

/** Texts about products that are no longer offered. */
const ENGLISH = {
  state: 'Discontinued',
  notice: 'This product is no longer available.',
  successor: 'Its successor',
  equivalents: 'Equivalent to',
  replaces: 'Replaces',
}

type DiscontinuedTexts = typeof ENGLISH

const TEXTS: Readonly<Record<Language, DiscontinuedTexts>> = {
  en: ENGLISH,
  de: {
    state: 'Nicht mehr lieferbar',
    notice: 'Dieses Produkt gibt es nicht mehr.',
    successor: 'Nachfolger',
    equivalents: 'Entspricht',
    replaces: 'Ersetzt',
  },
  es: {
    state: 'Descatalogado',
    notice: 'Este producto ya no está disponible.',
    successor: 'Su sucesor',
    equivalents: 'Equivale a',
    replaces: 'Sustituye a',
  },
}

export function discontinuedTextsFor(locale: string): DiscontinuedTexts {
  return TEXTS[languageOf(locale)]
}
