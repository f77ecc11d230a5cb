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
      [
        writeRows(listRows(enquiry, context), context),
        writeItems(enquiry.items, context),
        writeParagraph(enquiry.request),
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
  const link = `${siteUrl}${CONTACT_PATH}?reference=${reference}`
  return {
    ...buildHeaders(enquiry, context),
    to: { name: '', address: email },
    subject,
    ...writeBody(
      subject,
      [
        writeParagraph(texts.thanks),
        writeParagraph(texts.lookUp),
        { text: link, html: `<p>${writeLink(link, link)}</p>` },
        writeParagraph(texts.copy),
        writeRows(listRows(quoted, context), context),
        writeItems(quoted.items, context),
        writeParagraph(quoted.request),
        writeParagraph(texts.reason(siteName)),
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

/** A part of a mail. */
interface Part {
  readonly text: string
  readonly html: string
}

type Row = readonly [label: string, text: string | null]

const CELL = 'padding:4px 12px 4px 0;text-align:start;vertical-align:top'

/** The body has no pictures and loads nothing. Empty parts are left out. */
function writeBody(title: string, parts: readonly Part[], { locale }: MailContext): Part {
  return {
    text: `${parts.flatMap(({ text }) => text || []).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${textDirection(locale)}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
${parts.flatMap(({ html }) => html || []).join('\n')}
</body>
</html>
`,
  }
}

/** Keeps line breaks. */
function writeParagraph(text: string): Part {
  return { text, html: text && `<p>${writeLines(text)}</p>` }
}

function writeRows(rows: readonly Row[], context: MailContext): Part {
  const given = rows.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const]))
  const { labelled } = serverTextsFor(context)
  return {
    text: given.map(([label, text]) => labelled(label, text)).join('\n'),
    html: writeTable(given.map(([label, text]) => writeCell(escapeHtml(label), 'th') + writeCell(escapeHtml(text)))),
  }
}

function writeItems(items: readonly StoredItem[], context: MailContext): Part {
  const written = items.map((item) => ({ rows: listItemRows(item, context), url: buildItemUrl(item, context) }))
  const { link } = serverTextsFor(context).mail
  // Without pasted lines, the last column would be empty.
  const lastColumn = items.some(({ pasted }) => pasted !== undefined) ? undefined : -1
  const headings = written.slice(0, 1).map(({ rows }) => rows.map(([label]) => writeCell(escapeHtml(label), 'th')))
  const cells = written.map(({ rows, url }) =>
    rows.map(([, text], column) => {
      const content = text ?? ''
      return writeCell(column === 0 && url !== null ? writeLink(url, content) : writeLines(content))
    }),
  )
  return {
    text: written.map(({ rows, url }) => writeRows([...rows, [link, url]], context).text).join('\n\n'),
    html: items.length === 0 ? '' : writeTable([...headings, ...cells].map((row) => row.slice(0, lastColumn).join(''))),
  }
}

/** Lists the texts of an item. The product comes first, the pasted line last. */
function listItemRows(item: StoredItem, context: MailContext): readonly Row[] {
  const { sku, enquiry: messages } = messagesFor(context)
  const { labelled } = serverTextsFor(context)
  const terms = listOrderTerms(item.orderTerms, context).map(([label, text]) => labelled(label, text))
  return [
    [messages.product, item.productName ?? item.product],
    [messages.variant, item.variantName ?? item.variant],
    [sku, item.sku],
    [messages.quantity, [item.quantity, ...terms].join('\n')],
    [messages.note, item.note || null],
    [messages.pasted, item.pasted ?? null],
  ]
}

/** Null if the catalogue did not have the product, so that there is no page. */
function buildItemUrl({ product, productName, variant, variantName }: StoredItem, { siteUrl }: MailContext) {
  return productName === null ? null : siteUrl + productPath(product, variantName === null ? '' : (variant ?? ''))
}

/** @param rows HTML of the cells */
function writeTable(rows: readonly string[]): string {
  return `<table>\n${rows.map((cells) => `<tr>${cells}</tr>`).join('\n')}\n</table>`
}

/** @param content HTML */
function writeCell(content: string, name: 'th' | 'td' = 'td'): string {
  return `<${name} style="${CELL}">${content}</${name}>`
}

function writeLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n')
}

function writeLink(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`
}
