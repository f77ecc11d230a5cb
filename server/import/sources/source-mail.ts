import type { MailSettings } from '../../config/config.ts'
import type { SourceState } from '../../background-state/source-store.ts'
import { createMailTransport } from '../../enquiries/mail-transport.ts'
import type { CatalogStore } from '../../store/catalog-store.ts'

export type SendSourceMail = (
  run: { readonly address: string } & NonNullable<SourceState['lastRun']>,
  signal: AbortSignal,
) => Promise<void>

/** The mails are in English, like all reports of imports. */
export function createSourceMailer(
  { smtpUrl, to }: Pick<MailSettings, 'smtpUrl' | 'to'>,
  siteUrl: string,
  store: Pick<CatalogStore, 'readSite'>,
): SendSourceMail {
  const transport = createMailTransport(smtpUrl)
  return async ({ address, result, reason, at }, signal) => {
    const { name } = await store.readSite()
    const isRefused = result === 'refused'
    const lines = [
      `The file of ${address} ${isRefused ? 'was not imported' : 'could not be downloaded'}:`,
      `${reason}.`,
      'The catalogue was not changed. The file is requested again at the next of the times in "sources" of site.json.',
      ...(isRefused
        ? ['If the file is right nevertheless: npm run catalog -- refresh --force']
        : ['To try it now: npm run catalog -- refresh']),
      'You get no further mail about this source until it fails for another reason.',
      siteUrl,
    ]
    const mail = {
      from: { name, address: to },
      to: { name: '', address: to },
      date: new Date(at),
      subject: `${name}: a source of products ${isRefused ? 'was refused' : 'failed'}`,
      text: `${lines.join('\n\n')}\n`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    }
    await transport.sendMail(mail)
  }
}
