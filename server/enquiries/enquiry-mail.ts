import type { SendMailOptions } from 'nodemailer'
import { formatReference } from '../../shared/enquiry-fields.ts'
import { describeLocalDateTime } from '../../shared/local-date-time.ts'
import { productPath } from '../../shared/urls.ts'
import { messagesFor } from '../language.ts'
import type { StoredEnquiry, StoredItem } from './enquiry-store.ts'

interface MailContext {
  /** Also the sender, because mail servers reject other senders. */
  readonly to: string
  readonly siteName: string
  readonly siteUrl: string
  readonly locale: string
}

/**
 * Builds the mail that notifies the owner of an enquiry; replies go to the visitor. The visitor's input is never part of a raw
 * header (header injection).
 */
export function buildEnquiryMail(
  enquiry: StoredEnquiry,
  { to, siteName, siteUrl, locale }: MailContext,
): SendMailOptions {
  const { enquiry: messages } = messagesFor(locale)
  const { reference, receivedAt, items, name, email, phone, preferredTime, request } = enquiry
  const rows: [string, string | null][] = [
    [messages.reference, formatReference(reference)],
    [messages.name, name],
    [messages.email, email],
    [messages.phone, phone],
    [messages.preferredTimeLegend, preferredTime && describeLocalDateTime(preferredTime, locale)],
  ]
  const texts = [writeRows(rows), request, ...items.map((item) => describeItem(item, siteUrl, locale))]
  return {
    from: { name: siteName, address: to },
    to: { name: '', address: to },
    replyTo: { name, address: email },
    subject: messages.mailSubject(formatReference(reference)),
    text: `${texts.filter(Boolean).join('\n\n')}\n`,
    // The id is the same for every attempt, so that mail programs recognise duplicates.
    messageId: `<enquiry-${reference}@${new URL(siteUrl).hostname}>`,
    // Nodemailer formats a Date, but sends a string unchanged.
    date: new Date(receivedAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function describeItem(item: StoredItem, siteUrl: string, locale: string): string {
  const { sku: skuLabel, enquiry: messages } = messagesFor(locale)
  const { product, productName, variant, variantName, sku, quantity, note } = item
  return writeRows([
    [messages.product, productName ?? product],
    [messages.variant, variantName ?? variant],
    [skuLabel, sku],
    [messages.quantity, String(quantity)],
    [messages.note, note || null],
    [messages.productPage, siteUrl + productPath(product, variant ?? '')],
  ])
}

function writeRows(rows: readonly (readonly [string, string | null])[]): string {
  return rows.flatMap(([label, text]) => (text === null ? [] : [`${label}: ${text}`])).join('\n')
}
