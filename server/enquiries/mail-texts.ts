import { languageOf, type Language } from '../../shared/messages/messages.ts'

/** The texts of mails that pages do not show, so that browsers do not load them. */
interface MailTexts {
  readonly link: string
  readonly ownerSubject: (reference: string) => string
  readonly visitorSubject: (reference: string, siteName: string) => string
  readonly thanks: string
  readonly lookUp: string
  readonly copy: string
  readonly reason: (siteName: string) => string
}

const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = {
  en: {
    link: 'Product page',
    ownerSubject: (reference) => `Enquiry ${reference}`,
    visitorSubject: (reference, siteName) => `Your enquiry ${reference} to ${siteName}`,
    thanks: 'Thank you, your enquiry has arrived. The answer comes by e-mail or telephone.',
    lookUp: 'With the reference you can look up whether it has been answered:',
    copy: 'This is what you asked:',
    reason: (siteName) =>
      `You get this mail because your address was entered in the enquiry form of ${siteName}. If that was not you, you need not do anything.`,
  },
  de: {
    link: 'Produktseite',
    ownerSubject: (reference) => `Anfrage ${reference}`,
    visitorSubject: (reference, siteName) => `Ihre Anfrage ${reference} an ${siteName}`,
    thanks: 'Danke, Ihre Anfrage ist angekommen. Die Antwort kommt per E-Mail oder Telefon.',
    lookUp: 'Mit der Referenz können Sie nachsehen, ob sie beantwortet ist:',
    copy: 'Das haben Sie gefragt:',
    reason: (siteName) =>
      `Sie erhalten diese E-Mail, weil Ihre Adresse in das Anfrageformular von ${siteName} eingegeben wurde. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.`,
  },
  es: {
    link: 'Página del producto',
    ownerSubject: (reference) => `Consulta ${reference}`,
    visitorSubject: (reference, siteName) => `Su consulta ${reference} a ${siteName}`,
    thanks: 'Gracias, su consulta ha llegado. La respuesta llegará por correo electrónico o teléfono.',
    lookUp: 'Con la referencia puede ver si ya tiene respuesta:',
    copy: 'Esto es lo que preguntó:',
    reason: (siteName) =>
      `Recibe este mensaje porque su dirección se introdujo en el formulario de consultas de ${siteName}. Si no fue usted, no tiene que hacer nada.`,
  },
}

export function mailTextsFor(locale: string): MailTexts {
  return MAIL_TEXTS[languageOf(locale)]
}
