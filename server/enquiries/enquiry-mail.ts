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

type Part =
  /** A text with its line breaks. */
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'items'; readonly items: readonly StoredItem[] }

type Row = readonly [label: string, text: string | null]

const CELL = 'padding:4px 12px 4px 0;text-align:start;vertical-align:top'

/** The body has no pictures and loads nothing. Empty parts are left out. */
function writeBody(
  title: string,
  parts: readonly Part[],
  context: MailContext,
): { readonly text: string; readonly html: string } {
  const { locale } = context
  const texts = parts.map((part) => writeText(part, context)).filter(Boolean)
  const html = parts.map((part) => writeHtml(part, context)).filter(Boolean)
  return {
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${textDirection(locale)}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
${html.join('\n')}
</body>
</html>
`,
  }
}

function writeText(part: Part, context: MailContext): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text
    case 'link':
      return part.url
    case 'rows':
      return writeRows(part.rows, context)
    case 'items':
      return part.items.map((item) => writeItem(item, context)).join('\n\n')
  }
}

function writeRows(rows: readonly Row[], context: MailContext): string {
  const { labelled } = serverTextsFor(context)
  return rows.flatMap(([label, text]) => (text === null ? [] : [labelled(label, text)])).join('\n')
}

function writeItem(item: StoredItem, context: MailContext): string {
  const product: Row = [messagesFor(context).enquiry.product, item.productName ?? item.product]
  const link: Row = [serverTextsFor(context).mail.link, buildItemUrl(item, context)]
  return writeRows([product, ...listItemRows(item, context), link], context)
}

/** Lists the texts of an item apart from its product. The pasted line comes last. */
function listItemRows(item: StoredItem, context: MailContext): readonly Row[] {
  const { sku, enquiry: messages } = messagesFor(context)
  const { labelled } = serverTextsFor(context)
  const terms = listOrderTerms(item.orderTerms, context).map(([label, text]) => labelled(label, text))
  return [
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

function writeHtml(part: Part, context: MailContext): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text && `<p>${escapeHtml(part.text).replaceAll('\n', '<br>\n')}</p>`
    case 'link':
      return `<p>${writeLink(part.url, part.url)}</p>`
    case 'rows': {
      const rows = part.rows.flatMap(([label, text]) =>
        text === null
          ? []
          : [`<tr><th style="${CELL}">${escapeHtml(label)}</th><td style="${CELL}">${escapeHtml(text)}</td></tr>`],
      )
      return `<table>\n${rows.join('\n')}\n</table>`
    }
    case 'items':
      return part.items.length === 0 ? '' : writeItemTable(part.items, context)
  }
}

function writeItemTable(items: readonly StoredItem[], context: MailContext): string {
  const hasPasted = items.some(({ pasted }) => pasted !== undefined)
  const table = items.map((item) => listItemRows(item, context).slice(0, hasPasted ? undefined : -1))
  const labels = (table[0] ?? []).map(([label]) => escapeHtml(label))
  const rows = table.map((texts, place) => {
    const item = items[place]!
    const url = buildItemUrl(item, context)
    const name = item.productName ?? item.product
    const product = url === null ? escapeHtml(name) : writeLink(url, name)
    return writeCells([product, ...texts.map(([, text]) => escapeHtml(text ?? '').replaceAll('\n', '<br>'))], 'td')
  })
  const headings = [escapeHtml(messagesFor(context).enquiry.product), ...labels]
  return `<table>\n${[writeCells(headings, 'th'), ...rows].join('\n')}\n</table>`
}

/** @param cells HTML */
function writeCells(cells: readonly string[], name: 'th' | 'td'): string {
  return `<tr>${cells.map((cell) => `<${name} style="${CELL}">${cell}</${name}>`).join('')}</tr>`
}

function writeLink(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`
}
