import type { SendMailOptions } from 'nodemailer'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { formatReference } from '../../shared/enquiry-items.ts'
import { describeLocalDateTime } from '../../shared/local-date-time.ts'
import { messagesFor, nameLanguage, serverTextsFor, type SiteLanguage } from '../platform/language.ts'
import type { StoredEnquiry } from './stored-enquiry.ts'
import { writeBody } from './mail-body.ts'

interface MailContext extends SiteLanguage {
  /** Address of the owner, and the sender of all mails, because the mail server rejects others. */
  readonly owner: string
  readonly siteName: string
  readonly siteUrl: string
}

/** Replies go to the visitor, whose input is never part of a raw header, to prevent header injection. */
export function buildOwnerMail(enquiry: StoredEnquiry, context: MailContext): SendMailOptions {
  const { reference, name, email } = enquiry
  const subject = serverTextsFor(context).mail.ownerSubject(formatReference(reference))
  return {
    ...buildHeaders(enquiry, context),
    to: { name: '', address: context.owner },
    replyTo: { name, address: email },
    subject,
    ...writeBody(
      subject,
      [
        { kind: 'rows', rows: listRows(enquiry, context) },
        { kind: 'items', items: enquiry.items },
        { kind: 'paragraph', text: enquiry.request },
      ],
      context,
    ),
    messageId: buildMessageId('enquiry', reference, context),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** Anyone can enter a stranger's address in the form, so the typed text appears only in the body, and never as a link. */
export function buildConfirmationMail(enquiry: StoredEnquiry, context: MailContext): SendMailOptions {
  const { reference, email } = enquiry
  const { siteName, siteUrl } = context
  const texts = serverTextsFor(context).mail
  const subject = texts.visitorSubject(formatReference(reference), siteName)
  const quoted = quoteEnquiry(enquiry)
  return {
    ...buildHeaders(enquiry, context),
    to: { name: '', address: email },
    subject,
    ...writeBody(
      subject,
      [
        { kind: 'paragraph', text: texts.thanks },
        { kind: 'paragraph', text: texts.lookUp },
        { kind: 'link', url: `${siteUrl}${CONTACT_PATH}?reference=${reference}` },
        { kind: 'paragraph', text: texts.copy },
        { kind: 'rows', rows: listRows(quoted, context) },
        { kind: 'items', items: quoted.items },
        { kind: 'paragraph', text: quoted.request },
        { kind: 'paragraph', text: texts.reason(siteName) },
      ],
      context,
    ),
    messageId: buildMessageId('confirmation', reference, context),
    // These headers prevent automatic replies, such as absence notices.
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
  }
}

function buildHeaders({ receivedAt }: StoredEnquiry, { owner, siteName }: MailContext): SendMailOptions {
  // Nodemailer formats a Date, but would send a string unchanged.
  return { from: { name: siteName, address: owner }, date: new Date(receivedAt) }
}

/** The id is the same for every attempt, so that mail programs recognise a mail that was sent twice. */
function buildMessageId(kind: 'enquiry' | 'confirmation', reference: string, { siteUrl }: MailContext): string {
  return `<${kind}-${reference}@${new URL(siteUrl).hostname}>`
}

/** The rows tell the owner in which language to answer. */
function listRows(
  { reference, name, email, phone, preferredTime, language }: StoredEnquiry,
  context: MailContext,
): readonly (readonly [string, string | null])[] {
  const { enquiry: messages, language: languageLabel } = messagesFor(context)
  return [
    [messages.reference, formatReference(reference)],
    [messages.name, name],
    [messages.email, email],
    [messages.phone, phone],
    [languageLabel, language ? nameLanguage(language, context.locale) : null],
    [messages.preferredTimeLegend, preferredTime && describeLocalDateTime(preferredTime, context.locale)],
  ]
}

/** Leaves out the language, which the visitor knows, and prevents mail programs from making links of typed text. */
function quoteEnquiry({ language: _language, ...enquiry }: StoredEnquiry): StoredEnquiry {
  return {
    ...enquiry,
    request: enquiry.request && breakLinks(enquiry.request).replace(/^/gm, '> '),
    name: breakLinks(enquiry.name),
    phone: enquiry.phone && breakLinks(enquiry.phone),
    items: enquiry.items.map((item) => ({
      ...item,
      variant: item.variant && breakLinks(item.variant),
      note: breakLinks(item.note),
      ...(item.pasted !== undefined && { pasted: breakLinks(item.pasted) }),
    })),
  }
}

/** Turns 'https://a.example' into 'https[:]//a[.]example', which mail programs do not make a link. */
function breakLinks(text: string): string {
  return text
    .replace(/:(?=\/\/)/g, '[:]')
    .replace(/\b(?:mailto|tel|sms|data|javascript|xmpp|magnet):/gi, (scheme) => `${scheme.slice(0, -1)}[:]`)
    .replace(/(?<=[\p{L}\p{N}\p{M}_-])[.．。｡](?=\p{L})/gu, '[.]')
}
