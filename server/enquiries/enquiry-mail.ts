import type { SendMailOptions } from 'nodemailer'
import { formatReference } from '../../shared/enquiry-fields.ts'
import { describeLocalDateTime } from '../../shared/local-date-time.ts'
import { productPath } from '../../shared/urls.ts'
import { messagesFor } from '../language.ts'
import type { StoredEnquiry } from './enquiry-store.ts'

interface MailFrame {
  /** The owner: who it goes to and, for mail servers let nobody else send, who it comes from. */
  readonly to: string
  readonly siteName: string
  /** Origin without a slash at its end. */
  readonly siteUrl: string
  /** BCP 47. */
  readonly locale: string
}

/**
 * The mail that tells the owner of an enquiry; an answer to it goes to the visitor. What visitors wrote stands in the text
 * and in the one address that is theirs, which is handed over as name and address, never as a header's text.
 */
export function buildEnquiryMail(
  enquiry: StoredEnquiry,
  { to, siteName, siteUrl, locale }: MailFrame,
): SendMailOptions {
  const { sku: skuLabel, enquiry: words } = messagesFor(locale)
  const {
    reference,
    receivedAt,
    name,
    email,
    phone,
    product,
    productName,
    variant,
    variantName,
    sku,
    preferredTime,
    request,
  } = enquiry
  const rows: [string, string | null][] = [
    [words.reference, formatReference(reference)],
    [words.product, productName ?? product],
    [words.variant, variantName ?? variant],
    [skuLabel, sku],
    [words.productPage, product && siteUrl + productPath(product, variant ?? '')],
    [words.name, name],
    [words.email, email],
    [words.phone, phone],
    [words.preferredTimeLegend, preferredTime && describeLocalDateTime(preferredTime, locale)],
  ]
  const lines = rows.flatMap(([label, text]) => (text === null ? [] : [`${label}: ${text}`]))
  return {
    from: { name: siteName, address: to },
    to: { name: '', address: to },
    replyTo: { name, address: email },
    subject: words.mailSubject(formatReference(reference)),
    text: `${lines.join('\n')}\n\n${request}\n`,
    // The same each time it is tried, so that a mail which came twice is known for one.
    messageId: `<enquiry-${reference}@${new URL(siteUrl).hostname}>`,
    // As a date: a text would be sent as it is.
    date: new Date(receivedAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
