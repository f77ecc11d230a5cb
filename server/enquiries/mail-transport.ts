import { createTransport } from 'nodemailer'
import type { MailSettings } from '../config.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import { buildEnquiryMail } from './enquiry-mail.ts'
import type { StoredEnquiry } from './enquiry-store.ts'

const CONNECTION_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000

/**
 * Sends the mail of an enquiry.
 * @param signal calls it back: the connection is closed, and no mail arrives unless the server had taken all of it
 * @throws where the mail server did not take it
 */
export type SendEnquiryMail = (enquiry: StoredEnquiry, signal: AbortSignal) => Promise<void>

/** Sends by the owner's mail server; each mail by a connection of its own, for there are few. */
export function createEnquiryMailer(
  { smtpUrl, to }: MailSettings,
  siteUrl: string,
  store: Pick<CatalogStore, 'readSite'>,
): SendEnquiryMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // A mail is made of words alone.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (enquiry, signal) => {
    const { name, locale } = await store.readSite()
    const mail = { ...buildEnquiryMail(enquiry, { to, siteName: name, siteUrl, locale }), signal }
    await transport.sendMail(mail)
  }
}
