import type { SendMailOptions } from 'nodemailer'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { formatReference } from '../../shared/enquiry-items.ts'
import { describeLocalDateTime } from '../../shared/local-date-time.ts'
import { messagesFor, nameLanguage, serverTextsFor, type SiteLanguage, textDirection } from '../platform/language.ts'
import type { StoredEnquiry, StoredItem } from './stored-enquiry.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import { productPath } from '../../shared/urls.ts'
import { listOrderTerms } from '../catalog/rules/order-texts.ts'

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
      [writeRows(listRows(enquiry, context), context), writeItems(enquiry.items, context), enquiry.request],
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
        texts.thanks,
        texts.lookUp,
        `${siteUrl}${CONTACT_PATH}?reference=${reference}`,
        texts.copy,
        writeRows(listRows(quoted, context), context),
        writeItems(quoted.items, context),
        quoted.request,
        texts.reason(siteName),
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
): readonly Row[] {
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

type Row = readonly [label: string, text: string | null]

/**
 * Joins the parts of the text, without empty ones. The HTML is the same text in the direction of its language, with links to pages of
 * the site; it has no pictures and loads nothing.
 */
function writeBody(title: string, parts: readonly string[], { locale, siteUrl }: MailContext) {
  const text = `${parts.filter(Boolean).join('\n\n')}\n`
  const html = escapeHtml(text)
    .replaceAll('\n', '<br>\n')
    .replace(/https?:\/\/[^\s<]+/g, (url) =>
      url.startsWith(`${escapeHtml(siteUrl)}/`) ? `<a href="${url}">${url}</a>` : url,
    )
  return {
    text,
    html: `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${textDirection(locale)}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
${html}</body>
</html>
`,
  }
}

function writeRows(rows: readonly Row[], context: MailContext): string {
  const { labelled } = serverTextsFor(context)
  return rows.flatMap(([label, text]) => (text === null ? [] : labelled(label, text))).join('\n')
}

function writeItems(items: readonly StoredItem[], context: MailContext): string {
  const { sku, enquiry: messages } = messagesFor(context)
  const { labelled, mail: texts } = serverTextsFor(context)
  const written = items.map((item) => {
    const terms = listOrderTerms(item.orderTerms, context).map(([label, text]) => labelled(label, text))
    const rows: readonly Row[] = [
      [messages.product, item.productName ?? item.product],
      [messages.variant, item.variantName ?? item.variant],
      [sku, item.sku],
      [messages.quantity, [item.quantity, ...terms].join('\n')],
      [messages.note, item.note || null],
      [messages.pasted, item.pasted ?? null],
      [texts.link, buildItemUrl(item, context)],
    ]
    return writeRows(rows, context)
  })
  return written.join('\n\n')
}

/** Null if the catalogue did not have the product, so that there is no page. */
function buildItemUrl({ product, productName, variant, variantName }: StoredItem, { siteUrl }: MailContext) {
  return productName === null ? null : siteUrl + productPath(product, variantName === null ? '' : (variant ?? ''))
}
