import { languageOf, type Language } from './messages.ts'

const ENGLISH = {
  download: 'Download as CSV',
  copy: 'Copy as cells',
  copied: 'Copied. You can paste the cells into a spreadsheet.',
  notCopied: 'The browser did not allow copying. Please download the file instead.',
  address: 'Address',
  list: 'enquiry-list',
  comparison: 'comparison',
  useAgain: 'Put these products on the enquiry list',
}

export type TakeAwayTexts = typeof ENGLISH

const TEXTS: Readonly<Record<Language, TakeAwayTexts>> = {
  en: ENGLISH,
  de: {
    download: 'Als CSV herunterladen',
    copy: 'Als Zellen kopieren',
    copied: 'Kopiert. Sie können die Zellen in eine Tabelle einfügen.',
    notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Bitte laden Sie stattdessen die Datei herunter.',
    address: 'Adresse',
    list: 'anfrageliste',
    comparison: 'vergleich',
    useAgain: 'Diese Produkte auf die Anfrageliste setzen',
  },
  es: {
    download: 'Descargar como CSV',
    copy: 'Copiar como celdas',
    copied: 'Copiado. Puede pegar las celdas en una hoja de cálculo.',
    notCopied: 'El navegador no ha permitido copiar. Descargue el archivo, por favor.',
    address: 'Dirección',
    list: 'lista-de-consulta',
    comparison: 'comparacion',
    useAgain: 'Poner estos productos en la lista de consulta',
  },
}

/** The texts of what visitors take away from a list, apart from the messages that every page loads. */
export function takeAwayTextsFor(locale: string): TakeAwayTexts {
  return TEXTS[languageOf(locale)]
}
