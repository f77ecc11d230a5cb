import { languageOf, type Language } from '../messages.ts'

/** Texts that only mails use. */
const ENGLISH = {
  link: 'Product page',
  ownerSubject: (reference: string) => `Enquiry ${reference}`,
  visitorSubject: (reference: string, siteName: string) => `Your enquiry ${reference} to ${siteName}`,
  thanks: 'Thank you for your enquiry. We will answer by e-mail or phone.',
  lookUp: 'You can use the reference to see the status of your enquiry:',
  copy: 'Your enquiry:',
  reason: (siteName: string) =>
    `You get this mail because your address was entered in the enquiry form of ${siteName}. If that was not you, please ignore this mail.`,
}

type MailTexts = typeof ENGLISH

const TEXTS: Readonly<Record<Language, MailTexts>> = {
  en: ENGLISH,
  de: {
    link: 'Produktseite',
    ownerSubject: (reference) => `Anfrage ${reference}`,
    visitorSubject: (reference, siteName) => `Ihre Anfrage ${reference} an ${siteName}`,
    thanks: 'Vielen Dank für Ihre Anfrage. Wir antworten Ihnen per E-Mail oder Telefon.',
    lookUp: 'Mit der Referenz können Sie den Stand Ihrer Anfrage ansehen:',
    copy: 'Ihre Anfrage:',
    reason: (siteName) =>
      `Sie erhalten diese E-Mail, weil Ihre Adresse in das Anfrageformular von ${siteName} eingegeben wurde. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.`,
  },
  es: {
    link: 'Página del producto',
    ownerSubject: (reference) => `Consulta ${reference}`,
    visitorSubject: (reference, siteName) => `Su consulta ${reference} a ${siteName}`,
    thanks: 'Gracias por su consulta. Le responderemos por correo electrónico o por teléfono.',
    lookUp: 'Con la referencia puede ver el estado de su consulta:',
    copy: 'Su consulta:',
    reason: (siteName) =>
      `Recibe este mensaje porque su dirección se introdujo en el formulario de consultas de ${siteName}. Si no fue usted, puede ignorar este mensaje.`,
  },
}

export function mailTextsFor(locale: string): MailTexts {
  return TEXTS[languageOf(locale)]
}
