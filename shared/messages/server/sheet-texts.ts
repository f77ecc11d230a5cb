import { languageOf, type Language } from '../messages.ts'

/** Texts of print sheets. */
const ENGLISH = {
  /** The sheet's name, and the label of links to it. */
  sheet: 'Print sheet',
  code: 'QR code with the address of this product',
  print: 'Print',
  back: 'Back to the product',
  /** Before the sizes of a family. */
  family: 'Available as',
  more: (count: string, url: string) => `${count} more at ${url}`,
}

export type SheetTexts = typeof ENGLISH

const TEXTS: Readonly<Record<Language, SheetTexts>> = {
  en: ENGLISH,
  de: {
    sheet: 'Druckansicht',
    code: 'QR-Code mit der Adresse dieses Produkts',
    print: 'Drucken',
    back: 'Zurück zum Produkt',
    family: 'Erhältlich als',
    more: (count, url) => `${count} weitere unter ${url}`,
  },
  es: {
    sheet: 'Versión para imprimir',
    code: 'Código QR con la dirección de este producto',
    print: 'Imprimir',
    back: 'Volver al producto',
    family: 'Disponible como',
    more: (count, url) => `${count} más en ${url}`,
  },
}

export function sheetTextsFor(locale: string): SheetTexts {
  return TEXTS[languageOf(locale)]
}
