import { createTransport } from 'nodemailer'
import type { MailSettings } from '../platform/settings/config.ts'
import { readDateLocale } from '../../shared/local-date-time.ts'
import type { CatalogPages } from '../catalog/store/catalog-pages.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import { buildConfirmationMail, buildOwnerMail } from './enquiry-mail.ts'
import type { OutboxMail, StoredItem } from './stored-enquiry.ts'
import { captureSnapshots } from './product-snapshot.ts'

const CONNECTION_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000

/**
 * Does not send if the signal aborts before the mail server has received the whole mail.
 * @throws errors of the transport, with host and port as `mailServer`
 */
export type SendEnquiryMail = (mail: Pick<OutboxMail, 'enquiry' | 'kind'>, signal: AbortSignal) => Promise<void>

export function createEnquiryMailer(
  { smtpUrl, to }: Pick<MailSettings, 'smtpUrl' | 'to'>,
  siteUrl: string,
  store: Pick<CatalogStore, 'readSite' | 'inLanguage'>,
): SendEnquiryMail {
  // Mails are rare, so each uses a new connection.
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { host: mailServer } = new URL(smtpUrl)
  return async ({ enquiry, kind }, signal) => {
    const pages = kind === 'visitor' && enquiry.language ? await store.inLanguage(enquiry.language) : undefined
    const site = await (pages ?? store).readSite()
    const build = kind === 'owner' ? buildOwnerMail : buildConfirmationMail
    const written = pages ? { ...enquiry, items: await translateItems(pages, enquiry.items) } : enquiry
    const mail = {
      ...build(written, {
        owner: to,
        siteName: site.name,
        siteUrl: siteUrl + (site.base ?? ''),
        locale: readDateLocale(site),
        wording: site.wording,
      }),
      signal,
    }
    try {
      await transport.sendMail(mail)
    } catch (error) {
      throw error instanceof Error ? Object.assign(error, { mailServer }) : error
    }
  }
}

/** Names the products in the language of the visitor, as far as the catalogue still has them. */
async function translateItems(pages: CatalogPages, items: readonly StoredItem[]): Promise<readonly StoredItem[]> {
  const translated = await captureSnapshots(pages, items)
  return items.map((item, index) => {
    const { product, productName, variantName } = translated[index]!
    return productName === null ? item : { ...item, product, productName, variantName: variantName ?? item.variantName }
  })
}
