import { languageOf, type Language } from '../messages.ts'

/** Texts about order terms. */
const ENGLISH = {
  names: { packSize: 'Pack size', minimumQuantity: 'Minimum quantity', leadTime: 'Lead time' },
  days: (number: string) => (number === '1' ? '1 day' : `${number} days`),
  packs: (size: string) => `Sold in packs of ${size} pieces.`,
  minimum: (quantity: string) => `The minimum quantity is ${quantity} pieces.`,
  packsAndMinimum: (size: string, quantity: string) => `Sold in packs of ${size} pieces, from ${quantity} pieces.`,
  next: 'A quantity that fits: {quantity}.',
  use: 'Use {quantity}',
  returned: 'Some quantities do not fit the packs. Please change them, or send the enquiry as it is.',
}

export type OrderTexts = typeof ENGLISH

const TEXTS: Readonly<Record<Language, OrderTexts>> = {
  en: ENGLISH,
  de: {
    names: { packSize: 'Verpackungseinheit', minimumQuantity: 'Mindestmenge', leadTime: 'Lieferzeit' },
    days: (number) => (number === '1' ? '1 Tag' : `${number} Tage`),
    packs: (size) => `Nur in Packungen zu ${size} Stück.`,
    minimum: (quantity) => `Die Mindestmenge beträgt ${quantity} Stück.`,
    packsAndMinimum: (size, quantity) => `Nur in Packungen zu ${size} Stück, ab ${quantity} Stück.`,
    next: 'Passende Menge: {quantity}.',
    use: '{quantity} übernehmen',
    returned:
      'Einige Mengen passen nicht zu den Packungen. Bitte ändern Sie sie, oder senden Sie die Anfrage so, wie sie ist.',
  },
  es: {
    names: { packSize: 'Unidades por paquete', minimumQuantity: 'Cantidad mínima', leadTime: 'Plazo de entrega' },
    days: (number) => (number === '1' ? '1 día' : `${number} días`),
    packs: (size) => `Solo en paquetes de ${size} unidades.`,
    minimum: (quantity) => `La cantidad mínima es de ${quantity} unidades.`,
    packsAndMinimum: (size, quantity) => `Solo en paquetes de ${size} unidades, a partir de ${quantity} unidades.`,
    next: 'Cantidad adecuada: {quantity}.',
    use: 'Usar {quantity}',
    returned: 'Algunas cantidades no corresponden a los paquetes. Cámbielas o envíe la consulta tal como está.',
  },
}

export function orderTextsFor(locale: string): OrderTexts {
  return TEXTS[languageOf(locale)]
}
